import type { Person } from '@portal/contract/portal'
import type { SearchResults } from '@portal/contract/search'
import type { BlobStore } from '../documents/blob-store.ts'
import type { Log } from '../http/log.ts'
import { Refusal } from '../refusal.ts'
import type { DocumentStore } from '../store/document-store.ts'
import { createSearchFeed } from './search-feed.ts'
import { type SearchThread, startSearchThread } from './search-thread.ts'
import { wordsOf } from './search-words.ts'

export type SearchService = {
  ready: Promise<void>
  /** Documents that fit the words of `q`. Refuses with `badRequest` where `q` has none. */
  find: (person: Person, q: string, limit: number) => Promise<SearchResults>
  /** Begins to build the index, so that the first question needn't wait for it. */
  start: () => void
  stop: () => Promise<void>
}

/** How long a broken index is left alone before it is built anew, in ms. */
const rest = 30_000

/** Every member may find every synced document: whoever may read them all. */
export function createSearchService({
  store,
  blobs,
  log,
}: {
  store: DocumentStore
  blobs: BlobStore
  log: Log
}): SearchService {
  // A store may tell what is there before `watch` has returned.
  let thread: SearchThread | undefined
  let handing = false
  let stopped = false
  let resting: NodeJS.Timeout | undefined

  const feed = createSearchFeed({ store, blobs, onChange: () => thread && handOn(thread) })

  /** What can't be handed on leaves the index as it is for a while; then it is begun anew. */
  const handOn = (to: SearchThread) => {
    if (handing || resting || stopped) return
    handing = true
    void feed
      .handOn(to.ask)
      .catch((cause: unknown) => {
        if (!stopped) restLater(to, cause)
      })
      .finally(() => (handing = false))
  }

  const restLater = (failed: SearchThread, cause: unknown) => {
    log.error('the search index is built anew in a while', { cause })
    thread = undefined
    void failed.stop()
    resting = setTimeout(() => {
      resting = undefined
      start()
    }, rest)
    resting.unref()
  }

  const start = (): SearchThread | undefined => {
    if (stopped || resting) return undefined
    if (!thread) {
      thread = startSearchThread()
      feed.restart()
      handOn(thread)
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
      const answer = await start()
        ?.ask({ kind: 'find', q, limit })
        .catch(() => undefined)
      if (!answer) {
        const retryAfter = rest / 1000
        throw new Refusal('unavailable', 'The search is being prepared; please try again soon.', {
          retryAfter,
        })
      }
      const hits = answer.hits.flatMap((hit) => {
        const document = feed.document(hit.id)
        // Gone from the drive, and not yet from the index.
        if (!document) return []
        const { name, title, path } = document
        return [{ ...hit, name, title, path }]
      })
      return { hits, total: answer.total, complete: feed.isComplete() }
    },
    async stop() {
      stopped = true
      clearTimeout(resting)
      await feed.stop()
      await thread?.stop()
    },
  }
}
