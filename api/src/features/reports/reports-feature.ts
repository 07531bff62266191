import type { Serve } from '../../platform/http/serve.ts'
import { sendReport } from '@portal/contract/portal'
import type { AppParts } from '../../platform/app-parts.ts'
import { addressOf, rateLimit } from '../../platform/http/limits.ts'

/** Logs browser errors, signed in or not, with a rate limit per address. */
export function createReports({ settings, log, now }: AppParts) {
  const { trustedProxies } = settings.limits
  const limit = rateLimit({ most: 30, perSeconds: 60, now })
  return {
    routes(serve: Serve) {
      serve(
        sendReport,
        ({ body, c }) => {
          log.warn('browser report', { requestId: c.get('request').requestId, report: body })
          return undefined
        },
        { limit: (c) => limit(addressOf(c, trustedProxies)) },
      )
    },
  }
}
