import { createHash } from 'node:crypto'

/** A file's hash as browsers compare it: `sha384-…`. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`
}
