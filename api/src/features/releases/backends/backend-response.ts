import { createPacedReader } from '../../../platform/http/body-pace.ts'
import { Refusal } from '../../../refusal.ts'

type Passing = {
  remote: string
  /** In bytes. */
  most: number
  /** How long the backend may take for the body, in ms. */
  longest: number
  /** Called once all of it has been sent, or nobody reads it any more. */
  ended: () => void
}

/** How long all of it may take, regardless of who is slow, in ms. */
const longestExchange = 120_000

/** Types that no browser runs or renders as a page. Anything else is sent as bytes. */
const harmlessTypes =
  /^(application\/(json|[\w.-]+\+json|pdf|zip|octet-stream)|text\/(plain|csv|calendar)|image\/(png|jpeg|gif|webp|avif))$/

/** Headers of a backend that its screens may read: no cookie, no permission, no instruction to the browser. */
const passedHeaders = ['etag', 'last-modified', 'retry-after', 'content-language']

/**
 * A backend's response as it is sent to a screen. It has the portal's origin, so it must be data: a response that a
 * browser would run, render, remember or follow is refused or made harmless.
 */
export function backendResponse(reply: Response, passing: Passing): Response {
  const fault = faultOf(reply, passing)
  if (fault !== undefined) {
    void reply.body?.cancel().catch(() => undefined)
    throw new Refusal('unavailable', fault)
  }
  const { status } = reply
  const headers = new Headers({
    'cache-control': 'private, no-store',
    'content-disposition': 'attachment',
    'content-security-policy':
      "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  })
  for (const name of passedHeaders) {
    const value = reply.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  if (!reply.body) {
    passing.ended()
    return new Response(null, { status, headers })
  }
  headers.set('content-type', harmlessType(reply.headers.get('content-type')))
  return new Response(limited(reply.body, passing), { status, headers })
}

/** Why a response can't be passed on. A 401 is about the portal's statement: it must not make anyone sign in again. */
function faultOf({ status, headers }: Response, { remote, most }: Passing): string | undefined {
  const server = `The server behind this page (${remote})`
  if (status === 401 || status === 407) return `${server} didn’t accept the portal’s request.`
  if (status < 200 || (status >= 300 && status < 400 && status !== 304)) {
    return `${server} sends the request elsewhere, which the portal doesn’t follow.`
  }
  if ((headers.get('content-encoding') ?? 'identity') !== 'identity') {
    return `${server} compresses its response without being asked to.`
  }
  if (Number(headers.get('content-length') ?? 0) > most) return `${server} sends too much at once.`
  return undefined
}

/** Written again: of several types in one header, a browser takes the last. */
function harmlessType(given: string | null): string {
  const [type = '', ...parameters] = (given ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase())
  if (!harmlessTypes.test(type)) return 'application/octet-stream'
  const charset = parameters.find((parameter) => /^charset=[\w-]+$/.test(parameter))
  return charset === undefined ? type : `${type}; ${charset}`
}

/** Ends with an error, which closes the connection, if the body is too long or takes too long. */
function limited(
  body: ReadableStream<Uint8Array>,
  { remote, most, longest, ended }: Passing,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const paced = createPacedReader({ grace: longest, bytesPerSecond: Infinity })
  let left = most
  let fail: (reason: unknown) => void
  const close = () => {
    clearTimeout(timer)
    ended()
  }
  const timer = setTimeout(
    () => fail(new Error(`The response of ${remote} takes too long.`)),
    longestExchange,
  )
  timer.unref()
  return new ReadableStream<Uint8Array>({
    start(controller) {
      fail = (reason) => {
        close()
        void reader.cancel(reason).catch(() => undefined)
        controller.error(reason)
      }
    },
    async pull(controller) {
      try {
        const { done, value } = await paced.read(reader.read())
        if (done) {
          close()
          return controller.close()
        }
        left -= value.byteLength
        if (left < 0) throw new Error(`The response of ${remote} is too long.`)
        controller.enqueue(value)
      } catch (error) {
        fail(error)
      }
    },
    async cancel(reason) {
      close()
      await reader.cancel(reason)
    },
  })
}
