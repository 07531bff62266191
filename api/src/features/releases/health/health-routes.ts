import { sendOutcomes } from '@portal/contract/outcomes'
import { dismissNotice, getHealth, listNotices } from '@portal/contract/release-health'
import { rateLimit } from '../../../platform/http/limits.ts'
import type { Serve } from '../../../platform/http/serve.ts'
import type { ReleaseHealthServices } from './release-health.ts'

/**
 * A tab reports a handful of releases, a reader has a handful of tabs: more than that isn't useful.
 */
const reportLimit = { most: 60, perSeconds: 60 }

type Services = Omit<ReleaseHealthServices, 'watch'>

export function healthRoutes(serve: Serve, services: Services, now: () => Date): void {
  const { outcomes, health, notices } = services
  const limit = rateLimit({ ...reportLimit, now })
  serve(
    sendOutcomes,
    async ({ person, body, c }) => {
      await outcomes.take(person, body, c.get('request').requestId)
      return undefined
    },
    { limit: (c) => limit(c.get('request').caller!.uid) },
  )
  serve(getHealth, ({ person, params, query }) => health.of(person, params.remote, query))
  serve(listNotices, ({ person }) => notices.list(person))
  serve(dismissNotice, async ({ person, params }) => {
    await notices.dismiss(person, params.remote, params.release)
    return undefined
  })
}
