import type { ResourceMapping } from '@portal/contract/mappings'
import * as z from 'zod/mini'
import type { SyncedDocumentsService } from '../documents/documents-feature.ts'
import type { Log } from '../../platform/log.ts'
import type { DocumentStore, Stored, StoreOperations } from '../../platform/store/document-store.ts'
import { bodyOf } from '../../platform/store/stored-body.ts'
import {
  mappingsCollection,
  shownMapping,
  type StoredMapping,
  storedMapping,
} from './stored-mapping.ts'

/** The mappings in memory, each with the current metadata of its document. */
export type MappingsInMemory = {
  ready: Promise<void>
  /** Incremented with every change of a mapping or a mapped document. */
  version: () => number
  get: (id: string) => ResourceMapping | undefined
  all: () => ResourceMapping[]
  /** Whether it is stored apart, as the slot of a closed item. */
  isClosed: (id: string) => boolean
  /** The papers that a slot holds or held, as they are stored now. */
  papersIn: (transaction: StoreOperations, id: string) => Promise<string[]>
  moving: typeof mappingsCollection.moving
  /** The slots whose stored mapping names its paper, and isn't stored apart. */
  naming: () => { id: string; documentId: string }[]
  /** Stores a slot without the name and the address of its paper, if it still has this one. */
  withoutName: (transaction: StoreOperations, id: string, documentId: string) => Promise<void>
  /** The documents that a slot held before its current one, newest first. */
  earlierDocuments: (id: string) => readonly string[]
  document: SyncedDocumentsService['get']
  /** A stored mapping in the contract's form. */
  shownOf: (stored: Stored<Record<string, unknown>>) => ResourceMapping
}

export function createMappingsInMemory({
  store,
  documents,
  log,
}: {
  store: DocumentStore
  documents: SyncedDocumentsService
  log: Log
}): MappingsInMemory {
  const broken = (id: string, cause: unknown) =>
    log.error('a stored document can’t be read', { id, cause })
  const mappings = mappingsCollection.hotClosable(store, broken)
  const show = (stored: StoredMapping & { id: string; revision: number; updatedAt: string }) => {
    const { documentId } = stored
    return shownMapping(stored, documentId === undefined ? undefined : documents.get(documentId))
  }
  return {
    ready: Promise.all([mappings.ready, documents.ready]).then(() => undefined),
    version: () => mappings.version() + documents.version(),
    get(id) {
      const stored = mappings.get(id)
      return stored && show(stored)
    },
    all: () => mappings.all().map(show),
    isClosed: mappings.isClosed,
    async papersIn(transaction, id) {
      const stored = await mappingsCollection.in(transaction).find(id)
      const { documentId, earlierDocuments = [] } = stored ?? {}
      return [...(documentId === undefined ? [] : [documentId]), ...earlierDocuments]
    },
    moving: mappingsCollection.moving,
    naming: () =>
      mappings.all().flatMap(({ id, documentId, documentName, webViewLink }) => {
        const isNamed = documentName !== undefined || webViewLink !== undefined
        return documentId !== undefined && isNamed && !mappings.isClosed(id)
          ? [{ id, documentId }]
          : []
      }),
    async withoutName(transaction, id, documentId) {
      const collection = mappingsCollection.raw(transaction)
      const stored = await collection.get(id)
      if (stored?.['documentId'] !== documentId) return
      const { documentName: _, webViewLink: __, ...body } = bodyOf(stored)
      await collection.update(id, body, stored.revision)
    },
    earlierDocuments: (id) => mappings.get(id)?.earlierDocuments ?? [],
    document: documents.get,
    shownOf(stored) {
      const { id, revision, updatedAt } = stored
      return show({ ...z.parse(storedMapping, stored), id, revision, updatedAt })
    },
  }
}
