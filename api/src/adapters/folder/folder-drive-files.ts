import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import { getMimeType } from 'hono/utils/mime'

/** Types missing from Hono's table. */
const officeTypes: Record<string, string> = {
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xls': 'application/vnd.ms-excel',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.ppt': 'application/vnd.ms-powerpoint',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.odt': 'application/vnd.oasis.opendocument.text',
  '.ods': 'application/vnd.oasis.opendocument.spreadsheet',
  '.odp': 'application/vnd.oasis.opendocument.presentation',
  '.md': 'text/markdown',
}

export function driveMimeTypeOf(path: string): string {
  const extension = extname(path).toLowerCase()
  const known = officeTypes[extension] ?? getMimeType(`file${extension}`)
  return known?.split(';')[0] ?? 'application/octet-stream'
}

/** The SHA-256 of a file's content, in hex. */
export async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    hash.update(chunk as Uint8Array)
  }
  return hash.digest('hex')
}
