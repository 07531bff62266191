import * as z from 'zod/mini'
import { setting } from './values.ts'

/** Capacity and timeouts. */
export type LimitSettings = {
  /** How long one request may wait for database, calendar and identity in total, in ms. */
  requestTime: number
  /** How long background work, such as a sync, may wait for one call, in ms. */
  backgroundTime: number
  /** Maximum concurrent requests and downloads; more are refused with 503. */
  requests: number
  streams: number
  /** How long a stopping portal still accepts connections, in ms, so that load balancers notice that it isn't ready. */
  drainGrace: number
  /** Number of trusted proxies in front, whose X-Forwarded-For is used. */
  trustedProxies: number
  /** Allows a Prometheus server to read `/metrics`. */
  metricsToken: string | undefined
}

const count = (least: number, most: number) =>
  z.coerce.number().check(z.int(), z.gte(least), z.lte(most))

export const limitsEnvironment = {
  REQUEST_TIME_LIMIT: setting(
    z._default(count(50, 60_000), 3000),
    'ms that one request may wait for database, files, calendar and identity in total',
  ),
  BACKGROUND_TIME_LIMIT: setting(
    z._default(count(50, 600_000), 60_000),
    'ms that a sync or other background work may wait for one call',
  ),
  MAX_REQUESTS: setting(
    z._default(count(1, 100_000), 200),
    'maximum number of concurrent requests',
  ),
  MAX_STREAMS: setting(
    z._default(count(1, 100_000), 200),
    'maximum number of concurrent downloads',
  ),
  DRAIN_GRACE: setting(
    z.optional(count(0, 8000)),
    'ms during which a stopping portal still accepts connections',
    '3000 in production, otherwise 0',
  ),
  TRUSTED_PROXIES: setting(
    z._default(count(0, 10), 0),
    'number of proxies in front that set `X-Forwarded-For`; rate limits use the address that the outermost one saw; with 0 the header is ignored',
  ),
  METRICS_TOKEN: setting(
    z.optional(z.string().check(z.minLength(16, 'it must have at least 16 characters'))),
    'at least 16 characters; required to read `/metrics`, and the parts in `/readyz`',
    '`/metrics` is closed in production and open in development',
  ),
}

const limits = z.object(limitsEnvironment)

export function limitSettings(read: z.output<typeof limits>, production: boolean): LimitSettings {
  return {
    requestTime: read.REQUEST_TIME_LIMIT,
    backgroundTime: read.BACKGROUND_TIME_LIMIT,
    requests: read.MAX_REQUESTS,
    streams: read.MAX_STREAMS,
    // Waiting only makes sense behind a load balancer that probes readiness.
    drainGrace: read.DRAIN_GRACE ?? (production ? 3000 : 0),
    trustedProxies: read.TRUSTED_PROXIES,
    metricsToken: read.METRICS_TOKEN,
  }
}
