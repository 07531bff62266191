import type { BlobStore } from '../../platform/files/blob-store.ts'
import { textKey, watchDocuments, type SyncedDocument } from '../documents/documents-feature.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import type { SearchJob } from './search-thread.ts'

export type SearchFeed = {
  /** Whether the index reflects every known document. */
  isComplete: () => boolean
  /** The document's current state, which may be newer than the index. */
  document: (id: string) => SyncedDocument | undefined
  /** Every known document, by id. */
  documents: () => ReadonlyMap<string, SyncedDocument>
  /** Increases with every change of a document. */
  version: () => number
  /** Resolves when the collection has been read once. */
  ready: Promise<void>
  /** Papers that are gone, or whose text in the index is outdated: no search may find them. */
  outdated: () => ReadonlySet<string>
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
  const outdated = new Set<string>()
  let changes = 0

  /** Compares a document with what the index holds of it. */
  const compare = (id: string) => {
    const sent = sentVersions.get(id)
    const current = versionOf(known.get(id))
    if (isOutdated(sent, current)) outdated.add(id)
    else outdated.delete(id)
    if (sent !== current) waiting.add(id)
  }

  const onDocumentChange = (id: string, document: SyncedDocument | undefined) => {
    changes += 1
    if (document) known.set(id, document)
    else known.delete(id)
    compare(id)
    if (waiting.has(id)) onChange()
  }
  const watching = watchDocuments(store, onDocumentChange)
  const ready = watching.then(() => undefined)
  ready.catch(() => undefined)

  const jobFor = async (id: string, document: SyncedDocument | undefined): Promise<SearchJob> => {
    if (!document) return { kind: 'remove', id }
    const { name, title, path, text, sha256 } = document
    const bytes = text === 'made' ? await blobs.read(textKey(sha256)) : undefined
    return {
      kind: 'put',
      document: { id, name, title, path, version: versionOf(document) ?? '' },
      ...(bytes ? { text: new Uint8Array(await new Response(bytes).arrayBuffer()) } : {}),
    }
  }
  const sendPending = async (id: string, index: (job: SearchJob) => Promise<unknown>) => {
    const document = known.get(id)
    await index(await jobFor(id, document))
    const version = versionOf(document)
    if (version === undefined) sentVersions.delete(id)
    else sentVersions.set(id, version)
    // The document may have changed meanwhile.
    compare(id)
  }

  let sending = false
  return {
    ready,
    isComplete: () => waiting.size === 0 && !sending,
    document: (id) => known.get(id),
    documents: () => known,
    version: () => changes,
    outdated: () => outdated,
    restart(versions = new Map()) {
      sentVersions.clear()
      waiting.clear()
      outdated.clear()
      for (const [id, version] of versions) sentVersions.set(id, version)
      for (const id of [...sentVersions.keys(), ...known.keys()]) compare(id)
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

/** Whether an index with the version `sent` would find a paper by a text that isn't its own any more. */
function isOutdated(sent: string | undefined, current: string | undefined): boolean {
  if (sent === undefined) return false
  if (current === undefined) return true
  return textOf(sent) !== '' && textOf(sent) !== textOf(current)
}

/** The hash of the original whose text a version has; empty for one without a text. */
function textOf(version: string): string {
  return version.slice(version.lastIndexOf('\n') + 1)
}

/** Undefined for a missing document. */
function versionOf(document: SyncedDocument | undefined): string | undefined {
  if (!document) return undefined
  const { name, title, path, text, text_version: read, sha256 } = document
  const way = read === undefined ? [] : [String(read)]
  return [name, title, path, ...way, text === 'made' ? sha256 : ''].join('\n')
}
