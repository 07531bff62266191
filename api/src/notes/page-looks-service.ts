import { AsyncLocalStorage } from 'node:async_hooks'
import type { BlobStore } from '../documents/blob-store.ts'
import { drawnPages } from '../sync/page-pictures-service.ts'
import type { PageLooks } from './anchors/page-by-look.ts'
import { type PageLook, pageLook } from './anchors/page-look.ts'

export type PageLooksService = {
  /** The looks of an original's pages; undefined if there are too many pages, or if it takes too long for now. */
  of: (sha256: string, pages: readonly number[]) => Promise<PageLooks | undefined>
  stop: () => Promise<void>
}

/** Drawing a page of a scan takes up to a tenth of a second. */
const mostPages = 200
/** How long a reader's request waits, in ms; rendering continues in the background for the next one. */
const longestWait = 8000
/** Originals whose looks are kept in memory: up to 6 MB each. */
const mostKept = 4

/** Renders pages without text in a worker thread, one original at a time. */
export function createPageLooksService(blobs: Pick<BlobStore, 'read'>): PageLooksService {
  const kept = new Map<string, Promise<PageLooks>>()
  // Runs outside the request, because it may exceed the request's time limit.
  const inBackground = AsyncLocalStorage.snapshot()
  const stopping = new AbortController()
  let turn: Promise<unknown> = Promise.resolve()

  const draw = async (sha256: string, pages: readonly number[]): Promise<PageLooks> => {
    const looks = new Map<number, PageLook>()
    for await (const drawn of drawnPages(blobs, { sha256, pages }, stopping.signal)) {
      looks.set(drawn.page, pageLook(drawn.picture))
    }
    // Not cached, because the original may be available again later.
    if (looks.size === 0) throw new Error('No page could be drawn.')
    return looks
  }

  const drawInTurn = (sha256: string, pages: readonly number[]): Promise<PageLooks> => {
    const drawn = turn.then(() => inBackground(() => draw(sha256, pages)))
    turn = drawn.catch(() => kept.delete(sha256))
    kept.set(sha256, drawn)
    for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest)
    return drawn
  }

  return {
    async of(sha256, pages) {
      if (pages.length === 0 || pages.length > mostPages) return undefined
      const looks = kept.get(sha256) ?? drawInTurn(sha256, pages)
      const { promise: late, resolve } = Promise.withResolvers<undefined>()
      const timer = setTimeout(() => resolve(undefined), longestWait)
      try {
        // A page that can't be rendered isn't compared.
        return await Promise.race([looks.catch(() => undefined), late])
      } finally {
        clearTimeout(timer)
      }
    },
    async stop() {
      stopping.abort()
      await turn
    },
  }
}
