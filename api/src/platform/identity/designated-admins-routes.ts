import {
  addDesignatedAdmin,
  listDesignatedAdmins,
  removeDesignatedAdmin,
} from '@portal/contract/designated-admins'
import { mustDesignateAdmins, mustRemoveDesignations } from '../../access.ts'
import type { AppParts } from '../app-parts.ts'
import {
  createDesignatedAdminsService,
  type DesignatedAdminsService,
} from './designated-admins-service.ts'
import type { DesignatedAdminsInMemory } from './designated-admins.ts'

export function mountDesignatedAdmins(
  { serve, store, settings, now }: AppParts,
  known: DesignatedAdminsInMemory,
): DesignatedAdminsService {
  const { defaultAdminEmail, foundation } = settings
  const { domain } = foundation
  const admins = createDesignatedAdminsService({
    store,
    admins: known,
    domain,
    defaultAdminEmail,
    now,
  })
  serve.forAdmins(listDesignatedAdmins, ({ person }) => admins.list(person))
  serve.forAdmins(addDesignatedAdmin, ({ person, body }) => admins.add(person, body.email), {
    mustHaveRight: mustDesignateAdmins,
  })
  serve.forAdmins(
    removeDesignatedAdmin,
    ({ person, query }) => admins.remove(person, query.email),
    { mustHaveRight: mustRemoveDesignations },
  )
  return admins
}
