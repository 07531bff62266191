import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BlobStore } from '../documents/blob-store.ts'
import { originalKey } from '../documents/synced-documents-service.ts'
import { type Bitmap, startFirstPageRenderer } from './first-page.ts'
import { makeWorkFolder } from '../work-folder.ts'

/** Pages of two originals, from 1. */
export type PagePair = { older: number; newer: number }

/** By how much a pixel's colour must differ to count, and what share of a page's pixels must. */
const leastDifference = 24
const leastShare = 0.0001

/**
 * Whether pages of two originals (SHA-256 in hex) look different when they are drawn; undefined for a page that can't be
 * drawn.
 */
export async function lookDifferent(
  blobs: BlobStore,
  originals: { older: string; newer: string },
  pairs: readonly PagePair[],
  signal: AbortSignal,
): Promise<(boolean | undefined)[]> {
  const folder = await makeWorkFolder()
  const renderer = startFirstPageRenderer()
  const stop = () => void renderer.stop()
  signal.addEventListener('abort', stop)
  try {
    const fetched = async (side: 'older' | 'newer') => {
      const bytes = await blobs.read(originalKey(originals[side]))
      const path = join(folder, side)
      if (bytes) await pipeline(Readable.from(bytes), createWriteStream(path), { signal })
      return bytes && path
    }
    const [older, newer] = [await fetched('older'), await fetched('newer')]
    const found: (boolean | undefined)[] = []
    for (const pair of pairs) {
      signal.throwIfAborted()
      const before = older && (await renderer.draw(older, pair.older))
      const after = newer && (await renderer.draw(newer, pair.newer))
      found.push(before && after ? isDifferent(before, after) : undefined)
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

function isDifferent(before: Bitmap, after: Bitmap): boolean {
  const { width, height, pixels } = before
  if (after.width !== width || after.height !== height) return true
  let different = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const isOther = [0, 1, 2].some(
      (channel) => Math.abs(pixels[at + channel]! - after.pixels[at + channel]!) > leastDifference,
    )
    if (isOther) different += 1
  }
  return different > width * height * leastShare
}
