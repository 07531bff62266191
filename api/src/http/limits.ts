import type { Socket } from 'node:net'
import type { Context } from 'hono'
import { Refusal } from '../refusal.ts'
import type { AppEnv } from './visit.ts'

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

/**
 * Where a request comes from. Behind so many trusted proxies it is what the outermost of them saw; what stands
 * further left in X-Forwarded-For was written by the caller and tells nothing.
 */
export function addressOf(c: Context<AppEnv>, trustedProxies: number): string {
  const connection = connectionOf(c)?.remoteAddress ?? 'unknown'
  if (trustedProxies === 0) return connection
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
  const hops = [...forwarded.filter((part) => part !== ''), connection]
  return hops[Math.max(0, hops.length - 1 - trustedProxies)]!
}

/** The socket a request came on; undefined where an app is asked without one, as tests do. */
export function connectionOf(c: Context<AppEnv>): Socket | undefined {
  return c.env.incoming?.socket
}
