import * as z from 'zod/mini'
import type { ChainFields } from './chain-entry.ts'

const expiredLink = z.object({
  expired: z.object({ chain: z.string(), seq: z.number(), hash: z.string() }),
})

/** Up to where the chains of the access log were deleted because of their age, as the audit records it. */
export type ExpiredLinks = {
  /** Reads an entry of the audit. */
  note: (entry: Record<string, unknown>) => void
  /** Whether exactly what was before an entry has been deleted. */
  endsBefore: (fields: ChainFields) => boolean
  /** Whether an entry has been deleted. */
  includes: (chain: string, seq: number) => boolean
}

export function createExpiredLinks(): ExpiredLinks {
  const hashes = new Map<string, string>()
  const lasts = new Map<string, number>()
  return {
    note(entry) {
      if (entry['expired'] === undefined) return
      const { success, data } = z.safeParse(expiredLink, entry)
      if (!success) return
      const { chain, seq, hash } = data.expired
      hashes.set(`${chain} ${seq}`, hash)
      lasts.set(chain, Math.max(seq, lasts.get(chain) ?? 0))
    },
    endsBefore: ({ chain, seq, previous }) => hashes.get(`${chain} ${seq - 1}`) === previous,
    includes: (chain, seq) => seq <= (lasts.get(chain) ?? 0),
  }
}
