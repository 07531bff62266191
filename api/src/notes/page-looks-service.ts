import { AsyncLocalStorage } from 'node:async_hooks'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BlobStore } from '../documents/blob-store.ts'
import { originalKey } from '../documents/synced-documents-service.ts'
import { startFirstPageRenderer } from '../sync/first-page.ts'
import { makeWorkFolder } from '../work-folder.ts'
import type { PageLooks } from './anchors/page-by-look.ts'
import { pageLook } from './anchors/page-look.ts'

export type PageLooksService = {
  /** How pages of an original look; undefined if there are too many, or if it takes too long for now. */
  of: (sha256: string, pages: readonly number[]) => Promise<PageLooks | undefined>
  stop: () => Promise<void>
}

/** Drawing a page of a scan takes up to a tenth of a second. */
const mostPages = 200
/** How long a reader's notes wait for it, in ms; it is completed in the background for the next time. */
const longestWait = 8000
/** Originals whose looks are kept in memory: up to 6 MB each. */
const mostKept = 4

/** Draws pages without text in a worker thread, one original at a time. */
export function createPageLooksService(blobs: Pick<BlobStore, 'read'>): PageLooksService {
  const kept = new Map<string, Promise<PageLooks>>()
  // It may take longer than a request may wait for its ports.
  const inBackground = AsyncLocalStorage.snapshot()
  const stopping = new AbortController()
  let turn: Promise<unknown> = Promise.resolve()

  const draw = async (sha256: string, pages: readonly number[]): Promise<PageLooks> => {
    const looks = new Map<number, ReturnType<typeof pageLook>>()
    const bytes = await blobs.read(originalKey(sha256))
    if (!bytes) throw new Error('The original is missing.')
    const folder = await makeWorkFolder()
    const renderer = startFirstPageRenderer()
    try {
      const path = join(folder, 'paper')
      const { signal } = stopping
      await pipeline(Readable.from(bytes), createWriteStream(path), { signal })
      for (const page of pages) {
        signal.throwIfAborted()
        // oxlint-disable-next-line no-await-in-loop -- one worker, which draws page by page
        const bitmap = await renderer.draw(path, page)
        if (bitmap) looks.set(page, pageLook(bitmap))
      }
      return looks
    } finally {
      await renderer.stop()
      await rm(folder, { recursive: true, force: true })
    }
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
      if (pages.length > mostPages) return undefined
      const looks = kept.get(sha256) ?? drawInTurn(sha256, pages)
      const { promise: late, resolve } = Promise.withResolvers<undefined>()
      const timer = setTimeout(() => resolve(undefined), longestWait)
      try {
        // What can't be drawn isn't compared.
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
