import { createHash } from 'node:crypto'
import { imageAddress, imageHash } from '@portal/contract/images'
import type { Reader } from '@portal/domain/may-read'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import { Refusal } from '../../refusal.ts'
import { acceptedType, reencode } from '../../platform/files/encode-image.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'
import { bytesOfDataUrl, type ImageType, imageTypeOf } from '../../platform/files/image-bytes.ts'

type StoredImage = {
  type: ImageType
  size: number
  /** Whether it is of a paper or a meeting’s card, so that its reader may lose it. */
  canBeClosed: boolean
  read: () => Promise<ReadableStream<Uint8Array>>
}

export type ImagesService = {
  /** Validates, re-encodes and stores an image; returns its address. */
  keep: (bytes: Uint8Array, limit: { bytes: number; side: number }) => Promise<string>
  /** Stores a card image sent as a data URL of at most 2 MB decoded, as specified. */
  keepCardImage: (dataUrl: string) => Promise<string>
  /** Whether an address belongs to a stored image. */
  has: (address: string) => Promise<boolean>
  /** Deletes a stored image. Repeating it changes nothing. */
  delete: (address: string) => Promise<void>
  /** To a reader who may not read what it belongs to, an image doesn’t exist. */
  get: (reader: Reader, hash: string) => Promise<StoredImage>
}

const megabyte = 1024 * 1024
const cardLimit = { bytes: 2 * megabyte, side: 1600 }

const imageKey = (hash: string) => `images/${hash}`

/** The keys of images that another feature stores, by the hash in their address. */
export type ImagesElsewhere = Pick<VisibilityService, 'readerOf'> & {
  shown: (reader: Reader, hash: string) => Promise<string | undefined>
  /** Looked up only for an image that is nowhere else. */
  ofVersions: (reader: Reader, hash: string) => Promise<string | undefined>
  /** Whether the reader may read nothing that has this image. */
  isHidden: (reader: Reader, hash: string) => boolean
  /** Whether a card of a meeting has this image. */
  isOfMeeting: (hash: string) => boolean
}

type Parts = { blobs: BlobStore; elsewhere: ImagesElsewhere }

export function createImagesService({ blobs, elsewhere }: Parts): ImagesService {
  const keep: ImagesService['keep'] = async (bytes, { bytes: most, side }) => {
    const type = acceptedType(bytes, most)
    const encoded = await reencode(bytes, type, side)
    const hash = createHash('sha256').update(encoded).digest('hex')
    if (!(await blobs.info(imageKey(hash)))) await blobs.put(imageKey(hash), encoded)
    return imageAddress(hash)
  }

  const keyOf = async (reader: Reader, hash: string): Promise<string | undefined> => {
    const shown = await elsewhere.shown(reader, hash)
    if (shown !== undefined) return shown
    const own = imageKey(hash)
    if (!elsewhere.isHidden(reader, hash) && (await blobs.info(own))) return own
    return elsewhere.ofVersions(reader, hash)
  }

  return {
    keep,
    async keepCardImage(dataUrl) {
      const bytes = bytesOfDataUrl(dataUrl)
      if (!bytes) throw new Refusal('invalid', 'The image could not be read.')
      return keep(bytes, cardLimit)
    },
    async has(address) {
      const hash = imageHash(address)
      return hash !== undefined && (await blobs.info(imageKey(hash))) !== undefined
    },
    async delete(address) {
      const hash = imageHash(address)
      if (hash !== undefined) await blobs.delete(imageKey(hash))
    },
    async get(reader, hash) {
      const isHash = imageHash(imageAddress(hash)) !== undefined
      const key = isHash ? await keyOf(reader, hash) : undefined
      if (key === undefined) throw imageNotFound()
      const info = await blobs.info(key)
      const start = info && (await blobs.read(key, { start: 0, end: 15 }))
      const type = start && imageTypeOf(new Uint8Array(await new Response(start).arrayBuffer()))
      if (!info || !type) throw imageNotFound()
      const read = async () => {
        const bytes = await blobs.read(key)
        if (!bytes) throw imageNotFound()
        return bytes
      }
      const canBeClosed = key !== imageKey(hash) || elsewhere.isOfMeeting(hash)
      return { type, size: info.size, read, canBeClosed }
    },
  }
}

function imageNotFound(): Refusal {
  return new Refusal('notFound', 'Image not found')
}
