import type { Person } from '@portal/contract/portal'
import type { PaperReading, Reading, ReadPaper } from '@portal/contract/reading'
import { minutesFor, paceOf } from '@portal/domain/reading-pace'
import * as z from 'zod/mini'
import type { DocumentsService } from '../documents/documents-service.ts'
import { collection } from '../store/collection.ts'
import type { DocumentStore, StoreOperations } from '../store/document-store.ts'
import { ignoring } from '../store/ignoring.ts'
import { readAll } from '../store/read-all.ts'
import { createPaperWordCounts } from './paper-word-counts.ts'
import { seenPages, shownReading } from './shown-reading.ts'
import {
  readingCollection,
  readingId,
  readingRecord,
  type ReadingRecord,
  readingSettings,
  readingSettingsCollection,
  withReport,
} from './stored-reading.ts'

export type ReadingService = {
  /** `documents`: papers to list even if they are unread, with the minutes that are left of each. */
  list: (person: Person, documents: readonly string[]) => Promise<Reading>
  report: (person: Person, papers: readonly ReadPaper[]) => Promise<void>
  set: (person: Person, isOn: boolean) => Promise<void>
  erase: (person: Person) => Promise<void>
}

type Parts = {
  store: DocumentStore
  documents: Pick<DocumentsService, 'get' | 'list' | 'text' | 'version'>
  now: () => Date
}

/** What people read. Each caller's records are theirs alone, so every method concerns the caller's own. */
export function createReadingService({ store, documents, now }: Parts): ReadingService {
  const wordCounts = createPaperWordCounts(documents)

  const isOn = async (inside: StoreOperations, uid: string) => {
    const found = await collection(inside, readingSettingsCollection, readingSettings).get(uid)
    return found?.isOn ?? true
  }

  /** Refuses papers and versions that don't exist. One that is gone was read while it was there. */
  const mustHaveVersion = async (person: Person, { documentId, version }: ReadPaper) => {
    const { version: shown = 1 } = await documents.get(person, documentId)
    if (version > shown) {
      await documents.version(person, documentId, version).catch(ignoring('gone'))
    }
  }

  return {
    async list(person, listed) {
      const [records, on] = await Promise.all([
        recordsOf(store, person.uid),
        isOn(store, person.uid),
      ])
      const known = new Map(documents.list(person).map((document) => [document.id, document]))
      const words = await wordCounts(person, [...listed, ...lastRead(records)])
      const pace = paceOf(records.flatMap((record) => seenPages(record, known, words)))
      const byDocument = new Map(records.map((record) => [record.documentId, record]))
      const ids = new Set([...listed, ...byDocument.keys()])
      const papers = [...ids].flatMap((documentId): PaperReading[] => {
        const document = known.get(documentId)
        if (!document) return []
        const counts = words.get(documentId)
        const { unreadWords, ...shown } = shownReading(byDocument.get(documentId), document, counts)
        const minutes =
          unreadWords === undefined ? {} : { minutesLeft: minutesFor(unreadWords, pace) }
        return [{ documentId, ...shown, ...minutes }]
      })
      return { isOn: on, pace, papers }
    },

    async report(person, papers) {
      const { uid } = person
      for (const paper of papers) await mustHaveVersion(person, paper)
      const at = now().toISOString()
      await store.transaction(async (inside) => {
        if (!(await isOn(inside, uid))) return
        const records = collection(inside, readingCollection, readingRecord)
        for (const paper of papers) {
          const { documentId } = paper
          const id = readingId(uid, documentId)
          const found = await records.get(id)
          const before = found ? z.parse(readingRecord, found) : { uid, documentId, versions: [] }
          const after = withReport(before, paper, at)
          if (found) await records.update(id, after, found.revision)
          else await records.create(id, after)
        }
      })
    },

    /** Two devices may do it at the same time; the later one counts. */
    set: ({ uid }, wanted) =>
      store.transaction(async (inside) => {
        const settings = collection(inside, readingSettingsCollection, readingSettings)
        const found = await settings.get(uid)
        if (found?.isOn === wanted) return
        if (found) await settings.update(uid, { isOn: wanted }, found.revision)
        else await settings.create(uid, { isOn: wanted })
      }),

    erase: ({ uid }) => eraseRecords(store, uid),
  }
}

/** Forgets what a person has read and their setting, when their account is deleted. */
export async function forgetReading(store: StoreOperations, uid: string): Promise<void> {
  await eraseRecords(store, uid)
  await store.delete(readingSettingsCollection, uid)
}

/** The papers that a pace comes from. */
function lastRead(records: readonly ReadingRecord[]): string[] {
  const readAt = ({ versions: [last] }: ReadingRecord) => last?.readAt ?? ''
  const latest = records.toSorted((a, b) => readAt(b).localeCompare(readAt(a)))
  return latest.slice(0, papersOfPace).map(({ documentId }) => documentId)
}

const papersOfPace = 60

async function recordsOf(store: StoreOperations, uid: string): Promise<ReadingRecord[]> {
  const found: ReadingRecord[] = []
  for await (const records of readAll(store, readingCollection, { where: { uid } })) {
    found.push(...records.map((record) => z.parse(readingRecord, record)))
  }
  return found
}

async function eraseRecords(store: StoreOperations, uid: string): Promise<void> {
  // Records that can't be read are erased as well.
  for await (const records of readAll(store, readingCollection, { where: { uid } })) {
    for (const { id } of records) await store.delete(readingCollection, id)
  }
}
