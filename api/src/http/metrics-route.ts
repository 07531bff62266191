import { timingSafeEqual, hash } from 'node:crypto'
import type { Context } from 'hono'
import { Refusal } from '../refusal.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { ServePlain } from './plain-route.ts'

type Options = {
  metrics: Metrics
  /** Without one, metrics are unavailable in production and open in development. */
  token: string | undefined
  production: boolean
}

/** `GET /metrics` for callers with the token. */
export function metricsRoute(plain: ServePlain, { metrics, token, production }: Options): void {
  if (token === undefined && production) return
  plain(['GET'], '/metrics', async (c) => {
    if (token !== undefined && !bears(c, token)) {
      throw new Refusal('unauthenticated', 'Metrics are read with their own token.')
    }
    const headers = { 'content-type': metrics.contentType, 'cache-control': 'no-store' }
    return new Response(await metrics.text(), { headers })
  })
}

/** Compares hashes, which have equal length, so that the comparison takes constant time. */
function bears(c: Context, token: string): boolean {
  const sent = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
  return timingSafeEqual(hash('sha256', sent, 'buffer'), hash('sha256', token, 'buffer'))
}
