import { createHash } from 'node:crypto'
import { imageAddress } from '@portal/contract/images'
import { isShownElsewhere } from '@portal/domain/paper-problem'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import { type Made, pictureKey, pictureWidths } from '../documents/documents-feature.ts'
import type { PageRenderer } from './first-page.ts'
import type { Bitmap } from './picture-difference.ts'
import type { Paper, PaperMaker } from './paper-maker.ts'

/** Draws the first page of every PDF that has no picture. */
export function createPictureMaker(
  blobs: BlobStore,
  documents: () => Paper[],
  renderer: Pick<PageRenderer, 'draw'>,
): PaperMaker {
  /** The picture of another paper with the same original. */
  const existing = (sha256: string) =>
    documents().find((other) => other.sha256 === sha256 && other.first_page)?.first_page

  const keep = async (sha256: string, bitmap: Bitmap): Promise<Made> => {
    const keepAt = async (width: number) => {
      const bytes = await webpPicture(bitmap, width)
      await blobs.put(pictureKey(sha256, width), bytes)
      return imageAddress(createHash('sha256').update(bytes).digest('hex'))
    }
    const narrow = await keepAt(pictureWidths.narrow)
    const wide = await keepAt(pictureWidths.wide)
    return { picture: 'made', first_page: { narrow, wide, height: bitmap.height } }
  }

  return {
    isMissing: ({ mime_type, picture }) => mime_type === 'application/pdf' && picture === undefined,
    async make({ sha256, too_large: isTooLarge, condition }, original) {
      if (isTooLarge || isShownElsewhere(condition)) return { picture: 'none' }
      const shared = existing(sha256)
      if (shared) return { picture: 'made', first_page: shared }
      const path = await original()
      if (path === undefined) return undefined
      const bitmap = await renderer.draw(path)
      return bitmap ? keep(sha256, bitmap) : { picture: 'none' }
    },
  }
}

/** Encodes a bitmap as WebP, scaled to a width in px. */
export async function webpPicture(bitmap: Bitmap, scaledWidth: number): Promise<Buffer> {
  // Loaded on demand: it takes 17 MB. In the main thread, because it can't be unloaded with a worker.
  const { default: sharp } = await import('sharp')
  const { width, height, pixels } = bitmap
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .resize({ width: scaledWidth })
    .webp({ quality: 80 })
    .toBuffer()
}
