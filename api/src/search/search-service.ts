import type { Person } from '@portal/contract/portal'
import type { SearchResults } from '@portal/contract/search'
import type { BlobStore } from '../documents/blob-store.ts'
import type { Log } from '../log.ts'
import { Refusal } from '../refusal.ts'
import type { DocumentStore } from '../store/document-store.ts'
import { createSearchFeed } from './search-feed.ts'
import { type SearchThread, startSearchThread } from './search-thread.ts'
import { wordsOf } from './search-words.ts'

export type SearchService = {
  ready: Promise<void>
  /** Documents that match the words of `q`. Refuses with `badRequest` if `q` contains none. */
  find: (person: Person, q: string, limit: number) => Promise<SearchResults>
  /** Starts building the index, so that the first search needn't wait for it. */
  start: () => void
  stop: () => Promise<void>
}

type Parts = {
  store: DocumentStore
  blobs: BlobStore
  log: Log
  /** Delay before indexing is retried after an error, in ms. */
  retryDelay?: number
}

/** Every member may search all synced documents, since every member may read them. */
export function createSearchService({
  store,
  blobs,
  log,
  retryDelay = 30_000,
}: Parts): SearchService {
  // The store may call back before `watch` has returned.
  let thread: SearchThread | undefined
  let sending = false
  let stopped = false
  let retryTimer: NodeJS.Timeout | undefined

  const feed = createSearchFeed({ store, blobs, onChange: () => thread && sendPending(thread) })

  const sendPending = (to: SearchThread) => {
    if (sending || retryTimer || stopped) return
    sending = true
    void feed
      .sendPending(to.ask)
      .catch((cause: unknown) => retryLater(to, cause))
      .finally(() => {
        sending = false
        // A change arrived after the last one was sent and before this run ended.
        if (thread === to && !feed.isComplete()) sendPending(to)
      })
  }

  /** Retries an unreadable text after a delay while the rest is indexed; rebuilds the index if its thread died. */
  const retryLater = (troubled: SearchThread, cause: unknown) => {
    if (stopped || retryTimer) return
    log.error('the search index will be retried', { cause, isDead: troubled.isDead() })
    if (troubled.isDead()) thread = undefined
    retryTimer = setTimeout(() => {
      retryTimer = undefined
      if (thread) sendPending(thread)
      else start()
    }, retryDelay)
    retryTimer.unref()
  }

  const start = (): SearchThread | undefined => {
    if (stopped || (retryTimer && !thread)) return undefined
    if (!thread) {
      thread = startSearchThread()
      feed.restart()
      sendPending(thread)
    }
    return thread
  }

  return {
    ready: feed.ready,
    start,
    async find(_, q, limit) {
      if (wordsOf(q).length === 0) {
        throw new Refusal('badRequest', 'Please enter a word to search for.')
      }
      await feed.ready
      const asked = start()
      const answer = await asked?.ask({ kind: 'find', q, limit }).catch((cause: unknown) => {
        if (asked.isDead()) retryLater(asked, cause)
        return undefined
      })
      if (!answer) {
        const retryAfter = retryDelay / 1000
        throw new Refusal('unavailable', 'Search isn’t ready yet. Please try again in a moment.', {
          retryAfter,
        })
      }
      const hits = answer.hits.flatMap((hit) => {
        const document = feed.document(hit.id)
        // Removed from the drive, but not yet from the index.
        if (!document) return []
        const { name, title, path, mime_type, condition, first_page } = document
        const picture = first_page === undefined ? {} : { first_page }
        return [{ ...hit, name, title, path, mime_type, condition, ...picture }]
      })
      return { hits, total: answer.total, complete: feed.isComplete() }
    },
    async stop() {
      stopped = true
      clearTimeout(retryTimer)
      await feed.stop()
      await thread?.stop()
    },
  }
}
