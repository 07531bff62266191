import { sendReport } from '@portal/contract/portal'
import type { AppParts } from '../app-parts.ts'
import { addressOf, rateLimit } from '../http/limits.ts'

/** Errors that browsers met go to the log, signed in or not, so many a minute from one address. */
export function mountReports({ serve, settings, log, now }: AppParts): void {
  const { trustedProxies } = settings.limits
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
