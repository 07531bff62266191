import type { Person } from '@portal/contract/portal'
import type { KeptReading, PaperReading, Reading, ReadPaper } from '@portal/contract/reading'
import type { Quarter } from '@portal/domain/quarter'
import { minutesFor, paceOf } from '@portal/domain/reading-pace'
import * as z from 'zod/mini'
import { collection } from '../../platform/store/collection.ts'
import type {
  DocumentStore,
  ListQuery,
  StoreOperations,
} from '../../platform/store/document-store.ts'
import { ignoring } from '../../platform/store/ignoring.ts'
import { readAll } from '../../platform/store/read-all.ts'
import type { DocumentsService } from '../documents/documents-feature.ts'
import { createPaperWordCounts } from './paper-word-counts.ts'
import { seenPages, shownReading } from './shown-reading.ts'
import {
  eraseTakenBooks,
  type TakenBook,
  takenBookId,
  takenBooksIn,
  takenBooksOf,
} from './taken-books.ts'
import {
  lastRead,
  readingCollection,
  readingId,
  readingRecord,
  type ReadingRecord,
  readingSettings,
  readingSettingsCollection,
  withRecent,
  withReport,
} from './stored-reading.ts'

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
  /** The board book of a quarter that the person has taken as their copy. */
  takenBook: (person: Person, quarter: Quarter) => Promise<TakenBook | undefined>
  /** Nothing is kept of a person who has switched it off. */
  takeBook: (
    person: Person,
    quarter: Quarter,
    taken: Pick<TakenBook, 'book' | 'number' | 'papers'>,
  ) => Promise<void>
  erase: (person: Person) => Promise<void>
}

type Parts = {
  store: DocumentStore
  documents: Pick<DocumentsService, 'get' | 'some' | 'text' | 'version'>
  now: () => Date
}

/** Pages of a paper whose pages aren't counted, at most. */
const mostUncounted = 1000

/** What people read. These records are private, so every method concerns only the caller's own. */
export function createReadingService({ store, documents, now }: Parts): ReadingService {
  const wordCounts = createPaperWordCounts(documents)

  const settingsOf = (inside: StoreOperations, uid: string) =>
    collection(inside, readingSettingsCollection, readingSettings).get(uid)

  /** The records of some papers, or of all that were read. */
  const recordsFor = async (uid: string, ids: ReadonlySet<string> | undefined) => {
    if (!ids) return recordsOf(store, uid)
    const records = collection(store, readingCollection, readingRecord)
    const found = await Promise.all([...ids].map((id) => records.get(readingId(uid, id))))
    return found.flatMap((record) => record ?? [])
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
      const { uid } = person
      const [records, settings, taken] = await Promise.all([
        recordsOf(store, uid),
        settingsOf(store, uid),
        takenBooksOf(store, uid),
      ])
      const ids = records.map(({ documentId }) => documentId)
      const known = documents.some(person, ids)
      const papers = records.map(({ documentId, versions }) => {
        const name = known.get(documentId)?.name
        return { documentId, ...(name === undefined ? {} : { name }), versions }
      })
      const books = taken.map(({ id, number, takenAt }) => {
        const quarter = id.slice(id.lastIndexOf('@') + 1)
        return { quarter, number: Number(number), takenAt: String(takenAt) }
      })
      return { isOn: settings?.isOn ?? true, papers, books }
    },

    async report(person, papers) {
      const { uid } = person
      const reports = new Map<string, ReadPaper[]>()
      for (const paper of papers) {
        const report = await asPossible(person, paper)
        reports.set(paper.documentId, [...(reports.get(paper.documentId) ?? []), report])
      }
      const at = now().toISOString()
      await store.transaction(async (inside) => {
        const settings = collection(inside, readingSettingsCollection, readingSettings)
        const known = await settings.get(uid)
        if (known && !known.isOn) return
        // Another first report creates the settings too, and so conflicts with this one.
        const latest = known?.recent ?? lastRead(await recordsOf(inside, uid, { isGuarded: true }))
        const records = collection(inside, readingCollection, readingRecord)
        for (const [documentId, ofPaper] of reports) {
          const id = readingId(uid, documentId)
          const found = await records.get(id)
          const read = found ? z.parse(readingRecord, found) : { uid, documentId, versions: [] }
          const after = ofPaper.reduce((record, report) => withReport(record, report, at), read)
          if (found) await records.update(id, after, found.revision)
          else await records.create(id, after)
        }
        const recent = [...reports.keys()].reduce(withRecent, latest)
        if (recent === known?.recent) return
        if (known) await settings.update(uid, { isOn: true, recent }, known.revision)
        else await settings.create(uid, { isOn: true, recent })
      })
    },

    /** Two devices may do it at the same time; the later one counts. */
    set: ({ uid }, isOn) =>
      store.transaction(async (inside) => {
        const settings = collection(inside, readingSettingsCollection, readingSettings)
        const found = await settings.get(uid)
        if (found?.isOn === isOn) return
        if (found)
          await settings.update(uid, { ...z.parse(readingSettings, found), isOn }, found.revision)
        else await settings.create(uid, { isOn })
      }),

    takenBook: ({ uid }, quarter) => takenBooksIn(store).get(takenBookId(uid, quarter)),

    async takeBook({ uid }, quarter, taken) {
      const id = takenBookId(uid, quarter)
      const body = { uid, ...taken, takenAt: now().toISOString() }
      await store.transaction(async (inside) => {
        if ((await settingsOf(inside, uid))?.isOn === false) return
        const found = await takenBooksIn(inside).get(id)
        if (found?.book === taken.book) return
        if (found) await takenBooksIn(inside).update(id, body, found.revision)
        else await takenBooksIn(inside).create(id, body)
      })
    },

    async erase({ uid }) {
      await eraseRecords(store, uid)
      await store.transaction(async (inside) => {
        const settings = collection(inside, readingSettingsCollection, readingSettings)
        const found = await settings.get(uid)
        if (!found?.recent) return
        await settings.update(uid, { isOn: found.isOn, recent: [] }, found.revision)
      })
    },
  }
}

/** Forgets what a person has read and their setting, when their account is deleted. */
export async function forgetReading(store: StoreOperations, uid: string): Promise<void> {
  await eraseRecords(store, uid)
  await store.delete(readingSettingsCollection, uid)
}

/** Whether anything is kept about what a person has read or taken. */
export async function hasReading(store: StoreOperations, uid: string): Promise<boolean> {
  const { documents } = await store.list(readingCollection, { where: { uid }, limit: 1 })
  return documents.length > 0 || (await takenBooksOf(store, uid)).length > 0
}

async function recordsOf(
  store: Pick<StoreOperations, 'list'>,
  uid: string,
  query: Pick<ListQuery, 'isGuarded'> = {},
): Promise<ReadingRecord[]> {
  const found: ReadingRecord[] = []
  for await (const records of readAll(store, readingCollection, { where: { uid }, ...query })) {
    found.push(...records.map((record) => z.parse(readingRecord, record)))
  }
  return found
}

async function eraseRecords(store: StoreOperations, uid: string): Promise<void> {
  // Records that can't be read are erased as well.
  for await (const records of readAll(store, readingCollection, { where: { uid } })) {
    for (const { id } of records) await store.delete(readingCollection, id)
  }
  await eraseTakenBooks(store, uid)
}
