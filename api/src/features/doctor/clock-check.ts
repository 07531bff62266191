import * as z from 'zod/mini'
import { connectionFault } from '../../platform/resilience/connection-fault.ts'
import { type Check, CheckFailure } from './finding.ts'
import { meaningOfCode } from './system-errors.ts'

type Options = {
  /** URL of Google's keys for verifying tokens. */
  keysUrl: string
  now: () => Date
}

/** Maximum clock difference in seconds: tokens contain timestamps, and so do the portal's requests to Google. */
const most = 30

const keySet = z.object({ keys: z.array(z.object({ kid: z.string() })).check(z.minLength(1)) })

/** Fetches Google's keys, and compares this machine's clock with Google's. */
export function clockCheck({ keysUrl, now }: Options): Check {
  return {
    part: 'clock',
    async run() {
      const before = now().getTime()
      const response = await request(keysUrl)
      const after = now().getTime()
      const { success } = z.safeParse(keySet, await response.json().catch(() => undefined))
      if (!response.ok || !success) {
        throw new CheckFailure(
          `${new URL(keysUrl).host} doesn’t return the sign-in keys (${response.status}), so nobody could sign in. Check the proxy or firewall.`,
        )
      }
      const theirs = Date.parse(response.headers.get('date') ?? '')
      if (Number.isNaN(theirs))
        return 'the sign-in keys are available; their server’s clock is unknown'
      // The header has whole seconds and was written at some time between request and response.
      const off = Math.round((before + after) / 2 / 1000 - theirs / 1000 - 0.5)
      if (Math.abs(off) > most) {
        const how = off > 0 ? 'ahead of' : 'behind'
        throw new CheckFailure(
          `This machine’s clock is ${Math.abs(off)} s ${how} Google’s, so tokens would be refused. Set the clock by NTP.`,
        )
      }
      return `the sign-in keys are available, and the clock is accurate to ${Math.max(1, Math.abs(off))} s`
    },
  }
}

/** Timeout in ms. */
const timeout = 10_000

/** Makes an HTTP request. An error only names the host, because a URL may contain a key. */
export async function request(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const { host } = new URL(url)
  try {
    return await fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.timeout(timeout) })
  } catch (error) {
    const fault = connectionFault(error)
    const why = fault === undefined ? ` (${reasonOf(error)})` : `: ${fault}`
    throw new CheckFailure(`${host} can’t be reached${why}.`, { cause: error })
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason given'
  if (error.name === 'TimeoutError') return `no response within ${timeout / 1000} s`
  const { cause } = error
  if (cause instanceof Error && 'code' in cause) return meaningOfCode(cause) ?? String(cause.code)
  return cause instanceof Error ? cause.message : error.message
}
