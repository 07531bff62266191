import * as z from 'zod/mini'

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
  REQUEST_TIME_LIMIT: z._default(count(50, 60_000), 3000),
  BACKGROUND_TIME_LIMIT: z._default(count(50, 600_000), 60_000),
  MAX_REQUESTS: z._default(count(1, 100_000), 200),
  MAX_STREAMS: z._default(count(1, 100_000), 200),
  DRAIN_GRACE: z.optional(count(0, 8000)),
  TRUSTED_PROXIES: z._default(count(0, 10), 0),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'it has fewer than 16 characters'))),
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
