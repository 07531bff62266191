import { sendReport } from '@portal/contract/portal'
import { addressOf, rateLimit } from '../http/limits.ts'
import type { Log } from '../http/log.ts'
import type { Serve } from '../http/serve.ts'

/** Errors that browsers met go to the log, signed in or not, so many a minute from one address. */
export function reportsRoutes(serve: Serve, { log, now }: { log: Log; now: () => Date }): void {
  const limit = rateLimit({ most: 30, perSeconds: 60, now })
  serve.everyone(
    sendReport,
    ({ body, c }) => {
      limit(addressOf(c))
      log.warn('browser report', { requestId: c.get('requestId'), report: body })
      return undefined
    },
    { bodyLimit: 64 * 1024 },
  )
}
