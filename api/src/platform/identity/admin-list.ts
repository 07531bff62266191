import { comparableEmail, isEmailOfDomain } from '@portal/domain/email-address'
import * as z from 'zod/mini'
import { type Actor, recordChange } from '../audit/record-change.ts'
import { Refusal } from '../../refusal.ts'
import type { DocumentStore, StoreOperations } from '../store/document-store.ts'
import { adminCollection, adminsDocument, storedDesignatedAdmins } from './designated-admins.ts'

type Parts = { store: DocumentStore; domain: string; defaultAdminEmail: string; now: () => Date }

/** The stored list of designated admins, for anyone who may change it: lower case, sorted, without duplicates. */
export function createAdminList({ store, domain, defaultAdminEmail, now }: Parts) {
  /** Reads and changes the list in one transaction, so that concurrent changes can't overwrite each other. */
  const save = (
    by: Actor,
    what: string,
    email: string,
    change: (before: string[]) => string[],
  ): Promise<string[]> =>
    store.transaction(async (transaction) => {
      const stored = await adminCollection.raw(transaction).get(adminsDocument)
      const at = now().toISOString()
      // An unreadable list counts as the default admin alone, as everywhere.
      const { data: body = { designatedAdmins: [defaultAdminEmail], createdAt: at } } = z.safeParse(
        storedDesignatedAdmins,
        stored,
      )
      const before = normalized(body.designatedAdmins)
      const after = normalized(change(before))
      if (after.join() === before.join()) return before
      const next = { designatedAdmins: after, createdAt: body.createdAt, lastUpdated: at }
      await adminCollection.in(transaction).put(adminsDocument, next, stored)
      await recordChange(transaction, { at: new Date(at), by, what, subject: email, before, after })
      return after
    })

  return {
    /** Adding someone who is on the list already changes nothing. */
    async add(by: Actor, given: string | undefined): Promise<string[]> {
      const email = required(given)
      const hasOneAt = email.indexOf('@') === email.lastIndexOf('@')
      if (!hasOneAt || !isEmailOfDomain(email, domain)) {
        throw new Refusal('invalid', `Only @${domain} Google users can be designated as admins`)
      }
      return save(by, 'admin added', email, (before) => [...before, email])
    },

    /**
     * Removing someone who isn't on the list changes nothing. Refuses to remove the last admin, and the last one of the
     * foundation's domain: the others can't sign in as admins.
     */
    async remove(by: Actor, given: string | undefined): Promise<string[]> {
      const email = required(given)
      return save(by, 'admin removed', email, (before) => {
        const after = before.filter((candidate) => candidate !== email)
        const isLast =
          isEmailOfDomain(email, domain) && !after.some((other) => isEmailOfDomain(other, domain))
        if (after.length > 0 && !(isLast && before.includes(email))) return after
        throw new Refusal(
          'conflict',
          'Cannot remove the last admin. There must be at least one designated admin.',
        )
      })
    },
  }
}

/** The stored list; undefined if there is none yet, or if it can't be read. */
export async function storedAdmins(store: StoreOperations): Promise<string[] | undefined> {
  const stored = await adminCollection.in(store).find(adminsDocument)
  return stored && normalized(stored.designatedAdmins)
}

export function normalized(emails: readonly string[]): string[] {
  return [...new Set(emails.map(comparableEmail))].toSorted()
}

function required(given = ''): string {
  const email = comparableEmail(given)
  if (email === '') throw new Refusal('invalid', 'Email addresses are required')
  return email
}
