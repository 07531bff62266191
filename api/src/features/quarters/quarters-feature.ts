import type { Serve } from '../../platform/http/serve.ts'
import { getPublication, setPublication } from '@portal/contract/quarters'
import type { AppParts } from '../../platform/app-parts.ts'
import { createQuartersService, type QuartersParts } from './quarters-service.ts'

export { createQuarterStates } from './quarter-states-service.ts'
export type { QuarterStatesService } from './quarter-states-service.ts'
export type { QuartersService } from './quarters-service.ts'
export { storedQuarter } from './quarter-states-service.ts'

export function createQuarters(
  { store, now }: Pick<AppParts, 'store' | 'now'>,
  { agendas }: Pick<QuartersParts, 'agendas'>,
) {
  const quarters = createQuartersService({ store, agendas, now })
  return {
    ...quarters,
    routes(serve: Serve) {
      serve(getPublication, ({ person, params }) => quarters.get(person, params))
      serve(setPublication, ({ person, params, body, revision }) =>
        quarters.set(person, params, body.state, revision),
      )
    },
  }
}
