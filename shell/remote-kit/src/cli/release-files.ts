import { createHash } from 'node:crypto'
import type { ReleaseManifest } from '@portal/contract/releases'

/** A release with its bytes, by the names in its manifest. */
export type WholeRelease = { manifest: ReleaseManifest; files: ReadonlyMap<string, Uint8Array> }

export function integrityOf(bytes: Uint8Array): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`
}

/** An integrity's hash in hex, as in addresses. */
export function hexOf(integrity: string): string {
  return Buffer.from(integrity.slice('sha384-'.length), 'base64').toString('hex')
}

/** Maps the items with at most `atOnce` in parallel; the results are in the given order. */
export async function inParallel<T, R>(
  all: readonly T[],
  most: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const answers: R[] = []
  let next = 0
  const worker = async () => {
    while (next < all.length) {
      const index = next
      next += 1
      answers[index] = await work(all[index]!)
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, all.length) }, worker))
  return answers
}
