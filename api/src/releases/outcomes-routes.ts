import { sendOutcomes } from '@portal/contract/outcomes'
import { rateLimit } from '../http/limits.ts'
import type { Serve } from '../http/serve.ts'
import type { OutcomesService } from './outcomes-service.ts'

type Parts = { outcomes: OutcomesService; now: () => Date }

/** A tab tells of a handful of releases, a reader has a handful of tabs: what goes beyond that is no use. */
const mostTold = { most: 60, perSeconds: 60 }

export function outcomesRoutes(serve: Serve, { outcomes, now }: Parts): void {
  const limit = rateLimit({ ...mostTold, now })
  serve(
    sendOutcomes,
    ({ person, body, c }) => {
      limit(person.uid)
      outcomes.take(person, body, c.env.visit.requestId)
      return undefined
    },
    { bodyLimit: 128 * 1024 },
  )
}
