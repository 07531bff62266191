import type { DesignatedAdmins } from '@portal/contract/designated-admins'
import type { Person } from '@portal/contract/portal'
import { mustDesignateAdmins, mustManageUsers, mustRemoveDesignations } from '../../access.ts'
import type { DocumentStore } from '../store/document-store.ts'
import { createAdminList, normalized } from './admin-list.ts'
import type { DesignatedAdminsInMemory } from './designated-admins.ts'

export type DesignatedAdminsService = ReturnType<typeof createDesignatedAdminsService>

type Parts = {
  store: DocumentStore
  admins: DesignatedAdminsInMemory
  domain: string
  defaultAdminEmail: string
  now: () => Date
}

/** The acting admin is the person of the verified token, regardless of the request body. */
export function createDesignatedAdminsService({ admins, ...parts }: Parts) {
  const list = createAdminList(parts)
  return {
    list(person: Person): DesignatedAdmins {
      mustManageUsers(person)
      return { designatedAdmins: normalized([...admins.current()]) }
    },
    async add(person: Person, email: string | undefined): Promise<DesignatedAdmins> {
      mustDesignateAdmins(person)
      return { designatedAdmins: await list.add(person, email) }
    },
    async remove(person: Person, email: string | undefined): Promise<DesignatedAdmins> {
      mustRemoveDesignations(person)
      return { designatedAdmins: await list.remove(person, email) }
    },
  }
}
