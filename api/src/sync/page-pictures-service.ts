import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BlobStore } from '../documents/blob-store.ts'
import { originalKey } from '../documents/synced-documents-service.ts'
import { type PagesLook, startFirstPageRenderer } from './first-page.ts'

export type { PagesLook }
import type { Bitmap } from './picture-difference.ts'
import { makeWorkFolder } from '../work-folder.ts'

/** Pages of two originals, from 1, and their texts that are left out. */
export type PagePair = Record<'older' | 'newer', { page: number; without: readonly string[] }>

/**
 * How long the pictures of two papers may take, in ms: a reader's request ends after 30 s. Most pages take some 50 ms, a
 * page of a scan up to 300.
 */
const longestComparison = 20_000

/**
 * How pages of two originals (SHA-256 in hex) look when they are drawn, with their form fields and annotations; undefined
 * for pages that can't be drawn, and when the time is over.
 */
export async function comparedLooks(
  blobs: BlobStore,
  originals: { older: string; newer: string },
  pairs: readonly PagePair[],
  signal: AbortSignal,
): Promise<(PagesLook | undefined)[]> {
  if (pairs.length === 0) return []
  const folder = await makeWorkFolder()
  const renderer = startFirstPageRenderer()
  const stop = () => void renderer.stop()
  signal.addEventListener('abort', stop)
  const end = performance.now() + longestComparison
  try {
    const fetched = async (side: 'older' | 'newer') => {
      const bytes = await blobs.read(originalKey(originals[side]))
      const path = join(folder, side)
      if (bytes) await pipeline(Readable.from(bytes), createWriteStream(path), { signal })
      return bytes && path
    }
    const [older, newer] = [await fetched('older'), await fetched('newer')]
    if (!older || !newer) return []
    const found: (PagesLook | undefined)[] = []
    for (const pair of pairs) {
      signal.throwIfAborted()
      if (performance.now() > end) break
      const pages = {
        older: { path: older, ...pair.older },
        newer: { path: newer, ...pair.newer },
      }
      found.push(await renderer.compare(pages))
    }
    return found
  } finally {
    signal.removeEventListener('abort', stop)
    await renderer.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Draws pages of an original, from 1; without those that can't be drawn. */
export async function* drawnPages(
  blobs: Pick<BlobStore, 'read'>,
  { sha256, pages }: { sha256: string; pages: readonly number[] },
  signal: AbortSignal,
): AsyncGenerator<{ page: number; picture: Bitmap }> {
  const bytes = await blobs.read(originalKey(sha256))
  if (!bytes) return
  const folder = await makeWorkFolder()
  const renderer = startFirstPageRenderer()
  try {
    const path = join(folder, 'paper')
    await pipeline(Readable.from(bytes), createWriteStream(path), { signal })
    for (const page of pages) {
      signal.throwIfAborted()
      // oxlint-disable-next-line no-await-in-loop -- one worker, which draws page by page
      const picture = await renderer.draw(path, page)
      if (picture) yield { page, picture }
    }
  } finally {
    await renderer.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
