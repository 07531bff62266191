import { isDeepStrictEqual } from 'node:util'
import type { Callers, Endpoint } from '@portal/contract/endpoint'
import { problem } from '@portal/contract/problem'
import * as z from 'zod/mini'
import type { GeneratedRequest } from './generated-request.ts'

/** An endpoint and its documented statuses. */
export type DocumentedEndpoint = {
  endpoint: Endpoint
  statuses: ReadonlySet<number>
}

export type ReceivedResponse = { status: number; headers: Headers; text: string }

/** Patterns that no response may contain: stack traces, file paths, internal error messages. */
const leaks = [
  /\bat \S+ \((?:file|node):/,
  /\.ts:\d+/,
  /node_modules/,
  /SQLITE|ZodError|TypeError|RangeError|Cannot read propert/,
  new RegExp(process.cwd().replace(/[^\w/]/g, '.')),
]

const requiredHeaders = [
  'content-security-policy',
  'x-content-type-options',
  'x-request-id',
  'cache-control',
]

/** Describes what is wrong with a response, or returns undefined if it is as documented. */
export function checkResponse(
  { kind, method, who }: GeneratedRequest,
  { status, headers, text }: ReceivedResponse,
  { endpoint, statuses }: DocumentedEndpoint,
): string | undefined {
  if (status >= 500) return `it returns ${status}`
  for (const name of requiredHeaders) if (!headers.has(name)) return `it lacks ${name}`
  if (headers.get('x-content-type-options') !== 'nosniff') return 'it allows content sniffing'
  const leak = leaks.find((pattern) => pattern.test(text))
  if (leak) return `it leaks ${leak}`
  // A hostile request may reach another endpoint or none.
  const isOwn = kind !== 'hostile'
  if (isOwn && !statuses.has(status)) return `it returns ${status}, which isn't documented`
  const isAllowed = endpoint.callers === 'everyone' || mayEnter(who, endpoint.callers)
  if (isOwn && status < 400 && !isAllowed) return `it lets ${who} in`
  if (method === 'HEAD' || status === 204 || status === 304) {
    return text === '' ? undefined : 'it has a body'
  }
  if (status >= 400) return checkProblem(status, headers, text)
  return isOwn ? checkBody(endpoint, headers, text) : undefined
}

function mayEnter(who: GeneratedRequest['who'], callers: Callers): boolean {
  if (who === 'server') return callers === 'adminsAndKey'
  if (who === 'runner' || callers === 'gateRunner') {
    return who === 'runner' && callers === 'gateRunner'
  }
  return who !== 'nobody'
}

function checkProblem(status: number, headers: Headers, text: string): string | undefined {
  if (headers.get('content-type') !== 'application/problem+json')
    return 'its error isn’t a problem document'
  const body: unknown = JSON.parse(text)
  const parsed = z.safeParse(problem, body)
  if (!parsed.success) return 'its problem document is invalid'
  // Equal after parsing: it has no undocumented fields and no values that fall back to a default.
  if (!isDeepStrictEqual(parsed.data, body)) return 'its problem document has undocumented fields'
  if (parsed.data.status !== status) return 'its problem document has another status'
  return /^[^\n]{3,}$/.test(parsed.data.error)
    ? undefined
    : 'its error message is too short or has several lines'
}

function checkBody(endpoint: Endpoint, headers: Headers, text: string): string | undefined {
  if (!endpoint.reply) return undefined
  if (headers.get('content-type') !== 'application/json') return 'its content type isn’t JSON'
  const body: unknown = JSON.parse(text)
  const parsed = z.safeParse(endpoint.reply, body)
  if (!parsed.success) return 'its body doesn’t match the schema'
  return isDeepStrictEqual(parsed.data, body) ? undefined : 'its body has undocumented fields'
}
