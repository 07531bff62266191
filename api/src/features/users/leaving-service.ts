import type { Carried, Leaving } from '@portal/contract/leaving'
import type { Person } from '@portal/contract/portal'
import type { Day } from '@portal/domain/days'
import { comparableEmail } from '@portal/domain/email-address'
import { mustManageUsers } from '../../access.ts'
import type { Account, Accounts } from '../../platform/identity/accounts.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { Refusal } from '../../refusal.ts'
import { templatesMadeBy } from '../agendas/agendas-feature.ts'
import { handOverHolds, holdsOf } from '../notes/notes-feature.ts'
import { exportsOf } from '../portal-exports/portal-exports-feature.ts'
import type { PeopleInReleases } from '../releases/releases-feature.ts'
import { uploadsOf } from '../uploads/uploads-feature.ts'
import type { createEndingService } from './ending-service.ts'

type Parts = {
  accounts: Pick<Accounts, 'get'>
  admins: { current: () => ReadonlySet<string> }
  inReleases: Pick<PeopleInReleases, 'namedIn' | 'handOver'>
  ending: Pick<ReturnType<typeof createEndingService>, 'shown' | 'endNow' | 'setLastDay'>
  eraseRefusal: (person: Person, account: Account) => Promise<string | undefined>
  store: DocumentStore
  now: () => Date
}

const most = 500

/** What a person leaves behind when they go, and who takes it over. */
export function createLeavingService(parts: Parts) {
  const { accounts, admins, inReleases, ending, eraseRefusal, store, now } = parts

  const existing = async (uid: string): Promise<Account> => {
    const account = await accounts.get(uid)
    if (!account) throw new Refusal('notFound', 'User not found')
    return account
  }

  const carriedBy = async ({ uid, email }: Account): Promise<Carried[]> => {
    const uploads = (await uploadsOf(store, uid))
      .filter(({ result }) => result === undefined)
      .map(({ name, begunAt: since }): Carried => ({ kind: 'upload', name, since }))
    if (email === '') return uploads
    const holds = (await holdsOf(store, email)).map(({ reason: name, at: since }): Carried => ({
      kind: 'legal hold',
      name,
      since,
    }))
    const templates = (await templatesMadeBy(store, email)).map((name): Carried => ({
      kind: 'agenda template',
      name,
    }))
    const exports = (await exportsOf(store, email)).map(
      ({ startedAt: since, expiresAt: until }): Carried => {
        return { kind: 'export', name: since, since, ...(until === undefined ? {} : { until }) }
      },
    )
    return [...holds, ...(await inReleases.namedIn(email)), ...templates, ...uploads, ...exports]
  }

  const shown = async (person: Person, account: Account): Promise<Leaving> => {
    const refusal = await eraseRefusal(person, account)
    const carried = (await carriedBy(account)).slice(0, most)
    const ends = await ending.shown(person, account)
    return { carried, ...(refusal === undefined ? {} : { eraseRefusal: refusal }), ...ends }
  }

  return {
    async get(person: Person, uid: string): Promise<Leaving> {
      mustManageUsers(person)
      return shown(person, await existing(uid))
    },

    async endNow(person: Person, uid: string): Promise<Leaving> {
      mustManageUsers(person)
      await ending.endNow(person, await existing(uid))
      return shown(person, await existing(uid))
    },

    async setLastDay(person: Person, uid: string, day: Day | undefined): Promise<Leaving> {
      mustManageUsers(person)
      const account = await existing(uid)
      await ending.setLastDay(person, account, day)
      return shown(person, account)
    },

    async handOver(person: Person, uid: string, receiver: string): Promise<Leaving> {
      mustManageUsers(person)
      const account = await existing(uid)
      const to = comparableEmail(receiver)
      if (!admins.current().has(to) || to === account.email) {
        throw new Refusal('invalid', 'Choose another admin to hand it over to.')
      }
      if (account.email !== '') {
        const change = { by: person, from: account.email, to }
        await inReleases.handOver(change)
        await handOverHolds(store, { ...change, at: now() })
      }
      return shown(person, account)
    },
  }
}
