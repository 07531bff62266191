import { createHash } from 'node:crypto'
import type { Stored } from '../store/document-store.ts'
import { bodyHash } from './chain-entry.ts'

/**
 * How far the clocks and the transactions of instances may be apart, and how long an instance of an older version may
 * run alongside the first one with chains, in ms.
 */
export const unchainedGrace = 3_600_000

export type UnchainedDigest = {
  add: (entry: Stored<Record<string, unknown>>) => void
  value: () => { count: number; hash: string }
}

/** Summarizes the entries without a chain from before the first anchor, in the order of their ids. */
export function unchainedDigest(firstAnchorAt: string): UnchainedDigest {
  const before = new Date(Date.parse(firstAnchorAt) - unchainedGrace).toISOString()
  const hash = createHash('sha256')
  let count = 0
  return {
    add(entry) {
      if (String(entry['at']) >= before) return
      count += 1
      hash.update(`${entry.id} ${bodyHash(entry)}\n`)
    },
    value: () => ({ count, hash: hash.copy().digest('hex') }),
  }
}
