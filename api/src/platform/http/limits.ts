import type { Context } from 'hono'
import { Refusal } from '../../refusal.ts'
import { addressBehind } from './body-pace.ts'
import type { AppEnv } from './request-context.ts'

type Window = { perSeconds: number; now: () => Date }

/** Returns how many requests the caller has made in the current window. */
export function countPerWindow({ perSeconds, now }: Window): (caller: string) => number {
  let counts = new Map<string, number>()
  let window = 0
  return (caller) => {
    const current = Math.floor(now().getTime() / 1000 / perSeconds)
    if (current !== window) {
      counts = new Map()
      window = current
    }
    const count = (counts.get(caller) ?? 0) + 1
    counts.set(caller, count)
    return count
  }
}

/** Refuses with `tooMany` beyond one caller's limit in a window. */
export function rateLimit({
  most,
  perSeconds,
  now,
  detail = 'Too many requests. Please try again later.',
}: Window & { most: number; detail?: string }): (caller: string) => void {
  const count = countPerWindow({ perSeconds, now })
  return (caller) => {
    if (count(caller) <= most) return
    const seconds = now().getTime() / 1000
    const end = (Math.floor(seconds / perSeconds) + 1) * perSeconds
    const retryAfter = Math.max(1, Math.ceil(end - seconds))
    throw new Refusal('tooMany', detail, { retryAfter })
  }
}

/**
 * The client's address. Behind trusted proxies it is what the outermost of them saw; anything
 * further left in X-Forwarded-For was written by the caller and isn't trusted.
 */
export function addressOf(c: Context<AppEnv>, trustedProxies: number): string {
  const forwardedFor = () => c.req.header('x-forwarded-for')
  return addressBehind(trustedProxies, c.env.incoming?.socket.remoteAddress, forwardedFor)
}
