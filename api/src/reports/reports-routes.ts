import { sendReport } from '@portal/contract/portal'
import { addressOf, rateLimit } from '../http/limits.ts'
import type { Log } from '../log.ts'
import type { Serve } from '../http/serve.ts'

type Options = { log: Log; now: () => Date; trustedProxies: number }

/** Errors that browsers met go to the log, signed in or not, so many a minute from one address. */
export function reportsRoutes(serve: Serve, { log, now, trustedProxies }: Options): void {
  const limit = rateLimit({ most: 30, perSeconds: 60, now })
  serve.everyone(
    sendReport,
    ({ body, c }) => {
      log.warn('browser report', { requestId: c.get('request').requestId, report: body })
      return undefined
    },
    { bodyLimit: 64 * 1024, limit: (c) => limit(addressOf(c, trustedProxies)) },
  )
}
