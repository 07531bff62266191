import { createHash } from 'node:crypto'
import { auditCollection } from '../../api/src/platform/audit/audit-collections.ts'
import { withAuditChain } from '../../api/src/platform/audit/audit-chain.ts'
import type { BlobStore } from '../../api/src/platform/files/blob-store.ts'
import { documentsCollection } from '../../api/src/features/documents/stored-document.ts'
import { storedPaper } from '../../api/src/features/documents/stored-paper-fixture.ts'
import { textKey } from '../../api/src/features/documents/synced-documents-service.ts'
import {
  versionId,
  versionsCollection,
} from '../../api/src/features/documents/versions/stored-version.ts'
import { mappingsCollection } from '../../api/src/features/mappings/stored-mapping.ts'
import { notesCollection, storedNoteId } from '../../api/src/features/notes/stored-note.ts'
import { readingCollection, readingId } from '../../api/src/features/reading/stored-reading.ts'
import type { DocumentStore, StoreOperations } from '../../api/src/platform/store/document-store.ts'
import { type Quarter, quarterAfter } from '@portal/domain/quarter'
import { materialTypes } from '@portal/domain/slot-names'

/** What a portal of the sample's size has; the sample foundation itself has as many people, papers and slots. */
export const sampleSize = { people: 10, papers: 32, versions: 3, notes: 20, audit: 500 }

const pagesEach = 12
const slots = Object.keys(materialTypes).filter((slot) => slot !== 'agenda')
const topics = ['Budget', 'Minutes', 'Spend-down', 'Cash flow', 'Policy', 'Report', 'Grant docket']
const page =
  'The committee reviewed the annual surplus and the spend-down plan and recommends the budget as it was presented.'

/** The quarter that the members of the grown portal read. */
export const readQuarter: Quarter = { year: 2026, quarter: 4 }
export const paperId = (n: number) => `paper-${n}`

/**
 * Fills a store with a portal `times` as large as the sample: as many more people, papers, versions, slots, notes and
 * entries of the audit. The readers' own notes and reading grow, too.
 */
export async function growPortal(
  store: DocumentStore,
  blobs: BlobStore,
  { times, readers }: { times: number; readers: readonly string[] },
): Promise<void> {
  const papers = sampleSize.papers * times
  const all = [
    ...peopleOf(sampleSize.people * times),
    ...papersOf(papers),
    ...notesOf(sampleSize.people * sampleSize.notes * times, papers, readers),
    ...readingOf(papers, readers),
  ]
  await createAll(store, all)
  for (let n = 0; n < papers; n += 1) {
    const text = JSON.stringify(Array.from({ length: pagesEach }, (_, at) => textOf(n, at)))
    await blobs.put(textKey(hashOf(n, sampleSize.versions)), Buffer.from(text))
  }
  await createAll(withAuditChain(store), auditOf(sampleSize.audit * times, papers))
}

export type Entry = [collection: string, id: string, body: Record<string, unknown>]

export async function createAll(store: DocumentStore, entries: Entry[]): Promise<void> {
  // Firestore takes at most 500 writes in a transaction.
  for (let at = 0; at < entries.length; at += 200) {
    await store.transaction(async (inside: StoreOperations) => {
      for (const [collection, id, body] of entries.slice(at, at + 200)) {
        await inside.create(collection, id, body)
      }
    })
  }
}

export function peopleOf(count: number): Entry[] {
  return Array.from({ length: count }, (_, n) => [
    'directory',
    `person-${n}`,
    {
      name: `Person ${n}`,
      role: n % 3 === 0 ? 'Trustee' : 'Program officer',
      type: n % 3 === 0 ? 'board' : 'staff',
      title: `${topics[n % topics.length]} lead`,
      department: 'Finance',
      email: `person-${n}@larkspur.example`,
      bio: page,
    },
  ])
}

/** Each paper with its versions, and the slot that shows it, the newest in the quarter that is read. */
function papersOf(count: number): Entry[] {
  return Array.from({ length: count }, (_, n): Entry[] => {
    const id = paperId(n)
    const { year, quarter } = quarterAfter(readQuarter, -Math.floor(n / slots.length))
    const slot = `meeting-${year}-q${quarter}-${slots[n % slots.length]}`
    const folder = { path: `Board/${year} Q${quarter}`, parent_folder: `${year} Q${quarter}` }
    const paper = paperOf(n, { ...folder, id, version: sampleSize.versions })
    const { sha256: _sha256, modified_time: at, ...content } = paper
    const versions = Array.from({ length: sampleSize.versions }, (_unused, index): Entry => {
      const number = index + 1
      const sha256 = hashOf(n, number)
      const body = { paper: id, number, sha256, modified_time: at, arrived_at: at, content }
      return [versionsCollection.name, versionId(id, number), body]
    })
    const mapping = { active: true, documentId: id, mimeType: paper.mime_type }
    return [
      [documentsCollection.name, id, paper],
      ...versions,
      ...(year >= 1970 ? [[mappingsCollection.name, slot, mapping] satisfies Entry] : []),
    ]
  }).flat()
}

type Paper = { id: string; path: string; parent_folder: string; version: number; pages?: number }

/** A paper whose texts are `textOf` this number. */
export function paperOf(n: number, { id, version, pages = pagesEach, ...folder }: Paper) {
  return storedPaper(id, {
    ...folder,
    pages,
    text: 'made',
    mime_type: 'application/pdf',
    title: `${topics[n % topics.length]} ${n}`,
    sha256: hashOf(n, version),
  })
}

function notesOf(count: number, papers: number, readers: readonly string[]): Entry[] {
  return Array.from({ length: count }, (_, n) => {
    const uid = readers[n % readers.length]!
    const documentId = paperId(Math.floor(n / readers.length) % papers)
    const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
    const at = '2026-11-03T08:00:00.000Z'
    const selector = [
      {
        type: 'FragmentSelector',
        conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
        value: 'page=4',
      },
      { type: 'TextQuoteSelector', exact: 'annual surplus', prefix: 'the ', suffix: ' and' },
      { type: 'TextPositionSelector', start: 27, end: 41 },
    ]
    const target = { version: sampleSize.versions, selector }
    const body = { uid, documentId, createdAt: at, changedAt: at, color: 'yellow', text: 'Ask.' }
    return [
      notesCollection.name,
      storedNoteId(uid, documentId, id),
      { ...body, target, paper: documentId, born: '' },
    ]
  })
}

function readingOf(papers: number, readers: readonly string[]): Entry[] {
  return readers.flatMap((uid) =>
    Array.from({ length: papers }, (_, n): Entry => {
      const documentId = paperId(n)
      const seconds = Array.from({ length: pagesEach }, (_unused, at) => (at < n % 12 ? 20 : 0))
      const versions = [{ version: 2, seconds, readAt: '2026-11-03T08:00:00.000Z' }]
      return [readingCollection.name, readingId(uid, documentId), { uid, documentId, versions }]
    }),
  )
}

function auditOf(count: number, papers: number): Entry[] {
  const began = Date.UTC(2026, 9, 1)
  return Array.from({ length: count }, (_, n) => {
    const who = 'ruth.abelman@larkspur.example'
    const at = new Date(began + n * 1000).toISOString()
    const subject = paperId(n % papers)
    return [
      auditCollection,
      `entry-${n}`,
      { at, by: { email: who }, who, what: 'mapping saved', subject, before: null, after: {} },
    ]
  })
}

export function hashOf(n: number, version: number): string {
  return createHash('sha256').update(`${n}-${version}`).digest('hex')
}

export function textOf(n: number, at: number): string {
  return `${topics[n % topics.length]} ${n}, page ${at + 1}. ${page} ${`${page} `.repeat(8)}`
}
