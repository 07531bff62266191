import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '@portal/contract/endpoint'
import { problem } from '@portal/contract/problem'
import * as z from 'zod/mini'
import type { Entrance } from '../src/http/serve.ts'
import type { GeneratedRequest } from './generated-request.ts'

/** What the description of an endpoint says: with which statuses it answers, and whether to everyone. */
export type Promised = { endpoint: Endpoint; statuses: ReadonlySet<number>; entrance: Entrance }

export type Answer = { status: number; headers: Headers; text: string }

/** What no answer may hold, whatever was sent: traces, our files' paths, other layers' own words. */
const leaks = [
  /\bat \S+ \((?:file|node):/,
  /\.ts:\d+/,
  /node_modules/,
  /SQLITE|ZodError|TypeError|RangeError|Cannot read propert/,
  new RegExp(process.cwd().replace(/[^\w/]/g, '.')),
]

const everyAnswer = [
  'content-security-policy',
  'x-content-type-options',
  'x-request-id',
  'cache-control',
]

/** What is wrong with an answer, in one sentence; undefined where nothing is. */
export function wrongWith(
  { kind, method, who }: GeneratedRequest,
  { status, headers, text }: Answer,
  { endpoint, statuses, entrance }: Promised,
): string | undefined {
  if (status >= 500) return `it answers ${status}`
  for (const name of everyAnswer) if (!headers.has(name)) return `it lacks ${name}`
  if (headers.get('x-content-type-options') !== 'nosniff') return 'it can be sniffed'
  const leak = leaks.find((one) => one.test(text))
  if (leak) return `it leaks ${leak}`
  // A hostile request may be another endpoint's, or nobody's.
  const isOwn = kind !== 'hostile'
  if (isOwn && !statuses.has(status)) return `it answers ${status}, which isn't described`
  const mayEnter =
    entrance === 'everyone' || (who === 'server' ? entrance === 'membersAndKey' : who !== 'nobody')
  if (isOwn && status < 400 && !mayEnter) return `it lets ${who} in`
  if (method === 'HEAD' || status === 204 || status === 304) {
    return text === '' ? undefined : 'it has a body'
  }
  if (status >= 400) return wrongWithProblem(status, headers, text)
  return isOwn ? wrongWithReply(endpoint, headers, text) : undefined
}

function wrongWithProblem(status: number, headers: Headers, text: string): string | undefined {
  if (headers.get('content-type') !== 'application/problem+json') return 'its refusal is no problem'
  const body: unknown = JSON.parse(text)
  const parsed = z.safeParse(problem, body)
  if (!parsed.success) return 'its problem isn’t one'
  // Equal after parsing: nothing was stripped from it, and nothing had to be replaced.
  if (!isDeepStrictEqual(parsed.data, body)) return 'its problem holds more than is promised'
  if (parsed.data.status !== status) return 'its problem tells another status'
  return /^[^\n]{3,}$/.test(parsed.data.error) ? undefined : 'its error is no sentence'
}

function wrongWithReply(endpoint: Endpoint, headers: Headers, text: string): string | undefined {
  if (!endpoint.reply) return undefined
  if (headers.get('content-type') !== 'application/json') return 'its reply isn’t called JSON'
  const body: unknown = JSON.parse(text)
  const parsed = z.safeParse(endpoint.reply, body)
  if (!parsed.success) return 'its reply isn’t what is promised'
  return isDeepStrictEqual(parsed.data, body) ? undefined : 'its reply holds more than is promised'
}
