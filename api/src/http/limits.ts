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
  return connectionOf(c)?.remoteAddress ?? 'unknown'
}

/** The socket a request came on; undefined where an app is asked without one, as tests do. */
export function connectionOf(c: Context): { remoteAddress?: string } | undefined {
  const env = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined
  return env?.incoming?.socket
}
