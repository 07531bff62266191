import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import { paperTypeOf } from '@portal/domain/paper-types'
import { getMimeType } from 'hono/utils/mime'

export function driveMimeTypeOf(path: string): string {
  const known = paperTypeOf(path) ?? getMimeType(`file${extname(path).toLowerCase()}`)
  return known?.split(';')[0] ?? 'application/octet-stream'
}

/** The SHA-256 of a file's content, in hex. */
export async function checksumOf(file: string, signal?: AbortSignal): Promise<string> {
  // Node leaves a file open whose signal was aborted before.
  signal?.throwIfAborted()
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024, signal })) {
    hash.update(chunk as Uint8Array)
  }
  return hash.digest('hex')
}
