import type { Person } from '@portal/contract/portal'
import type { KeptReading, PaperReading, Reading, ReadPaper } from '@portal/contract/reading'
import { meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import { minutesFor, paceOf } from '@portal/domain/reading-pace'
import * as z from 'zod/mini'
import type {
  DocumentStore,
  ListQuery,
  StoreOperations,
} from '../../platform/store/document-store.ts'
import { ignoring } from '../../refusal.ts'
import type { DocumentsService } from '../documents/documents-feature.ts'
import { createPaperWordCounts } from './paper-word-counts.ts'
import { seenPages, shownReading } from './shown-reading.ts'
import {
  lastRead,
  readingCollection,
  readingId,
  readingRecord,
  type ReadingRecord,
  readingSettingsCollection,
  withRecent,
  withReport,
} from './stored-reading.ts'
import { defineCollection } from '../../platform/store/collection.ts'

export type ReadingService = {
  /**
   * The reading of these documents, including unread ones, with the minutes left of each; or of every paper read. The
   * cost of a list of documents doesn't depend on what else was read.
   */
  list: (person: Person, documents?: readonly string[]) => Promise<Reading>
  /** All stored reading of the caller. */
  export: (person: Person) => Promise<KeptReading>
  report: (person: Person, papers: readonly ReadPaper[]) => Promise<void>
  set: (person: Person, isOn: boolean) => Promise<void>
  /** The board book of a meeting that the person has taken as their copy. */
  takenBook: (person: Person, meeting: MeetingRef) => Promise<TakenBook | undefined>
  /** Nothing is kept for a person who has switched it off. */
  takeBook: (
    person: Person,
    meeting: MeetingRef,
    taken: Pick<TakenBook, 'book' | 'number' | 'papers'>,
  ) => Promise<void>
  erase: (person: Person) => Promise<void>
}

type Parts = {
  store: DocumentStore
  documents: Pick<DocumentsService, 'get' | 'some' | 'text' | 'version'>
  /** What a meeting is called, by its id; undefined if the person may not see it. */
  meetingName: (person: Person, id: string) => string | undefined
  now: () => Date
}

/** The maximum number of pages for a paper whose pages aren't counted. */
const mostUncounted = 1000

/** What people read. These records are private, so every method concerns only the caller's own. */
export function createReadingService({
  store,
  documents,
  meetingName,
  now,
}: Parts): ReadingService {
  const wordCounts = createPaperWordCounts(documents)

  const settingsOf = (transaction: StoreOperations, uid: string) =>
    readingSettingsCollection.in(transaction).get(uid)

  /** The records of some papers, or of all that were read. */
  const recordsFor = async (uid: string, ids: ReadonlySet<string> | undefined) => {
    if (!ids) return recordsOf(store, uid)
    const records = readingCollection.in(store)
    const read = await Promise.all([...ids].map((id) => records.get(readingId(uid, id))))
    return read.flatMap((record) => record ?? [])
  }

  /**
   * The report without pages that its paper doesn't have. Refuses papers and versions that don't exist; one that is gone
   * was read while it was there.
   */
  const asPossible = async (person: Person, paper: ReadPaper): Promise<ReadPaper> => {
    const { documentId, version } = paper
    const { version: shown = 1, pages: shownPages } = await documents.get(person, documentId)
    const earlier =
      version === shown
        ? undefined
        : await documents
            .version(person, documentId, version)
            .catch(version < shown ? ignoring('gone', 'notFound') : ignoring('gone'))
    const last = (version === shown ? shownPages : earlier?.pages) ?? mostUncounted
    return { ...paper, pages: paper.pages.filter(({ page }) => page <= last) }
  }

  return {
    async list(person, listed) {
      const settings = await settingsOf(store, person.uid)
      const { recent } = settings ?? {}
      const needed = listed && recent && new Set([...listed, ...recent])
      const records = await recordsFor(person.uid, needed)
      const byDocument = new Map(records.map((record) => [record.documentId, record]))
      const ofPace = recent ?? lastRead(records)
      const ids = [...new Set(listed ?? byDocument.keys())]
      const known = documents.some(person, [...ids, ...ofPace])
      const words = await wordCounts(person, known, [...(listed ?? []), ...ofPace])
      const pace = paceOf(records.flatMap((record) => seenPages(record, known, words)))
      const papers = ids.flatMap((documentId): PaperReading[] => {
        const document = known.get(documentId)
        if (!document) return []
        const counts = words.get(documentId)
        const { unreadWords, ...shown } = shownReading(byDocument.get(documentId), document, counts)
        const minutes =
          unreadWords === undefined ? {} : { minutesLeft: minutesFor(unreadWords, pace) }
        return [{ documentId, ...shown, ...minutes }]
      })
      return { isOn: settings?.isOn ?? true, pace, papers }
    },

    async export(person) {
      const kept = await keptReadingOf(store, person.uid)
      const ids = kept.papers.map(({ documentId }) => documentId)
      const known = documents.some(person, ids)
      const papers = kept.papers.map(({ documentId, versions }) => {
        const name = known.get(documentId)?.name
        return { documentId, ...(name === undefined ? {} : { name }), versions }
      })
      const books = kept.books.map((book) => {
        const name = meetingName(person, book.quarter)
        return { ...book, ...(name === undefined ? {} : { name }) }
      })
      return { ...kept, papers, books }
    },

    async report(person, papers) {
      const { uid } = person
      const reports = new Map<string, ReadPaper[]>()
      for (const paper of papers) {
        const report = await asPossible(person, paper)
        reports.set(paper.documentId, [...(reports.get(paper.documentId) ?? []), report])
      }
      const at = now().toISOString()
      await store.transaction(async (transaction) => {
        const settings = readingSettingsCollection.in(transaction)
        const known = await settings.get(uid)
        if (known && !known.isOn) return
        // Another first report creates the settings too, and so conflicts with this one.
        const latest =
          known?.recent ?? lastRead(await recordsOf(transaction, uid, { isGuarded: true }))
        const records = readingCollection.in(transaction)
        for (const [documentId, ofPaper] of reports) {
          const id = readingId(uid, documentId)
          const stored = await records.get(id)
          const read = stored ? z.parse(readingRecord, stored) : { uid, documentId, versions: [] }
          const after = ofPaper.reduce((record, report) => withReport(record, report, at), read)
          await records.put(id, after, stored)
        }
        const recent = [...reports.keys()].reduce(withRecent, latest)
        if (recent === known?.recent) return
        await settings.put(uid, { isOn: true, recent }, known)
      })
    },

    /** Two devices may do it at the same time; the later one counts. */
    set: ({ uid }, isOn) =>
      store.transaction(async (transaction) => {
        const settings = readingSettingsCollection.in(transaction)
        const setting = await settings.get(uid)
        if (setting?.isOn === isOn) return
        await settings.put(uid, { ...setting, isOn }, setting)
      }),

    takenBook: ({ uid }, meeting) => takenBooksIn(store).get(takenBookId(uid, meeting)),

    async takeBook({ uid }, meeting, taken) {
      const id = takenBookId(uid, meeting)
      const body = { uid, ...taken, takenAt: now().toISOString() }
      await store.transaction(async (transaction) => {
        if ((await settingsOf(transaction, uid))?.isOn === false) return
        const book = await takenBooksIn(transaction).get(id)
        if (book?.book === taken.book) return
        await takenBooksIn(transaction).put(id, body, book)
      })
    },

    async erase({ uid }) {
      await eraseRecords(store, uid)
      await store.transaction(async (transaction) => {
        const settings = readingSettingsCollection.in(transaction)
        const setting = await settings.get(uid)
        if (!setting?.recent) return
        await settings.update(uid, { isOn: setting.isOn, recent: [] }, setting.revision)
      })
    },
  }
}

/** Everything that is kept of what a person has read, for themself. */
export async function keptReadingOf(store: StoreOperations, uid: string) {
  const [records, settings, taken] = await Promise.all([
    recordsOf(store, uid),
    readingSettingsCollection.in(store).get(uid),
    takenBooksOf(store, uid),
  ])
  const papers = records.map(({ documentId, versions }) => ({ documentId, versions }))
  const books = taken.map(({ id, number, takenAt }) => {
    const quarter = id.slice(id.lastIndexOf('@') + 1)
    return { quarter, number: Number(number), takenAt: String(takenAt) }
  })
  return { isOn: settings?.isOn ?? true, papers, books }
}

/** Forgets what a person has read and their setting, when their account is deleted. */
export async function forgetReading(store: StoreOperations, uid: string): Promise<void> {
  await eraseRecords(store, uid)
  await readingSettingsCollection.in(store).delete(uid)
}

/** Whether anything is kept about what a person has read or taken. */
export async function hasReading(store: StoreOperations, uid: string): Promise<boolean> {
  const { documents } = await readingCollection.raw(store).list({ where: { uid }, limit: 1 })
  return documents.length > 0 || (await takenBooksOf(store, uid)).length > 0
}

async function recordsOf(
  store: StoreOperations,
  uid: string,
  query: Pick<ListQuery, 'isGuarded'> = {},
): Promise<ReadingRecord[]> {
  const all: ReadingRecord[] = []
  for await (const records of readingCollection.in(store).pages({ where: { uid }, ...query })) {
    all.push(...records)
  }
  return all
}

async function eraseRecords(store: StoreOperations, uid: string): Promise<void> {
  // Records that can't be read are erased as well.
  const stored = readingCollection.raw(store)
  for await (const records of stored.pages({ where: { uid } })) {
    for (const { id } of records) await stored.delete(id)
  }
  await eraseTakenBooks(store, uid)
}

const takenBook = z.object({
  uid: z.string(),
  /** The book's id, and its number in the meeting. */
  book: z.string(),
  number: z.number(),
  /** ISO 8601, UTC. */
  takenAt: z.string(),
  papers: z.array(z.object({ documentId: z.string(), version: z.number(), sha256: z.string() })),
})

type TakenBook = z.infer<typeof takenBook>

/**
 * Collection `taken_books`: the board book of a meeting that one person has taken as their copy, and the versions in it.
 * The id is `<uid>@2026-Q4`. It is private, like what they read.
 */
const takenBooksCollection = defineCollection('taken_books', takenBook)

function takenBookId(uid: string, meeting: MeetingRef): string {
  return `${uid}@${meetingId(meeting)}`
}

function takenBooksIn(transaction: StoreOperations) {
  return takenBooksCollection.in(transaction)
}

async function eraseTakenBooks(store: StoreOperations, uid: string): Promise<void> {
  for (const { id } of await takenBooksOf(store, uid)) await takenBooksIn(store).delete(id)
}

/** Every book that a person has taken, with its id. */
async function takenBooksOf(store: StoreOperations, uid: string) {
  // `A` follows `@`. A person has one for each meeting.
  const query = { orderBy: 'id', from: `${uid}@`, to: `${uid}A` }
  const { documents } = await takenBooksCollection.raw(store).list(query)
  // A uid may begin like another one.
  return documents.filter(({ id }) => id.slice(0, id.lastIndexOf('@')) === uid)
}
