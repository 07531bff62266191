import { comparableEmail } from '@portal/domain/email-address'
import type { Person } from '@portal/contract/portal'
import { closedSentence, mustHaveSecondFactor, mustManagePortal } from '../../access.ts'
import { lastDesignationOf, recordChange } from '../audit/record-change.ts'
import { Refusal } from '../../refusal.ts'
import type { DocumentStore, StoreOperations } from '../store/document-store.ts'
import type { Claims } from './identity.ts'
import {
  dismissSetPassword,
  getSetPassword,
  involvedIn,
  openRecords,
  type SetPassword,
} from './set-passwords.ts'

export type SetPasswordsService = {
  dismissNotice: (person: Person) => Promise<void>
  /** Opens the person's own notes and reading by the second factor that they had before. */
  openOwn: (person: Person, signIn: Pick<Claims, 'provider' | 'hasSecondFactor'>) => Promise<void>
  /** Opens another person's notes and reading, as an admin who had no part in setting the password. */
  openFor: (admin: Person, uid: string) => Promise<void>
}

type Parts = { store: DocumentStore; now: () => Date }

export function createSetPasswordsService({ store, now }: Parts): SetPasswordsService {
  return {
    dismissNotice: ({ uid }) =>
      store.transaction((transaction) => dismissSetPassword(transaction, uid)),

    async openOwn(person, signIn) {
      await store.transaction(async (transaction) => {
        const record = await getSetPassword(transaction, person.uid)
        if (record?.closedUntil === undefined) return
        if (record.closedUntil === 'admin') throw new Refusal('conflict', closedSentence.admin)
        mustHaveSecondFactor(signIn, { isOn: true, isRequired: true })
        await openRecordsOf(transaction, person.uid, {
          by: 'secondFactor',
          actor: person,
          at: now(),
        })
      })
    },

    async openFor(admin, uid) {
      mustManagePortal(admin)
      await store.transaction(async (transaction) => {
        const record = await getSetPassword(transaction, uid)
        if (record?.closedUntil === undefined) return
        await mustBeUninvolved(transaction, record, admin)
        await openRecordsOf(transaction, uid, { by: 'admin', actor: admin, at: now() })
      })
    },
  }
}

type Opened = {
  by: 'secondFactor' | 'admin' | 'operator'
  actor: Person | { portal: 'operator' }
  at: Date
}

/** Opens the records, in the transaction of the check that allowed it. */
export async function openRecordsOf(
  transaction: StoreOperations,
  uid: string,
  { by, actor, at }: Opened,
): Promise<void> {
  const admin = by === 'admin' && 'email' in actor ? { admin: actor.email } : {}
  const email = await openRecords(transaction, uid, { by, ...admin, at: at.toISOString() })
  const what = 'notes opened again'
  await recordChange(transaction, { at, by: actor, what, subject: uid, after: { email } })
}

/** Refuses an admin who set the password or reset the second factor, or who was designated since. */
async function mustBeUninvolved(
  transaction: StoreOperations,
  stored: SetPassword,
  { email }: Person,
): Promise<void> {
  if (stored.closedUntil === 'secondFactor') {
    throw new Refusal(
      'conflict',
      'This person has two-step sign-in, so they open their notes themselves with their code.',
    )
  }
  const isInvolved = involvedIn(stored).includes(comparableEmail(email))
  const designatedAt = await lastDesignationOf(transaction, comparableEmail(email))
  const since = stored.closed?.since ?? stored.at
  if (!isInvolved && !(designatedAt !== undefined && designatedAt >= since)) return
  throw new Refusal(
    'conflict',
    isInvolved
      ? 'Another admin has to confirm, because you set this person’s password or reset their two-step sign-in. If there is no other admin, the operator can: portal notes open.'
      : 'Another admin has to confirm, because you became an admin after the password was set.',
  )
}
