import { getPublication, setPublication } from '@portal/contract/quarters'
import type { AppParts } from '../../platform/app-parts.ts'
import { createQuartersService, type QuartersService } from './quarters-service.ts'

export function mountQuarters({ serve, store, now }: AppParts): QuartersService {
  const quarters = createQuartersService({ store, now })
  serve.forAdmins(getPublication, ({ person, params }) => quarters.get(person, params))
  serve.forAdmins(setPublication, ({ person, params, body, revision }) =>
    quarters.set(person, params, body.state, revision),
  )
  return quarters
}
