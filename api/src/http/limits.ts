import type { Context } from 'hono'
import { Refusal } from '../refusal.ts'

type RateLimit = { most: number; perSeconds: number; now: () => Date }

/** Counts by caller in fixed windows; refuses with `tooMany` what goes beyond. */
export function rateLimit({ most, perSeconds, now }: RateLimit): (caller: string) => void {
  let counts = new Map<string, number>()
  let window = 0
  return (caller) => {
    const seconds = now().getTime() / 1000
    const current = Math.floor(seconds / perSeconds)
    if (current !== window) {
      counts = new Map()
      window = current
    }
    const count = (counts.get(caller) ?? 0) + 1
    counts.set(caller, count)
    if (count <= most) return
    const retryAfter = Math.max(1, Math.ceil((current + 1) * perSeconds - seconds))
    throw new Refusal('tooMany', 'Too many requests. Please try again later.', { retryAfter })
  }
}

/** Where a request comes from, as far as the connection tells. */
export function addressOf(c: Context): string {
  const env: unknown = c.env
  if (typeof env !== 'object' || env === null || !('incoming' in env)) return 'here'
  const { incoming } = env as { incoming: { socket?: { remoteAddress?: string } } }
  return incoming.socket?.remoteAddress ?? 'unknown'
}
