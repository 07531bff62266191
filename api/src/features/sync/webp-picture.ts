import type { Bitmap } from './picture-difference.ts'

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
