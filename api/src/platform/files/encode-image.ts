import { Refusal } from '../../refusal.ts'
import { type ImageType, imageTypeOf } from './image-bytes.ts'

const megabyte = 1024 * 1024
/** More than any photo needs, but less than would take a gigabyte to decode. */
const maxPixels = 40_000_000

export type PictureLimit = { bytes: number; width: number; height: number }

export type Picture = {
  bytes: Buffer
  width: number
  height: number
  /** Nothing in it is darker than light gray, on white. */
  isPale: boolean
}

/** Encodes an operator's picture, without its movement. Nothing is stored. */
export async function encodePicture(
  bytes: Uint8Array,
  { bytes: most, width, height }: PictureLimit,
  format: 'webp' | 'png' = 'webp',
): Promise<Picture> {
  acceptedType(bytes, most)
  const { default: sharp } = await import('sharp')
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width, height, fit: 'inside', withoutEnlargement: true })
      .toFormat(format, { quality: 85 })
      .toBuffer({ resolveWithObject: true })
    const onWhite = await sharp(data).flatten({ background: '#fff' }).greyscale().stats()
    return {
      bytes: data,
      width: info.width,
      height: info.height,
      isPale: onWhite.channels[0]!.min > palestGray,
    }
  } catch (cause) {
    throw damaged(cause)
  }
}

/** Out of 255. */
const palestGray = 190

/** Refuses bytes that are larger than `most`, or of another type. */
export function acceptedType(bytes: Uint8Array, most: number): ImageType {
  if (bytes.byteLength > most) {
    throw new Refusal(
      'invalid',
      `The image is larger than ${most / megabyte} MB. Please choose a smaller one.`,
    )
  }
  const type = imageTypeOf(bytes)
  if (!type) throw new Refusal('invalid', 'The image must be a PNG, JPEG, WebP or GIF.')
  return type
}

function damaged(cause: unknown): Refusal {
  return new Refusal('invalid', 'The image is damaged or has too many pixels.', { cause })
}

/** Encodes the picture again, which removes hidden content such as locations and scripts. */
export async function reencode(bytes: Uint8Array, type: ImageType, side: number): Promise<Buffer> {
  // Loaded on demand: it takes 17 MB and is rarely needed.
  const { default: sharp } = await import('sharp')
  try {
    const image = sharp(bytes, {
      limitInputPixels: maxPixels,
      animated: type === 'image/gif' || type === 'image/webp',
      failOn: 'error',
    })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    if (type === 'image/png') return await image.png().toBuffer()
    if (type === 'image/jpeg') return await image.jpeg({ quality: 85 }).toBuffer()
    if (type === 'image/webp') return await image.webp({ quality: 85 }).toBuffer()
    return await image.gif().toBuffer()
  } catch (cause) {
    throw damaged(cause)
  }
}
