import { extname } from 'node:path'
import { getMimeType } from 'hono/utils/mime'

/** What builds are made of. HTML isn't among it: no file of a build may be shown as a page. */
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
