import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Caller, HeavyWork } from '../../platform/background/heavy-work.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import { originalKey } from '../documents/documents-feature.ts'
import { inWorkFolder } from '../../platform/files/work-folder.ts'
import { type PagesLook, pageWidth, pageWorker } from './first-page.ts'
import type { Bitmap } from './picture-difference.ts'

export type { PagesLook }

/** Pages of two originals, from 1, and their texts that are left out. */
type PagePair = Record<'older' | 'newer', { page: number; without: readonly string[] }>

/** Takes a turn for all pages of a paper. */
export type PagePictures = {
  /**
   * How pages of two originals (SHA-256 in hex) differ when they are drawn, with their form fields and annotations;
   * undefined for pages that can't be drawn, and once the time is over.
   */
  compare: (
    originals: { older: string; newer: string },
    pairs: readonly PagePair[],
    caller: Caller,
  ) => Promise<(PagesLook | undefined)[]>
  /** Draws pages of an original, from 1, and calls `use` with each that can be drawn; by default 640 px wide. */
  draw: (
    original: { sha256: string; pages: readonly number[]; width?: number },
    use: (page: number, picture: Bitmap) => void | Promise<void>,
    caller: Caller,
  ) => Promise<void>
}

/**
 * In ms: a reader's request for a comparison ends after 30 s. Most pages take some 50 ms, a page of a scan up to 300.
 */
const longest = { comparison: 20_000, drawing: 60_000 }

export function createPagePictures(
  blobs: Pick<BlobStore, 'read'>,
  heavyWork: Pick<HeavyWork, 'run'>,
): PagePictures {
  const fetched = async (sha256: string, path: string, signal: AbortSignal) => {
    const bytes = await blobs.read(originalKey(sha256), undefined, signal)
    if (!bytes) return false
    await writeFile(path, bytes)
    return true
  }

  return {
    async compare(originals, pairs, caller) {
      if (pairs.length === 0) return []
      return heavyWork.run(pageWorker, caller, ({ ask, signal }) =>
        inWorkFolder(async (folder) => {
          const [older, newer] = [join(folder, 'older'), join(folder, 'newer')]
          if (!(await fetched(originals.older, older, signal))) return []
          if (!(await fetched(originals.newer, newer, signal))) return []
          const end = performance.now() + longest.comparison
          const looks: (PagesLook | undefined)[] = []
          for (const pair of pairs) {
            signal.throwIfAborted()
            if (performance.now() > end) break
            const pages = {
              older: { path: older, ...pair.older },
              newer: { path: newer, ...pair.newer },
            }
            looks.push((await ask(pages))?.look)
          }
          return looks
        }),
      )
    },
    async draw({ sha256, pages, width = pageWidth }, use, caller) {
      await heavyWork.run(pageWorker, caller, ({ ask, signal }) =>
        inWorkFolder(async (folder) => {
          const path = join(folder, 'paper')
          if (!(await fetched(sha256, path, signal))) return
          const end = performance.now() + longest.drawing
          for (const page of pages) {
            signal.throwIfAborted()
            if (performance.now() > end) throw new Error('Drawing the pages took too long.')
            const bitmap = (await ask({ path, page, width }))?.bitmap
            if (bitmap) await use(page, bitmap)
          }
        }),
      )
    },
  }
}
