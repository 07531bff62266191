import { comparableEmail, isEmailOfDomain } from '@portal/contract/email-address'
import type { DesignatedAdmins } from '@portal/contract/designated-admins'
import type { Person } from '@portal/contract/portal'
import * as z from 'zod/mini'
import { mustDesignateAdmins, mustManageUsers, mustRemoveDesignations } from '../access.ts'
import { recordChange } from '../audit/record-change.ts'
import { Refusal } from '../refusal.ts'
import type { DocumentStore } from '../store/document-store.ts'
import {
  adminCollection,
  adminsDocument,
  type DesignatedAdminsInMemory,
  storedDesignatedAdmins,
} from './designated-admins.ts'

export type DesignatedAdminsService = {
  list: (person: Person) => DesignatedAdmins
  /** Adding someone who is on the list already changes nothing. */
  add: (person: Person, email: string | undefined) => Promise<DesignatedAdmins>
  /** Removing someone who isn't on the list changes nothing. Refuses to remove the last admin. */
  remove: (person: Person, email: string | undefined) => Promise<DesignatedAdmins>
}

type Parts = {
  store: DocumentStore
  admins: DesignatedAdminsInMemory
  domain: string
  defaultAdminEmail: string
  now: () => Date
}

/** The acting admin is the person of the verified token, regardless of the request body. */
export function createDesignatedAdminsService(parts: Parts): DesignatedAdminsService {
  const { store, admins, domain, defaultAdminEmail, now } = parts

  /** Reads and changes the list in one transaction, so that concurrent changes can't overwrite each other. */
  const save = (
    by: Person,
    what: string,
    email: string,
    change: (before: string[]) => string[],
  ): Promise<DesignatedAdmins> =>
    store.transaction(async (inside) => {
      const stored = await inside.get(adminCollection, adminsDocument)
      const at = now().toISOString()
      // An unreadable list counts as the default admin alone, as everywhere.
      const { data: body = { designatedAdmins: [defaultAdminEmail], createdAt: at } } = z.safeParse(
        storedDesignatedAdmins,
        stored,
      )
      const before = normalized(body.designatedAdmins)
      const after = normalized(change(before))
      if (after.join() === before.join()) return { designatedAdmins: before }
      const next = { designatedAdmins: after, createdAt: body.createdAt, lastUpdated: at }
      if (stored) await inside.update(adminCollection, adminsDocument, next, stored.revision)
      else await inside.create(adminCollection, adminsDocument, next)
      await recordChange(inside, { at: new Date(at), by, what, subject: email, before, after })
      return { designatedAdmins: after }
    })

  return {
    list(person) {
      mustManageUsers(person)
      return { designatedAdmins: normalized([...admins.current()]) }
    },
    async add(person, given) {
      mustDesignateAdmins(person)
      const email = required(given)
      const hasOneAt = email.indexOf('@') === email.lastIndexOf('@')
      if (!hasOneAt || !isEmailOfDomain(email, domain)) {
        throw new Refusal('invalid', `Only @${domain} Google users can be designated as admins`)
      }
      return save(person, 'admin added', email, (before) => [...before, email])
    },
    async remove(person, given) {
      mustRemoveDesignations(person)
      const email = required(given)
      return save(person, 'admin removed', email, (before) => {
        const after = before.filter((one) => one !== email)
        if (after.length > 0) return after
        throw new Refusal(
          'conflict',
          'Cannot remove the last admin. There must be at least one designated admin.',
        )
      })
    },
  }
}

/** Lower case, sorted, without duplicates. */
function normalized(emails: string[]): string[] {
  return [...new Set(emails.map(comparableEmail))].toSorted()
}

function required(given = ''): string {
  const email = comparableEmail(given)
  if (email === '') throw new Refusal('invalid', 'Email addresses are required')
  return email
}
