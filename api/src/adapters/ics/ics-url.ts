import { hash } from 'node:crypto'
import { cachedCopy } from '../../features/calendar/cached-copy.ts'
import { limitedBytes } from '../../platform/files/bytes.ts'
import { connectionFault } from '../../platform/resilience/connection-fault.ts'
import { untilAborted } from '../../platform/resilience/with-timeout.ts'
import { type IcsSource, maxIcsBytes, completeCalendar } from './ics-source.ts'

type Options = {
  /** A secret: the URL alone grants access to the calendar, so it is never logged. */
  url: string
  now?: () => Date
  /** How long a copy counts as current, in ms. */
  freshFor?: number
  /** Timeout of one download, in ms. */
  timeLimit?: number
  maxBytes?: number
}

type Download = {
  bytes: Uint8Array
  stamp: string
  /** Validators that the server sent for this version. */
  etag: string | null
  modified: string | null
}

const maxRedirects = 5
/** How long a reader waits for a newer version, in ms. */
const waitLimit = 2000
/** Minimum time between attempts after a failure, in ms. */
const pause = 30_000

/** A published calendar, fetched again every few minutes. The last valid version is used while it is unavailable. */
export function icsUrl(options: Options): IcsSource {
  const { url, now = () => new Date(), freshFor = 5 * 60_000 } = options
  const { timeLimit = 15_000, maxBytes = maxIcsBytes } = options
  const copy = cachedCopy<Download>({
    load: (before) => download(url, before, { timeLimit, maxBytes }),
    freshFor: () => freshFor,
    waitLimit,
    firstWaitLimit: timeLimit,
    pause: Math.min(pause, freshFor),
    now,
  })
  return async (signal) => {
    // Its readers share the copy: a download isn't ended because one of them is gone.
    const { value, staleSince } = await untilAborted(copy.get(), signal)
    const { stamp, bytes } = value
    return { stamp, bytes: async () => bytes, ...(staleSince ? { staleSince } : {}) }
  }
}

async function download(
  url: string,
  before: Download | undefined,
  { timeLimit, maxBytes }: { timeLimit: number; maxBytes: number },
): Promise<Download> {
  const headers = {
    accept: 'text/calendar',
    ...(before?.etag ? { 'if-none-match': before.etag } : {}),
    ...(before?.modified ? { 'if-modified-since': before.modified } : {}),
  }
  const signal = AbortSignal.timeout(timeLimit)
  let address = new URL(url)
  for (let hop = 0; hop <= maxRedirects; hop++) {
    refuseUnsafe(address, url)
    const response = await fetch(address, { headers, redirect: 'manual', signal }).catch(
      (cause: unknown) => unreachable(address, cause),
    )
    const location = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await response.body?.cancel()
      address = new URL(location, address)
      continue
    }
    if (response.status === 304 && before) return before
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new Error(`${address.host} returned ${response.status} for the calendar.`)
    }
    const bytes = completeCalendar(
      await limitedBytes(response, maxBytes, 'The calendar exceeds the maximum size.'),
      `What ${address.host} sent`,
    )
    return {
      bytes,
      stamp: hash('sha256', bytes),
      etag: response.headers.get('etag'),
      modified: response.headers.get('last-modified'),
    }
  }
  throw new Error(`${address.host} redirects the calendar too often.`)
}

/** Names the host only, because the address is a secret. */
function unreachable({ host }: URL, cause: unknown): never {
  const fault = connectionFault(cause)
  if (fault === undefined) throw cause
  throw new Error(`The calendar’s server ${host} can’t be reached: ${fault}.`, { cause })
}

/** Requires https on every hop. A server on this machine may use http, unless another machine redirected to it. */
function refuseUnsafe(address: URL, configured: string): void {
  if (address.protocol === 'https:') return
  const isLocal = isLoopback(address) && isLoopback(new URL(configured))
  if (address.protocol === 'http:' && isLocal) return
  throw new Error(`The calendar leads to ${address.protocol}//${address.host}, which isn’t https.`)
}

function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
