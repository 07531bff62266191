import type { BlobStore } from '../documents/blob-store.ts'
import {
  textKey,
  watchDocuments,
  type SyncedDocument,
} from '../documents/synced-documents-service.ts'
import type { DocumentStore } from '../store/document-store.ts'
import type { SearchJob } from './search-thread.ts'

export type SearchFeed = {
  /** Whether the index reflects every known document. */
  isComplete: () => boolean
  /** The document's current state, which may be newer than the index. */
  document: (id: string) => SyncedDocument | undefined
  /** Resolves when the collection has been read once. */
  ready: Promise<void>
  /** The number of pages to index. */
  pages: () => number
  /** Starts over for an index that holds these versions: marks what it lacks, and what it must remove. */
  restart: (versions?: ReadonlyMap<string, string>) => void
  /** Sends the pending changes to the index; resolves when none are left. */
  sendPending: (index: (job: SearchJob) => Promise<unknown>) => Promise<void>
  stop: () => Promise<void>
}

type Parts = { store: DocumentStore; blobs: BlobStore; onChange: () => void }

/** Watches the documents and sends each to an index, again when its text changes. */
export function createSearchFeed({ store, blobs, onChange }: Parts): SearchFeed {
  const known = new Map<string, SyncedDocument>()
  /** The version of each document that the index holds. */
  const sentVersions = new Map<string, string>()
  const waiting = new Set<string>()

  let pages = 0

  const onDocumentChange = (id: string, document: SyncedDocument | undefined) => {
    pages += pagesOf(document) - pagesOf(known.get(id))
    if (document) known.set(id, document)
    else known.delete(id)
    if (sentVersions.get(id) === versionOf(known.get(id))) return
    waiting.add(id)
    onChange()
  }
  const watching = watchDocuments(store, onDocumentChange)
  const ready = watching.then(() => undefined)
  ready.catch(() => undefined)

  const sendPending = async (id: string, index: (job: SearchJob) => Promise<unknown>) => {
    const document = known.get(id)
    if (!document) {
      sentVersions.delete(id)
      return index({ kind: 'remove', id })
    }
    const { name, title, path, text, sha256 } = document
    const bytes = text === 'made' ? await blobs.read(textKey(sha256)) : undefined
    const version = versionOf(document) ?? ''
    sentVersions.set(id, version)
    return index({
      kind: 'put',
      document: { id, name, title, path, version },
      ...(bytes ? { text: new Uint8Array(await new Response(bytes).arrayBuffer()) } : {}),
    })
  }

  let sending = false
  return {
    ready,
    isComplete: () => waiting.size === 0 && !sending,
    document: (id) => known.get(id),
    pages: () => pages,
    restart(versions = new Map()) {
      sentVersions.clear()
      waiting.clear()
      for (const [id, version] of versions) {
        sentVersions.set(id, version)
        if (!known.has(id)) waiting.add(id)
      }
      for (const [id, document] of known) {
        if (sentVersions.get(id) !== versionOf(document)) waiting.add(id)
      }
    },
    async sendPending(index) {
      await ready
      sending = true
      try {
        for (let [id] = waiting; id !== undefined; [id] = waiting) {
          // Removed first: a change that arrives in the meantime adds it again.
          waiting.delete(id)
          await sendPending(id, index).catch((cause: unknown) => {
            waiting.add(id)
            throw cause
          })
        }
      } finally {
        sending = false
      }
    },
    async stop() {
      const unwatch = await watching.catch(() => undefined)
      unwatch?.()
    },
  }
}

function pagesOf(document: SyncedDocument | undefined): number {
  if (!document) return 0
  return document.text === 'made' ? (document.pages ?? 1) : 1
}

/** Undefined for a missing document. */
function versionOf(document: SyncedDocument | undefined): string | undefined {
  if (!document) return undefined
  const { name, title, path, text, sha256 } = document
  return [name, title, path, text === 'made' ? sha256 : ''].join('\n')
}
