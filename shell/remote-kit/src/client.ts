import * as z from 'zod/mini'
import { type CallInput, type Endpoint, type Reply } from '@portal/contract/endpoint'
import { backgroundHeader } from '@portal/contract/sign-ins'
import { pathOf } from '@portal/domain/path-of'
import { memberViewHeader } from '@portal/contract/member-view'
import { type Problem, problem, type ProblemCode } from '@portal/contract/problem'
import { fetchUnlessSilent, isSilence } from '@portal/shared-ui/silence'

/** Thrown by `call`. Use `isApiError` instead of `instanceof`: a shell and a remote may have separate copies. */
export type ApiError = Error & {
  name: 'ApiError'
  code: ProblemCode | 'offline' | 'unexpectedReply'
  /** The HTTP status; 0 if there was no response. */
  status: number
  /** Identifies the request in the API's log; shown to people who report a problem. */
  requestId: string
  current?: unknown
  /** Who saved `current`; undefined if that isn't known. */
  currentBy?: string | undefined
  /** The rejected parts of the input and why: `form.name`, `body.title`. */
  fields?: Problem['fields']
  /** How long to wait before the request is sent again, in seconds; undefined if the response doesn't state it. */
  retryAfter?: number | undefined
  /** The API itself refused, so the message is meant for display; absent if another server responded. */
  isProblem?: true
  /** Another server refused and gave the message in its body, as `error` or `message`. */
  isStated?: true
}

export type CallOptions = {
  signal?: AbortSignal
  /** Lets the request outlive the page; the body may have at most 64 KB. */
  keepalive?: boolean
}

/** Calls an endpoint and validates the reply with the local schema. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  ...input: Record<string, never> extends CallInput<E>
    ? [input?: CallInput<E>, options?: CallOptions]
    : [input: CallInput<E>, options?: CallOptions]
) => Promise<Reply<E>>

type ClientOptions = {
  /** Empty for the page's own origin. */
  baseUrl?: string
  /**
   * The ID token; undefined if the cookie suffices (reads). `fresh` requests a new one after a 401. Without it, a refused
   * call isn't sent again: for signing in, where a second attempt would count.
   */
  token?: (wants: { fresh: boolean; method: string }) => Promise<string | undefined>
  /**
   * Called when a call needs another sign-in, because there is none or it isn't recent enough. Resolves with true once
   * the person has signed in, after which the call is sent again; otherwise it is refused.
   */
  signInAgain?: (refusal: ApiError) => Promise<boolean>
  /** Whether a request wasn't caused by the person, and so doesn't count as use. */
  isBackground?: () => boolean
  /** The view that an admin has as a member, as the header has it (`memberViewText`). */
  memberView?: string | undefined
  /** The trace that a request belongs to, as the header has it; undefined without tracing. */
  traceparent?: (() => string | undefined) | undefined
  fetch?: typeof globalThis.fetch
  /** Idle timeout of a read, in ms. A slow response that keeps arriving is read to its end. */
  silenceLimit?: number
  /** Waits before a call is sent again, in ms. */
  wait?: (ms: number) => Promise<void>
}

/** How often a call is sent in all while too much is saved at the same moment. */
const mostTries = 6

type RawInput = {
  params?: Parameters<typeof pathOf>[1]
  query?: Parameters<typeof pathOf>[2]
  body?: unknown
  form?: Record<string, string | Blob | undefined>
  upload?: Blob | Uint8Array<ArrayBuffer>
  revision?: number | 'new'
}

export function createCall({
  baseUrl = '',
  token,
  signInAgain = async () => false,
  isBackground = () => false,
  memberView,
  traceparent = () => undefined,
  fetch = globalThis.fetch,
  silenceLimit = 30_000,
  wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}: ClientOptions): Call {
  const send = async (
    target: Endpoint,
    input: RawInput,
    options: CallOptions,
    fresh: boolean,
  ): Promise<Response> => {
    const headers = new Headers({ accept: 'application/json' })
    const idToken = await token?.({ fresh, method: target.method })
    if (idToken) headers.set('authorization', `Bearer ${idToken}`)
    if (isBackground()) headers.set(backgroundHeader, '1')
    if (memberView) headers.set(memberViewHeader, memberView)
    const trace = traceparent()
    if (trace) headers.set('traceparent', trace)
    if (input.revision === 'new') headers.set('if-none-match', '*')
    else if (input.revision !== undefined) headers.set('if-match', `"${input.revision}"`)
    const init: RequestInit = { method: target.method, headers }
    if (options.signal) init.signal = options.signal
    if (options.keepalive) init.keepalive = true
    if (input.upload) {
      headers.set('content-type', target.upload!.type)
      init.body = input.upload
    } else if (input.form) init.body = formDataOf(input.form)
    else if (input.body instanceof FormData) init.body = input.body
    else if (input.body !== undefined) {
      headers.set('content-type', 'application/json')
      init.body = JSON.stringify(input.body)
    }
    const url = `${baseUrl}${pathOf(target.path, input.params, input.query)}`
    try {
      // A write may have been applied, so it isn't aborted; it is safe to repeat.
      if (target.method !== 'GET') return await fetch(url, init)
      return await fetchUnlessSilent(url, init, { silenceLimit, fetch })
    } catch (cause) {
      if (options.signal?.aborted || isSilence(cause)) throw cause
      throw apiError(
        'Unable to connect to server. Please check your connection and try again.',
        { code: 'offline', status: 0, requestId: '' },
        cause,
      )
    }
  }

  const answer = async (target: Endpoint, input: RawInput, options: CallOptions) => {
    let response = await send(target, input, options, false)
    let refusal = response.ok ? undefined : await refused(response)
    // A token may have expired or been revoked since it was issued.
    if (refusal?.code === 'unauthenticated' && token) {
      response = await send(target, input, options, true)
      refusal = response.ok ? undefined : await refused(response)
    }
    if (refusal && needsSignIn(refusal) && (await signInAgain(refusal))) {
      response = await send(target, input, options, false)
      refusal = response.ok ? undefined : await refused(response)
    }
    if (refusal) throw refusal
    return parseReply(target, response)
  }

  /** Sends a call again while it meets contention: nothing was saved, so that is always safe. */
  const answerInTime: typeof answer = async (target, input, options) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await answer(target, input, options)
      } catch (error) {
        const isPassing = isApiError(error) && error.code === 'contention'
        if (!isPassing || tries === mostTries || options.signal?.aborted) throw error
      }
      await wait((0.5 + Math.random()) * Math.min(500 * 2 ** (tries - 1), 4000))
    }
  }

  return async (target, ...[given = {}, options = {}]) => {
    try {
      return (await answerInTime(target, given as RawInput, options)) as never
    } catch (cause) {
      if (!isSilence(cause) || options.signal?.aborted) throw cause
      const details = { code: 'unavailable', status: 0, requestId: '' } as const
      throw apiError('The server isn’t responding. Please try again.', details, cause)
    }
  }
}

function needsSignIn({ code }: ApiError): boolean {
  return code === 'unauthenticated' || code === 'reauthenticate' || code === 'secondFactorRequired'
}

function formDataOf(form: Record<string, string | Blob | undefined>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(form)) if (value !== undefined) data.set(name, value)
  return data
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError'
}

async function parseReply(target: Endpoint, response: Response): Promise<unknown> {
  if (!target.reply) return undefined
  const requestId = response.headers.get('x-request-id') ?? ''
  const details = { code: 'unexpectedReply', status: response.status, requestId } as const
  const text = await response.text()
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (cause) {
    throw apiError('The server’s response could not be read.', details, cause)
  }
  const parsed = z.safeParse(target.reply, body)
  if (parsed.success) return parsed.data
  throw apiError('The server’s response could not be read.', details, parsed.error)
}

async function refused(response: Response): Promise<ApiError> {
  const requestId = response.headers.get('x-request-id') ?? ''
  const content: unknown = await response.json().catch(() => undefined)
  const body = z.safeParse(problem, content)
  if (!body.success) {
    const details = { code: codeOf(response.status), status: response.status, requestId }
    const sentence = statedIn(content)
    if (sentence !== undefined) return apiError(sentence, { ...details, isStated: true })
    return apiError(response.statusText || `The server answered ${response.status}.`, details)
  }
  const { error, code, current, currentBy, fields } = body.data
  return apiError(error, {
    retryAfter: secondsIn(response.headers.get('retry-after')),
    code,
    status: response.status,
    requestId,
    current,
    currentBy,
    fields,
    isProblem: true,
  })
}

function secondsIn(header: string | null): number | undefined {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : undefined
}

const stated = z.object({ error: z.optional(z.unknown()), message: z.optional(z.unknown()) })

/** The sentence in the body of another server: its `error`, else its `message`. */
function statedIn(content: unknown): string | undefined {
  const { error, message } = stated.safeParse(content).data ?? {}
  return [error, message].map(textOf).find((text) => text !== '')
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

/** For a response that isn't the API's own. */
function codeOf(status: number): ProblemCode {
  if (status === 401) return 'unauthenticated'
  return status >= 500 ? 'unavailable' : 'badRequest'
}

function apiError(
  message: string,
  details: Omit<ApiError, keyof Error>,
  cause?: unknown,
): ApiError {
  const error = cause === undefined ? new Error(message) : new Error(message, { cause })
  return Object.assign(error, { name: 'ApiError' as const }, details)
}
