import type { BlobStore } from '../documents/blob-store.ts'
import {
  textKey,
  watchDocuments,
  type SyncedDocument,
} from '../documents/synced-documents-service.ts'
import type { DocumentStore } from '../store/document-store.ts'
import type { SearchJob } from './search-thread.ts'

export type SearchFeed = {
  /** Whether everything that is known has reached the index. */
  isComplete: () => boolean
  /** What is known of a document now, whatever the index still holds. */
  document: (id: string) => SyncedDocument | undefined
  /** Resolves when the collection has been read once. */
  ready: Promise<void>
  /** Everything is to be handed on anew, to an empty index. */
  restart: () => void
  /** Resolves when there is nothing more to hand on. */
  handOn: (index: (job: SearchJob) => Promise<unknown>) => Promise<void>
  stop: () => Promise<void>
}

type Parts = { store: DocumentStore; blobs: BlobStore; onChange: () => void }

/** Watches the documents and hands on what an index needs: each document once, and again when its words change. */
export function createSearchFeed({ store, blobs, onChange }: Parts): SearchFeed {
  const known = new Map<string, SyncedDocument>()
  /** What has reached the index, by what it was made of. */
  const handed = new Map<string, string>()
  const waiting = new Set<string>()

  const heard = (id: string, document: SyncedDocument | undefined) => {
    if (document) known.set(id, document)
    else known.delete(id)
    if (handed.get(id) === versionOf(known.get(id))) return
    waiting.add(id)
    onChange()
  }
  const watching = watchDocuments(store, heard)
  const ready = watching.then(() => undefined)
  ready.catch(() => undefined)

  const handOn = async (id: string, index: (job: SearchJob) => Promise<unknown>) => {
    const document = known.get(id)
    if (!document) {
      handed.delete(id)
      return index({ kind: 'remove', id })
    }
    const { name, title, path, text, sha256 } = document
    const bytes = text === 'made' ? await blobs.read(textKey(sha256)) : undefined
    handed.set(id, versionOf(document) ?? '')
    return index({
      kind: 'put',
      document: { id, name, title, path },
      ...(bytes ? { text: new Uint8Array(await new Response(bytes).arrayBuffer()) } : {}),
    })
  }

  let handing = false
  return {
    ready,
    isComplete: () => waiting.size === 0 && !handing,
    document: (id) => known.get(id),
    restart() {
      handed.clear()
      for (const id of known.keys()) waiting.add(id)
    },
    async handOn(index) {
      await ready
      handing = true
      try {
        for (let [id] = waiting; id !== undefined; [id] = waiting) {
          // Taken out first: a change that comes meanwhile puts it in again.
          waiting.delete(id)
          await handOn(id, index).catch((cause: unknown) => {
            waiting.add(id)
            throw cause
          })
        }
      } finally {
        handing = false
      }
    },
    async stop() {
      const unwatch = await watching.catch(() => undefined)
      unwatch?.()
    },
  }
}

/** Undefined where there is no document. */
function versionOf(document: SyncedDocument | undefined): string | undefined {
  if (!document) return undefined
  const { name, title, path, text, sha256 } = document
  return [name, title, path, text === 'made' ? sha256 : ''].join('\n')
}
