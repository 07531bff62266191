import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { BlobStore } from '../files/blob-store.ts'

const decompress = promisify(brotliDecompress)

/** A stored file, and what its bytes must be. */
export type StoredFile = {
  key: string
  algorithm: 'sha256' | 'sha384'
  /** Of the bytes, in hex; undefined if it was never recorded. */
  hash: string | undefined
  /** For a Brotli copy: `hash` is the hash of the decompressed bytes, which have this size. */
  decompressedSize?: number
}

export type FileState =
  | 'missing'
  | 'altered'
  /** Or without a recorded hash: `actual` is the hash of the bytes. */
  | { actual: string }

/** Whether bytes that were read whole are the file's. */
export async function isIntact(file: StoredFile, bytes: Uint8Array): Promise<boolean> {
  const { algorithm, hash, decompressedSize } = file
  if (hash === undefined) return true
  const content =
    decompressedSize === undefined ? bytes : await decompressed(bytes, decompressedSize)
  return content !== undefined && hashOf(content, algorithm) === hash
}

/** Reads a file and verifies it; `onChunk` receives the bytes read, and may slow the reading down. */
export async function checkFile(
  blobs: Pick<BlobStore, 'read'>,
  file: StoredFile,
  onChunk: (bytes: number) => Promise<void> | void = () => {},
): Promise<FileState> {
  const { key, algorithm, hash, decompressedSize } = file
  const stream = await blobs.read(key)
  if (!stream) return 'missing'
  const sum = createHash(algorithm)
  const compressed: Uint8Array[] = []
  try {
    for await (const chunk of stream) {
      if (decompressedSize === undefined) sum.update(chunk)
      else compressed.push(chunk)
      await onChunk(chunk.byteLength)
    }
  } catch (error) {
    // The disk has lost this file's bytes; other failures concern the whole storage.
    if (error instanceof Error && 'code' in error && error.code === 'EIO') return 'altered'
    throw error
  }
  if (decompressedSize !== undefined) {
    const content = await decompressed(Buffer.concat(compressed), decompressedSize)
    if (!content) return 'altered'
    sum.update(content)
  }
  const actual = sum.digest('hex')
  return hash === undefined || actual === hash ? { actual } : 'altered'
}

/** Undefined if the bytes aren't Brotli, or contain more than that many bytes. */
function decompressed(bytes: Uint8Array, size: number): Promise<Uint8Array | undefined> {
  // At least 1, which is what an empty file needs.
  return decompress(bytes, { maxOutputLength: Math.max(size, 1) }).catch(() => undefined)
}

function hashOf(bytes: Uint8Array, algorithm: StoredFile['algorithm']): string {
  return createHash(algorithm).update(bytes).digest('hex')
}

/** A stored file whose bytes are verified, and the callbacks for the result, which may be repeated. */
export type ScrubbedFile = StoredFile & {
  /** Called if its bytes are missing, or don't match its hash. */
  onHarm: () => Promise<void> | void
  /** Called if its bytes match, or if no hash was recorded; `hash` is the hash of the bytes. */
  onIntact?: (hash: string) => Promise<void>
}

/** The files of one feature, as they are stored now. */
export type ScrubSource = () => Promise<ScrubbedFile[]>
