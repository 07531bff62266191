import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { defineCollection } from '../../platform/store/collection.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { Refusal } from '../../refusal.ts'

/**
 * Collection `sign_in_attempts`: attempts on an account from one device or address since its last success. They are
 * counted before a password is checked, so that attempts at the same time don't escape the count.
 */
const attempts = z.object({
  count: z.number(),
  /** ISO 8601, UTC. */
  lastAt: z.string(),
  expiresAt: z.string(),
})
export const attemptsCollection = defineCollection('sign_in_attempts', attempts)

const day = 86_400_000
const longestDelay = 3_600_000

/** How long to wait after this many attempts, in ms: doubled with each one beyond the free ones. */
export function delayAfter(count: number, free: number): number {
  return count < free ? 0 : Math.min(longestDelay, 1000 * 2 ** (count - free))
}

type Parts = { store: DocumentStore; now: () => Date }

export function createAttempts({ store, now }: Parts) {
  const idOf = (key: string) => createHash('sha256').update(key).digest('base64url')
  return {
    /** Counts an attempt, or refuses it with `tooMany`. */
    begin: (key: string, { free = 5 } = {}) =>
      store.transaction(async (transaction) => {
        const records = attemptsCollection.in(transaction)
        const at = now()
        const stored = await records.get(idOf(key))
        const current = stored && stored.expiresAt > at.toISOString() ? stored : undefined
        const count = current?.count ?? 0
        const allowedAt = current ? Date.parse(current.lastAt) + delayAfter(count, free) : 0
        if (at.getTime() < allowedAt) {
          const retryAfter = Math.max(1, Math.ceil((allowedAt - at.getTime()) / 1000))
          throw new Refusal('tooMany', 'Too many failed attempts. Please try again later.', {
            retryAfter,
          })
        }
        const next = {
          count: count + 1,
          lastAt: at.toISOString(),
          expiresAt: new Date(at.getTime() + day).toISOString(),
        }
        await records.put(idOf(key), next, stored)
      }),
    /** Forgets the attempts, after a success. */
    clear: (keys: readonly string[]) =>
      store.transaction(async (transaction) => {
        const records = attemptsCollection.in(transaction)
        for (const key of keys) await records.delete(idOf(key))
      }),
  }
}
