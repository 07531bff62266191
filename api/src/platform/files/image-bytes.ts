import { extname } from 'node:path'
import { getMimeType } from 'hono/utils/mime'

export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif'

/** Detects an image type by its first bytes; undefined for anything else, including SVG. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  const text = (start: number, end: number) =>
    Buffer.from(bytes.subarray(start, end)).toString('latin1')
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp'
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'image/gif'
  return undefined
}

/** The bytes of a base64 data URL; undefined if it isn't one. */
export function bytesOfDataUrl(url: string): Uint8Array | undefined {
  const match = /^data:[\w.+-]+\/[\w.+-]+(?:;[\w-]+=[^;,]*)*;base64,([A-Za-z0-9+/]+={0,2})$/.exec(
    url.trim(),
  )
  return match ? Buffer.from(match[1]!, 'base64') : undefined
}

/** The file types of builds. HTML isn't among them: no file of a build may be shown as a page. */
const served = new Set(
  ['.js', '.mjs', '.css', '.json', '.map', '.svg', '.png', '.jpg', '.jpeg', '.webp', '.gif'].concat(
    ['.ico', '.avif', '.woff2', '.woff', '.ttf', '.wasm', '.txt', '.webmanifest'],
  ),
)

/** MIME type of a file of a build; anything else is bytes that no browser runs or shows. */
export function mimeTypeOf(file: string): string {
  const isServed = served.has(extname(file).toLowerCase())
  return (isServed && getMimeType(file)) || 'application/octet-stream'
}
