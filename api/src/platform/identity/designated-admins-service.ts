import type { DesignatedAdmins } from '@portal/contract/designated-admins'
import type { Person } from '@portal/contract/portal'
import { mustDesignateAdmins, mustManageUsers, mustRemoveDesignations } from '../../access.ts'
import { removedAdmins } from '../audit/record-change.ts'
import type { DocumentStore } from '../store/document-store.ts'
import { createAdminList, normalized } from './admin-list.ts'
import type { DesignatedAdminsInMemory } from './designated-admins.ts'
import type { PersonNames } from './person-names-service.ts'

export type DesignatedAdminsService = ReturnType<typeof createDesignatedAdminsService>

type Parts = {
  store: DocumentStore
  admins: DesignatedAdminsInMemory
  names: PersonNames
  domain: string
  defaultAdminEmail: string
  now: () => Date
}

/** The acting admin is the person of the verified token, regardless of the request body. */
export function createDesignatedAdminsService({ admins, names, ...parts }: Parts) {
  const list = createAdminList(parts)
  const named = async (designatedAdmins: string[]): Promise<DesignatedAdmins> => {
    const [nameOf, former] = await Promise.all([names.current(), removedAdmins(parts.store)])
    const known = [...designatedAdmins, ...former].flatMap((email) => {
      const name = nameOf(email)
      return name === undefined ? [] : [[email, name] as const]
    })
    return { designatedAdmins, names: Object.fromEntries(known) }
  }
  return {
    async list(person: Person): Promise<DesignatedAdmins> {
      mustManageUsers(person)
      return named(normalized([...admins.current()]))
    },
    async add(person: Person, email: string | undefined): Promise<DesignatedAdmins> {
      mustDesignateAdmins(person)
      return named(await list.add(person, email))
    },
    async remove(person: Person, email: string | undefined): Promise<DesignatedAdmins> {
      mustRemoveDesignations(person)
      return named(await list.remove(person, email))
    },
  }
}
