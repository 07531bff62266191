import { createReadStream } from 'node:fs'

/**
 * The bytes of the file at `path`. It is opened by the first read, so bytes that nobody reads can't fail: an error of a
 * stream without a reader would end the process.
 */
export async function* fileBytes(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path)
}
