import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { BlobStore } from '../../platform/files/blob-store.ts'

/** A file of an archive, before it is made. */
export type PlannedFile = {
  name: string
  /** Returns or resolves to the content; undefined if it is gone. */
  bytes: () => Promise<AsyncIterable<Uint8Array> | undefined> | AsyncIterable<Uint8Array>
  /** The expected hash, for a copy of a stored file. */
  sha256?: string
}

export type StagedFile = {
  name: string
  key?: string
  size: number
  sha256: string
  crc32: number
  fault?: 'damaged' | 'missing'
}

/** Thrown while copying a file whose bytes don't match its hash. */
class DamagedFile extends Error {}

/** Stores a file's bytes under a key; returns their size and hashes. A damaged file isn't stored. */
export async function stageFile(
  blobs: BlobStore,
  { name, bytes, sha256: expected }: PlannedFile,
  { key, signal }: { key: string; signal: AbortSignal },
): Promise<StagedFile> {
  const source = await bytes()
  const nothing = { name, size: 0, sha256: expected ?? '', crc32: 0 }
  if (!source) return { ...nothing, fault: 'missing' }
  const hash = createHash('sha256')
  let size = 0
  let sum = 0
  let sha256 = ''
  async function* measured(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of readable(chunks)) {
      signal.throwIfAborted()
      size += chunk.byteLength
      sum = crc32(chunk, sum)
      hash.update(chunk)
      yield chunk
    }
    sha256 = hash.digest('hex')
    if (expected !== undefined && sha256 !== expected) throw new DamagedFile()
  }
  try {
    await blobs.put(key, measured(source))
  } catch (error) {
    if (error instanceof DamagedFile) return { ...nothing, fault: 'damaged' }
    throw error
  }
  return { name, key, size, sha256, crc32: sum }
}

async function* readable(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch (error) {
    // EIO: the disk has lost this file's bytes. Other errors concern the storage as a whole.
    if (error instanceof Error && 'code' in error && error.code === 'EIO') throw new DamagedFile()
    throw error
  }
}

export async function* textBytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
