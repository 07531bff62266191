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
  /** Documents that fit the words of `q`. Refuses with `badRequest` where `q` has none. */
  find: (person: Person, q: string, limit: number) => Promise<SearchResults>
  /** Begins to build the index, so that the first question needn't wait for it. */
  start: () => void
  stop: () => Promise<void>
}

type Parts = {
  store: DocumentStore
  blobs: BlobStore
  log: Log
  /** How long the index is left alone after something went wrong, in ms. */
  rest?: number
}

/** Every member may find every synced document: whoever may read them all. */
export function createSearchService({ store, blobs, log, rest = 30_000 }: Parts): SearchService {
  // A store may tell what is there before `watch` has returned.
  let thread: SearchThread | undefined
  let handing = false
  let stopped = false
  let resting: NodeJS.Timeout | undefined

  const feed = createSearchFeed({ store, blobs, onChange: () => thread && handOn(thread) })

  const handOn = (to: SearchThread) => {
    if (handing || resting || stopped) return
    handing = true
    void feed
      .handOn(to.ask)
      .catch((cause: unknown) => restWith(to, cause))
      .finally(() => {
        handing = false
        // Came when the last was handed on, and this wasn't over.
        if (thread === to && !feed.isComplete()) handOn(to)
      })
  }

  /** A text that can't be read now is tried again in a while, the rest is found meanwhile; a dead index is built anew. */
  const restWith = (troubled: SearchThread, cause: unknown) => {
    if (stopped || resting) return
    log.error('the search index goes on in a while', { cause, isDead: troubled.isDead() })
    if (troubled.isDead()) thread = undefined
    resting = setTimeout(() => {
      resting = undefined
      if (thread) handOn(thread)
      else start()
    }, rest)
    resting.unref()
  }

  const start = (): SearchThread | undefined => {
    if (stopped || (resting && !thread)) return undefined
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
      const asked = start()
      const answer = await asked?.ask({ kind: 'find', q, limit }).catch((cause: unknown) => {
        if (asked.isDead()) restWith(asked, cause)
        return undefined
      })
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
