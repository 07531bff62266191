import { AsyncLocalStorage } from 'node:async_hooks'
import type { BlobStore } from '../documents/blob-store.ts'
import type { SyncedDocument } from '../documents/synced-documents-service.ts'
import type { Log } from '../log.ts'
import { Refusal } from '../refusal.ts'
import type { DocumentStore } from '../store/document-store.ts'
import type { SearchEntry } from './entry-index.ts'
import { createSearchFeed } from './search-feed.ts'
import type { IndexHits } from './search-index.ts'
import { type SearchThread, startSearchThread } from './search-thread.ts'
import { removeIndexFile } from './sqlite-search-schema.ts'

/** A list of entries, which is indexed again when `source` is a different object. */
type SearchList = { name: string; source: object; entries: () => SearchEntry[] }

type SearchQuery = {
  q: string
  limit: number
  /** Only these. */
  ids?: ReadonlySet<string> | undefined
  /** Papers that the caller may not read, when the index is asked. */
  hidden?: (() => ReadonlySet<string>) | undefined
}

export type SearchEngine = {
  ready: Promise<void>
  /** Searches the papers, or a list. Refuses with `unavailable` while there is no index. */
  find: (query: SearchQuery, list?: SearchList) => Promise<IndexHits>
  /** A paper's current state, which may be newer than the index. */
  document: (id: string) => SyncedDocument | undefined
  /** Every paper that a search may find, by id, and a number that increases with every change. */
  documents: () => ReadonlyMap<string, SyncedDocument>
  version: () => number
  /** Whether the index reflects every paper. */
  isComplete: () => boolean
  /** Starts building the index before the first search needs it. */
  start: () => void
  stop: () => Promise<void>
}

export type SearchEngineParts = {
  store: DocumentStore
  blobs: BlobStore
  log: Log
  /** Papers with more pages than this are indexed in a file, and not in memory. */
  memoryPages?: number | undefined
  /** The file of that index. */
  indexFile: string
  /** Whether the file is kept for the next start. */
  keepsIndexFile?: boolean | undefined
  /** Delay before indexing is retried after an error, in ms. */
  retryDelay?: number | undefined
}

/** Runs the index's threads: the serving one and, while the index moves between memory and file, the next one. */
export function createSearchEngine({
  store,
  blobs,
  log,
  memoryPages = Infinity,
  indexFile,
  keepsIndexFile = true,
  retryDelay = 30_000,
}: SearchEngineParts): SearchEngine {
  let serving: SearchThread | undefined
  /** The thread that receives changes. */
  let fed: SearchThread | undefined
  let isFile = false
  /** The most recently started thread. */
  let opened: SearchThread | undefined
  let opening: Promise<void> | undefined
  let isSending = false
  let stopped = false
  let retryTimer: NodeJS.Timeout | undefined
  // A search opens the index, but what is indexed then isn't that request's work.
  const inBackground = AsyncLocalStorage.snapshot()
  const sentLists = new WeakMap<SearchThread, Map<string, object>>()

  const feed = createSearchFeed({
    store,
    blobs,
    onChange(id) {
      if (serving !== fed) forgetInServing(id)
      if (fed) sendPending()
    },
  })
  const isTooLarge = () => feed.pages() > memoryPages

  /** The index that answers receives no changes while the next one is built, and finds a changed paper no longer. */
  const forgetInServing = (id: string) => {
    serving?.ask({ kind: 'remove', id }).catch(() => undefined)
  }

  const sendPending = () => {
    if (fed && !isFile && isTooLarge()) return open()
    if (!fed || isSending || opening || retryTimer || stopped) return
    isSending = true
    // Reads `fed` for every job, because the index may move meanwhile.
    void inBackground(() => feed.sendPending(async (job) => fed?.ask(job)))
      .then(serveFed)
      .catch(retryLater)
      .finally(() => {
        isSending = false
        // A change arrived after the last one was sent and before this run ended.
        if (!feed.isComplete()) sendPending()
      })
  }

  /** Serves from the new thread once it is complete. */
  const serveFed = () => {
    if (serving === fed || opening || !feed.isComplete()) return
    void serving?.finish()
    serving = fed
  }

  const open = () => {
    if (stopped || opening || retryTimer) return
    opening = openThread()
      .then(() => (opening = undefined))
      .then(sendPending)
  }
  const openThread = async (): Promise<void> => {
    const toFile = isTooLarge()
    // The file is left from a time with more papers.
    if (!toFile) removeIndexFile(indexFile)
    const thread = startSearchThread(toFile ? { file: indexFile } : {})
    opened = thread
    try {
      const { versions } = await thread.ask({ kind: 'versions' })
      fed = thread
      isFile = toFile
      serving ??= thread
      if (serving !== fed) for (const id of feed.outdated()) forgetInServing(id)
      feed.restart(versions)
    } catch (cause) {
      await thread.stop()
      retryLater(cause)
    }
  }

  /** Retries an unreadable text after a delay while the rest is indexed; opens another index if its thread died. */
  const retryLater = (cause: unknown) => {
    if (stopped || retryTimer) return
    log.error('the search index will be retried', { cause, isDead: fed?.isDead() ?? true })
    if (serving?.isDead()) serving = undefined
    if (fed?.isDead()) fed = undefined
    retryTimer = setTimeout(() => {
      retryTimer = undefined
      if (fed) sendPending()
      else open()
    }, retryDelay)
    retryTimer.unref()
  }

  const ask = async ({ hidden, ...query }: SearchQuery, list: SearchList | undefined) => {
    await feed.ready
    if (!serving) {
      if (!fed) open()
      await opening
    }
    const thread = serving
    if (!thread) return undefined
    const asked: Promise<unknown>[] = []
    if (list) {
      const sent = sentLists.get(thread) ?? new Map<string, object>()
      sentLists.set(thread, sent)
      const { name, source, entries } = list
      if (sent.get(name) !== source) {
        sent.set(name, source)
        asked.push(thread.ask({ kind: 'list', list: name, entries: entries() }))
      }
    }
    const without = new Set([...feed.outdated(), ...(hidden?.() ?? [])])
    const among = list ? { list: list.name } : { without }
    const found = thread.ask({ kind: 'find', ...query, ...among })
    try {
      const [answer] = await Promise.all([found, ...asked])
      return answer
    } catch (cause) {
      if (list) sentLists.get(thread)?.delete(list.name)
      if (thread.isDead()) retryLater(cause)
      return undefined
    }
  }

  return {
    ready: feed.ready,
    async find(query, list) {
      const answer = await ask(query, list)
      if (answer) return answer
      throw new Refusal('unavailable', 'Search isn’t ready yet. Please try again in a moment.', {
        retryAfter: retryDelay / 1000,
      })
    },
    document: feed.document,
    documents: feed.documents,
    version: feed.version,
    isComplete: () => feed.isComplete() && !opening && serving === fed,
    start: () =>
      void feed.ready.then(
        () => fed ?? open(),
        () => undefined,
      ),
    async stop() {
      stopped = true
      clearTimeout(retryTimer)
      await feed.stop()
      await Promise.all([serving?.stop(), fed?.stop(), opened?.stop()])
      await opening
      if (!keepsIndexFile) removeIndexFile(indexFile)
    },
  }
}
