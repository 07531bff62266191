import { createReadStream } from 'node:fs'
import { createHash } from 'node:crypto'

/** In bytes. In the 64 KB of Node's default, copying a file takes twice the CPU time and several times the garbage. */
const chunkSize = 256 * 1024

/**
 * The bytes of the file at `path`. It is opened by the first read, so bytes that nobody reads can't fail: an error of a
 * stream without a reader would end the process.
 */
export async function* fileBytes(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { highWaterMark: chunkSize })
}

/**
 * The body of a response. Beyond `most` bytes, which are counted after decompression, reading stops, the connection is
 * closed, and an error with this message is thrown.
 */
export async function limitedBytes(
  response: Response,
  most: number,
  message: string,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > most) throw new Error(message)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A file's hash as browsers compare it: `sha384-…`. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`
}
