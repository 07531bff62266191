import type { Ending, Leaving } from '@portal/contract/leaving'
import type { Person } from '@portal/contract/portal'
import { type Day, dayOf } from '@portal/domain/days'
import { endedBy } from '@portal/domain/terms'
import { mustManageUsers } from '../../access.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import type { AccountKinds } from '../../platform/identity/account-kinds.ts'
import type { Account } from '../../platform/identity/accounts.ts'
import { type LastDays, saveLastDay } from '../../platform/identity/last-days.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { Refusal } from '../../refusal.ts'
import { type Bodies, endTerms } from '../bodies/bodies-feature.ts'
import type { Directory } from '../directory/directory-feature.ts'
import type { RemoveAccessService } from './remove-access-service.ts'

type Parts = {
  access: Pick<RemoveAccessService, 'preview' | 'remove'>
  bodies: Pick<Bodies, 'all' | 'terms'>
  directory: Pick<Directory, 'accounts'>
  kinds: Pick<AccountKinds, 'get' | 'all'>
  lastDays: Pick<LastDays, 'get'>
  store: DocumentStore
  timeZone: string
  now: () => Date
}

/** Ends what a person may do: now, or with a day. */
export function createEndingService(parts: Parts) {
  const { access, bodies, directory, kinds, lastDays, store, timeZone, now } = parts
  const today = () => dayOf(now(), timeZone)

  const entryOf = async (uid: string) =>
    [...(await directory.accounts.all())].find(([, linked]) => linked === uid)?.[0]

  const endTermsOf = async (by: Person, uid: string, last: Day) => {
    const person = await entryOf(uid)
    if (person !== undefined) await endTerms({ store, now }, { by, person, last })
  }

  /** Why an account can't have a last day, as a sentence. */
  const lastDayRefusal = async (person: Person, { uid }: Account): Promise<string | undefined> => {
    if (person.uid === uid) return 'You can’t end your own access.'
    const kind = kinds.get(uid)?.kind
    if (kind === 'guest') return 'A guest sees a meeting until the last day of the invitation.'
    if (kind === 'assistant') {
      return 'An assistant’s access ends with that of the person they work for, or when you end it.'
    }
    // The list of admins must always contain someone who can sign in.
    const { isAdmin } = await access.preview(person, uid)
    return isAdmin ? 'This person is an admin. Revoke the admin rights first.' : undefined
  }

  return {
    /** What ends with a person's access, for a preview. */
    async shown(person: Person, account: Account): Promise<Pick<Leaving, 'ending'>> {
      const { uid } = account
      const entry = await entryOf(uid)
      const names = new Map(bodies.all().map(({ id, name }) => [id, name]))
      const own = bodies.terms().filter((term) => term.person === entry)
      const ended = endedBy(own, today()).toSorted((a, b) => (a.from < b.from ? -1 : 1))
      const terms = ended.map(({ body, office, from, to }) => ({
        body: names.get(body) ?? body,
        office,
        from,
        ...(to === undefined ? {} : { to }),
      }))
      const assistants = kinds
        .all()
        .filter(({ assists }) => assists?.account === uid)
        .map(({ name }) => name)
      const lastDay = lastDays.get(uid)
      const refusal = await lastDayRefusal(person, account)
      const ending: Ending = {
        terms,
        assistants,
        ...(lastDay === undefined ? {} : { lastDay }),
        ...(refusal === undefined ? {} : { lastDayRefusal: refusal }),
      }
      return { ending }
    },

    /** The sign-ins first. Repeating it completes it. */
    async endNow(person: Person, { uid }: Account): Promise<void> {
      mustManageUsers(person)
      await access.remove(person, uid)
      await endTermsOf(person, uid, today())
      // Otherwise an account that is enabled again wouldn't be let in.
      await store.transaction((transaction) => saveLastDay(transaction, uid, undefined))
    },

    /** Sets or removes the last day. What the terms have got as their last day stays. Repeating it completes it. */
    async setLastDay(person: Person, account: Account, day: Day | undefined): Promise<void> {
      mustManageUsers(person)
      const { uid } = account
      const refusal = day === undefined ? undefined : await lastDayRefusal(person, account)
      if (refusal !== undefined) throw new Refusal('conflict', refusal)
      if (day !== undefined && day < today()) {
        const message = 'Choose today or a later day.'
        throw new Refusal('invalid', message, { fields: [{ path: 'body.day', message }] })
      }
      await store.transaction(async (transaction) => {
        const before = await saveLastDay(transaction, uid, day)
        if (before === day) return
        const what = day === undefined ? 'last day removed' : 'last day set'
        await recordChange(transaction, {
          at: now(),
          by: person,
          what,
          subject: uid,
          ...(before === undefined ? {} : { before: { day: before } }),
          ...(day === undefined ? {} : { after: { day } }),
        })
      })
      if (day !== undefined) await endTermsOf(person, uid, day)
    },
  }
}
