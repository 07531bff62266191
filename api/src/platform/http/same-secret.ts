import { hash, timingSafeEqual } from 'node:crypto'

/** Compares digests, which have equal length and don't reveal the secret's, so that the comparison takes constant time. */
export function isSameSecret(sent: string, right: string): boolean {
  return timingSafeEqual(hash('sha256', sent, 'buffer'), hash('sha256', right, 'buffer'))
}
