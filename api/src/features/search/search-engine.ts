import { AsyncLocalStorage } from 'node:async_hooks'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import { makeWorkFolder } from '../../platform/files/work-folder.ts'
import type { Log } from '../../platform/log.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { Refusal } from '../../refusal.ts'
import type { SyncedDocument } from '../documents/documents-feature.ts'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SearchEntry } from './entry-index.ts'
import { createSearchFeed } from './search-feed.ts'
import { type SearchJob, type SearchThread, startSearchThread } from './search-thread.ts'
import type { IndexHits } from './sqlite-search-index.ts'

const temporary = { prefix: 'board-portal-search-' }

/** A list of entries, which is indexed again when `source` is a different object. */
type SearchList = { name: string; source: object; entries: () => SearchEntry[] }

type SearchQuery = {
  q: string
  limit: number
  /** Only these ids. */
  ids?: ReadonlySet<string> | undefined
  /** Factors of how well something fits, by its id. */
  boosts?: ReadonlyMap<string, number> | undefined
  /**
   * Papers that the caller may not read, evaluated when the index is searched. The thread receives a set once: the same
   * set is the same object.
   */
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
  /** Kept for the next start; by default a temporary file, which isn't kept. */
  indexFile?: string | undefined
  /** Delay before indexing is retried after an error, in ms. */
  retryDelay?: number | undefined
}

/** Runs the index's thread, sends it what changes, and starts another one if it dies. */
export function createSearchEngine({
  store,
  blobs,
  log,
  indexFile,
  retryDelay = 30_000,
}: SearchEngineParts): SearchEngine {
  let thread: SearchThread | undefined
  let opening: Promise<void> | undefined
  let temporaryFolder: string | undefined
  let isSending = false
  let stopped = false
  let retryTimer: NodeJS.Timeout | undefined
  // A search opens the index, but what is indexed then isn't that request's work.
  const inBackground = AsyncLocalStorage.snapshot()
  const sentLists = new WeakMap<SearchThread, Map<string, object>>()
  const hiddenSets = createHiddenSets()

  const feed = createSearchFeed({ store, blobs, onChange: () => thread && sendPending() })

  const sendPending = () => {
    const to = thread
    if (!to || isSending || opening || retryTimer || stopped) return
    isSending = true
    void inBackground(() => feed.sendPending((job) => to.ask(job)))
      .catch(retryLater)
      .finally(() => {
        isSending = false
        // A change arrived after the last one was sent and before this run ended.
        if (!feed.isComplete()) sendPending()
      })
  }

  const open = () => {
    if (stopped || opening || retryTimer) return
    opening = openThread()
      .then(() => (opening = undefined))
      .then(sendPending)
  }
  const openThread = async (): Promise<void> => {
    try {
      if (indexFile === undefined) temporaryFolder ??= await makeWorkFolder(temporary)
      if (stopped) return
      thread = startSearchThread(indexFile ?? join(temporaryFolder!, 'search.sqlite'))
      const { versions } = await thread.ask({ kind: 'versions' })
      feed.restart(versions)
    } catch (cause) {
      await thread?.stop()
      retryLater(cause)
    }
  }

  /** Retries an unreadable text after a delay while the rest is indexed; starts another thread if this one has died. */
  const retryLater = (cause: unknown) => {
    if (stopped || retryTimer) return
    const isDead = thread?.isDead() ?? true
    log.error('the search index will be retried', { cause, isDead })
    if (isDead) thread = undefined
    retryTimer = setTimeout(() => {
      retryTimer = undefined
      if (thread) sendPending()
      else open()
    }, retryDelay)
    retryTimer.unref()
  }

  const ask = async ({ hidden, ...query }: SearchQuery, list: SearchList | undefined) => {
    await feed.ready
    if (!thread) open()
    await opening
    const current = thread
    if (!current) return undefined
    const answers: Promise<unknown>[] = []
    if (list) {
      const sent = sentLists.get(current) ?? new Map<string, object>()
      sentLists.set(current, sent)
      const { name, source, entries } = list
      if (sent.get(name) !== source) {
        sent.set(name, source)
        answers.push(current.ask({ kind: 'list', list: name, entries: entries() }))
      }
    }
    const left = list ? { jobs: [] } : hiddenSets.of(current, hidden?.())
    answers.push(...left.jobs.map((job) => current.ask(job)))
    const among = list
      ? { list: list.name }
      : { without: new Set(feed.outdated()), hidden: left.set }
    const hits = current.ask({ kind: 'find', ...query, ...among })
    try {
      const [answer] = await Promise.all([hits, ...answers])
      return answer
    } catch (cause) {
      if (list) sentLists.get(current)?.delete(list.name)
      else hiddenSets.forget(current)
      if (current.isDead()) retryLater(cause)
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
    isComplete: () => feed.isComplete() && !opening,
    start: () =>
      void feed.ready.then(
        () => thread ?? open(),
        () => undefined,
      ),
    async stop() {
      stopped = true
      clearTimeout(retryTimer)
      await feed.stop()
      await thread?.stop()
      await opening
      if (temporaryFolder) await rm(temporaryFolder, { recursive: true, force: true })
    },
  }
}

/** How many sets a thread keeps: one for each group of people who may read the same papers. */
const mostSets = 50

/** The hidden sets that a thread has, each under a number. */
function createHiddenSets() {
  const sent = new WeakMap<SearchThread, Map<ReadonlySet<string>, number>>()
  let count = 0
  return {
    /** The number of a set, and what to send to the thread before it is used. */
    of(thread: SearchThread, ids: ReadonlySet<string> = new Set()) {
      if (ids.size === 0) return { jobs: [] }
      const known = sent.get(thread) ?? new Map<ReadonlySet<string>, number>()
      sent.set(thread, known)
      const jobs: SearchJob[] = []
      let set = known.get(ids)
      known.delete(ids)
      if (set === undefined) {
        set = count += 1
        jobs.push({ kind: 'hide', set, ids })
      }
      // The set that was used last comes last.
      known.set(ids, set)
      const [oldest] = known
      if (known.size > mostSets && oldest) {
        known.delete(oldest[0])
        jobs.push({ kind: 'unhide', set: oldest[1] })
      }
      return { set, jobs }
    },
    forget: (thread: SearchThread) => sent.delete(thread),
  }
}
