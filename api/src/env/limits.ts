import * as z from 'zod/mini'
import { setting } from './values.ts'

/** What the portal takes on, and how long it waits. */
export type LimitSettings = {
  /** Ms that one request may wait for database, calendar and identity together. */
  requestTime: number
  /** Ms that work in the background, such as a sync, waits for one call. */
  backgroundTime: number
  /** Requests answered at the same time, and files sent at the same time; more are refused with 503. */
  requests: number
  streams: number
  /** Ms for which a stopping portal still takes new connections: until everyone has seen that it isn't ready. */
  drainGrace: number
  /** Proxies in front whose X-Forwarded-For is believed, counted from the portal outwards. */
  trustedProxies: number
  /** Lets a Prometheus server read `/metrics`. */
  metricsToken: string | undefined
}

const count = (least: number, most: number) =>
  z.coerce.number().check(z.int(), z.gte(least), z.lte(most))

export const limitsEnvironment = {
  REQUEST_TIME_LIMIT: setting(
    z._default(count(50, 60_000), 3000),
    'ms that one request may wait for database, files, calendar and identity together',
  ),
  BACKGROUND_TIME_LIMIT: setting(
    z._default(count(50, 600_000), 60_000),
    'ms that a sync or other work in the background waits for one call',
  ),
  MAX_REQUESTS: setting(
    z._default(count(1, 100_000), 200),
    'requests that wait for their answer at the same time',
  ),
  MAX_STREAMS: setting(
    z._default(count(1, 100_000), 200),
    'documents that are sent at the same time',
  ),
  DRAIN_GRACE: setting(
    z.optional(count(0, 8000)),
    'ms for which a stopping portal still takes new connections',
    '3000 in production, else 0',
  ),
  TRUSTED_PROXIES: setting(
    z._default(count(0, 10), 0),
    'how many proxies in front write `X-Forwarded-For`: rate limits go by the address that the outermost of them saw; with 0 the header is not looked at',
  ),
  METRICS_TOKEN: setting(
    z.optional(z.string().check(z.minLength(16, 'it has fewer than 16 characters'))),
    'at least 16 characters; reads `/metrics`',
    'nobody reads them in production, everybody in development',
  ),
}

const limits = z.object(limitsEnvironment)

export function limitSettings(read: z.output<typeof limits>, production: boolean): LimitSettings {
  return {
    requestTime: read.REQUEST_TIME_LIMIT,
    backgroundTime: read.BACKGROUND_TIME_LIMIT,
    requests: read.MAX_REQUESTS,
    streams: read.MAX_STREAMS,
    // Only a load balancer's probe makes waiting worth while.
    drainGrace: read.DRAIN_GRACE ?? (production ? 3000 : 0),
    trustedProxies: read.TRUSTED_PROXIES,
    metricsToken: read.METRICS_TOKEN,
  }
}
