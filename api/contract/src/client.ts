import * as z from 'zod/mini'
import { type CallInput, type Endpoint, pathOf, type Reply } from './endpoint.ts'
import { type Problem, problem, type ProblemCode } from './problem.ts'
import { fetchUnlessSilent, isSilence } from './silence.ts'

/** Thrown by `call`. Told apart by `isApiError`, never by class: a shell and a remote may hold two copies. */
export type ApiError = Error & {
  name: 'ApiError'
  code: ProblemCode | 'offline' | 'unexpectedReply'
  /** The HTTP status; 0 when there was no answer. */
  status: number
  /** Named to whoever helps the reader: it finds the entry in the API's log. */
  requestId: string
  current?: unknown
  /** Which parts of what was sent were refused and why: `form.name`, `body.title`. */
  fields?: Problem['fields']
  /** The API has refused, so the message is its own sentence; another server's answer in its place has none. */
  isProblem?: true
}

export type CallOptions = {
  signal?: AbortSignal
  /** Goes on when the page ends; 64 KB at most. */
  keepalive?: boolean
}

/** Calls an endpoint and judges its reply by this side's own copy of the schema. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  ...input: Record<string, never> extends CallInput<E>
    ? [input?: CallInput<E>, options?: CallOptions]
    : [input: CallInput<E>, options?: CallOptions]
) => Promise<Reply<E>>

type ClientOptions = {
  /** Empty for the page's own origin. */
  baseUrl?: string
  /** The ID token, or undefined where a cookie may do (reads). `fresh` asks for a new one after a 401. */
  token: (wants: { fresh: boolean; method: string }) => Promise<string | undefined>
  fetch?: typeof globalThis.fetch
  /** How long the answer to a read may take to begin and to go on, in ms. A slow one that keeps arriving is read. */
  silenceLimit?: number
}

type LooseInput = {
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
  fetch = globalThis.fetch,
  silenceLimit = 30_000,
}: ClientOptions): Call {
  const send = async (
    target: Endpoint,
    input: LooseInput,
    options: CallOptions,
    fresh: boolean,
  ): Promise<Response> => {
    const headers = new Headers({ accept: 'application/json' })
    const idToken = await token({ fresh, method: target.method })
    if (idToken) headers.set('authorization', `Bearer ${idToken}`)
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
      // A write may have been done all the same: it goes on waiting, and is safe to send again.
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

  const answer = async (target: Endpoint, input: LooseInput, options: CallOptions) => {
    let response = await send(target, input, options, false)
    if (response.status === 401) {
      await response.body?.cancel()
      response = await send(target, input, options, true)
    }
    if (!response.ok) throw await refused(response)
    return judged(target, response)
  }

  return async (target, ...[given = {}, options = {}]) => {
    try {
      return (await answer(target, given as LooseInput, options)) as never
    } catch (cause) {
      if (!isSilence(cause) || options.signal?.aborted) throw cause
      const details = { code: 'unavailable', status: 0, requestId: '' } as const
      throw apiError('The server has not answered. Please try again.', details, cause)
    }
  }
}

function formDataOf(form: Record<string, string | Blob | undefined>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(form)) if (value !== undefined) data.set(name, value)
  return data
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError'
}

async function judged(target: Endpoint, response: Response): Promise<unknown> {
  if (!target.reply) return undefined
  const requestId = response.headers.get('x-request-id') ?? ''
  const details = { code: 'unexpectedReply', status: response.status, requestId } as const
  const text = await response.text()
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (cause) {
    throw apiError('The server’s answer could not be read.', details, cause)
  }
  const parsed = z.safeParse(target.reply, body)
  if (parsed.success) return parsed.data
  throw apiError('The server’s answer could not be read.', details, parsed.error)
}

async function refused(response: Response): Promise<ApiError> {
  const requestId = response.headers.get('x-request-id') ?? ''
  const body = z.safeParse(problem, await response.json().catch(() => undefined))
  if (!body.success) {
    const code = response.status >= 500 ? 'unavailable' : 'badRequest'
    const sentence = response.statusText || `The server answered ${response.status}.`
    return apiError(sentence, { code, status: response.status, requestId })
  }
  const { error, code, current, fields } = body.data
  return apiError(error, {
    code,
    status: response.status,
    requestId,
    current,
    fields,
    isProblem: true,
  })
}

function apiError(
  message: string,
  details: Omit<ApiError, keyof Error>,
  cause?: unknown,
): ApiError {
  const error = cause === undefined ? new Error(message) : new Error(message, { cause })
  return Object.assign(error, { name: 'ApiError' as const }, details)
}
