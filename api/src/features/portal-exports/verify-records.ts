import * as z from 'zod/mini'
import { revisionNumber } from '@portal/contract/bounds'
import { exportedSchemas } from './exported-schemas.ts'
import { rawCollection } from '../../platform/store/collection.ts'
import type { DocumentStore, Stored } from '../../platform/store/document-store.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import { isShallow, isStoredTime } from '../../platform/store/store-rules.ts'
import {
  collectionsIn,
  type ExportedCollection,
  exportedCollections,
} from './exported-collections.ts'
import { exportedDocument, exportedVersion, imagesIn, papersOf } from './exported-content.ts'
import type { ExportedPaper } from './exported-content.ts'
import { ImportError } from './import-error.ts'
import type { Archive } from './open-archive.ts'
import { storedLines } from './planned-files.ts'

type StoredRecord = Stored<Record<string, unknown>>

const record = z.object({
  id: z.string(),
  revision: revisionNumber,
  updatedAt: z.string().check(z.refine(isStoredTime)),
})

/** Documents and versions, which are compared in memory. */
const mostPapers = 500_000
/** A batch of records is stored in one transaction. */
const batchLimits = { records: 500, bytes: 4_000_000 }

/** What the records of an archive refer to, and how many there are. */
export type ArchiveRecords = {
  papers: ExportedPaper[]
  /** The hashes of images. */
  images: Set<string>
  agendas: Set<string>
  count: Record<ExportedCollection, number>
}

export type Draft = { store: DocumentStore; clock: { at: Date } }

/**
 * Reads every record of an archive, checks that the portal could have written it and that the store accepts it, and
 * stores it in the draft: nothing that comes later can fail halfway because of a record. `clock` is the draft's.
 */
export async function verifyRecords(
  { bytes, manifest }: Pick<Archive, 'bytes' | 'manifest'>,
  draft: Draft,
): Promise<ArchiveRecords> {
  const documents: z.infer<typeof exportedDocument>[] = []
  const versions: z.infer<typeof exportedVersion>[] = []
  const images = new Set<string>()
  const agendas = new Set<string>()
  const count = Object.fromEntries(
    Object.keys(exportedCollections).map((collection) => [collection, 0]),
  ) as ArchiveRecords['count']
  const note = (collection: ExportedCollection, stored: StoredRecord) => {
    count[collection] += 1
    if (collection === 'documents') documents.push(z.parse(exportedDocument, stored))
    if (collection === 'paper_versions') versions.push(z.parse(exportedVersion, stored))
    if (documents.length + versions.length > mostPapers) throw new Error('There are too many.')
    if (collection === 'agendas') agendas.add(stored.id)
    if (collection === 'resource_mappings' || collection === 'directory') {
      for (const hash of imagesIn(stored)) images.add(hash)
    }
  }
  for (const collection of collectionsIn(manifest.files)) {
    const name = exportedCollections[collection]
    let line = 0
    try {
      const batch = createBatch(draft, collection)
      for await (const stored of storedLines(bytes(name))) {
        line += 1
        const checked = checkedRecord(collection, stored)
        note(collection, checked)
        await batch.add(checked)
      }
      await batch.end()
    } catch (cause) {
      if (cause instanceof ImportError) throw cause
      throw new ImportError(
        `The archive is damaged: ${name} can’t be read. Line ${line} is no record of a portal: ${reasonOf(cause)}.`,
        { cause },
      )
    }
  }
  return { papers: papersOf(documents, versions), images, agendas, count }
}

function checkedRecord(
  collection: ExportedCollection,
  line: Record<string, unknown>,
): StoredRecord {
  if (!isShallow(line)) throw new Error('it is nested too deeply')
  const stored = { ...line, ...z.parse(record, line) }
  exportedSchemas[collection](stored)
  return stored
}

/** Stores records in the draft, which refuses what no store accepts: a size, an id, or an id twice. */
function createBatch({ store, clock }: Draft, collection: ExportedCollection) {
  let held: StoredRecord[] = []
  let size = 0
  const end = async () => {
    const records = held
    held = []
    size = 0
    if (records.length === 0) return
    await store.transaction(async (inside) => {
      for (const stored of records) {
        clock.at = new Date(stored.updatedAt)
        const { id, revision } = stored
        await rawCollection(inside, collection).create(id, bodyOf(stored), revision)
      }
    })
  }
  return {
    async add(stored: StoredRecord) {
      held.push(stored)
      size += JSON.stringify(stored).length
      if (held.length >= batchLimits.records || size >= batchLimits.bytes) await end()
    },
    end,
  }
}

function reasonOf(cause: unknown): string {
  if (cause instanceof z.core.$ZodError) {
    const [issue] = cause.issues
    return `${issue?.path.join('.') || 'it'} is not valid`
  }
  return cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause)
}
