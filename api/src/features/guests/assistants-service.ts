import type { CallInput } from '@portal/contract/endpoint'
import type { addAssistant, Assistant, Guest } from '@portal/contract/guests'
import type { Person } from '@portal/contract/portal'
import { comparableEmail } from '@portal/domain/email-address'
import { mustManageUsers } from '../../access.ts'
import type { AccountKinds, StoredKind } from '../../platform/identity/account-kinds.ts'
import { type Account, accountLimits, type Accounts } from '../../platform/identity/accounts.ts'
import { Refusal } from '../../refusal.ts'
import type { Directory } from '../directory/directory-feature.ts'
import type { OutsiderAccounts } from './outsider-accounts.ts'

type Parts = {
  accounts: Pick<Accounts, 'get' | 'getMany'>
  kinds: Pick<AccountKinds, 'get' | 'all'>
  outsiders: OutsiderAccounts
  directory: Pick<Directory, 'entries' | 'accounts'>
}

/** Guests' and assistants' accounts, as admins see them, and assistants also as the person that they work for. */
export function createAssistantsService({ accounts, kinds, outsiders, directory }: Parts) {
  const nameOf = (entry: string) => directory.entries().find(({ id }) => id === entry)?.name

  const outsiderOf = ({ id, ...stored }: StoredKind & { id: string }, account?: Account): Guest => {
    const { entry, name, email, since } = stored
    const { lastSignInAt } = account ?? {}
    return {
      uid: id,
      person: entry ?? id,
      name,
      email: account?.email ?? email,
      since,
      ...(lastSignInAt === undefined ? {} : { lastSignInAt }),
    }
  }
  const assistantOf = (stored: StoredKind & { id: string }, account?: Account): Assistant => {
    const { person, name, mayReply } = stored.assists!
    const assists = { person, name: nameOf(person) ?? name }
    return { ...outsiderOf(stored, account), assists, mayReply }
  }
  const withAccounts = async <S extends { id: string; name: string }, T>(
    stored: readonly S[],
    shown: (stored: S, account: Account | undefined) => T,
  ): Promise<T[]> => {
    const known = new Map<string, Account>()
    for (let at = 0; at < stored.length; at += accountLimits.many) {
      const uids = stored.slice(at, at + accountLimits.many).map(({ id }) => id)
      for (const account of await accounts.getMany(uids)) known.set(account.uid, account)
    }
    return stored
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
      .map((each) => shown(each, known.get(each.id)))
  }
  /** The assistant, whose access the caller may change and end. */
  const ownOf = (person: Person, uid: string) => {
    const stored = kinds.get(uid)
    const isTheirs = person.isAdmin || stored?.assists?.account === person.uid
    return stored?.kind === 'assistant' && isTheirs ? stored : undefined
  }

  return {
    /** Everybody, for admins. */
    async all(person: Person): Promise<{ guests: Guest[]; assistants: Assistant[] }> {
      mustManageUsers(person)
      const stored = kinds.all()
      return {
        guests: await withAccounts(
          stored.filter(({ kind }) => kind === 'guest'),
          outsiderOf,
        ),
        assistants: await withAccounts(
          stored.filter(({ assists }) => assists !== undefined),
          assistantOf,
        ),
      }
    },

    async own(person: Person): Promise<{ assistants: Assistant[] }> {
      const stored = kinds.all().filter(({ assists }) => assists?.account === person.uid)
      return { assistants: await withAccounts(stored, assistantOf) }
    },

    async add(
      person: Person,
      { name, email, assists: entry, mayReply = false }: CallInput<typeof addAssistant>['body'],
    ): Promise<Assistant> {
      mustManageUsers(person)
      const ofName = nameOf(entry)
      const uid = await directory.accounts.get(entry)
      const account = uid === undefined ? undefined : await accounts.get(uid)
      if (ofName === undefined || !account || kinds.get(account.uid)) {
        const message =
          'Choose a person of the directory who signs in as a member: an assistant sees what that person sees.'
        throw new Refusal('conflict', message, { fields: [{ path: 'body.assists', message }] })
      }
      const of = {
        person: entry,
        account: account.uid,
        name: ofName,
        email: account.email,
        mayReply,
      }
      const address = comparableEmail(email)
      const known = kinds.all().find((each) => each.email === address)
      // The same request sent again.
      if (known?.assists?.person === entry) return assistantOf(known)
      const added = { kind: 'assistant', name, email: address, assists: of } as const
      return outsiders.add(person, added, async (_, stored) => assistantOf(stored))
    },

    async change(person: Person, uid: string, mayReply: boolean): Promise<Assistant> {
      const stored = ownOf(person, uid)
      if (!stored) throw notFound()
      await outsiders.change(person, uid, mayReply)
      return assistantOf({ ...stored, assists: { ...stored.assists!, mayReply } })
    },

    async end(person: Person, uid: string): Promise<void> {
      const isKnown = kinds.get(uid) !== undefined
      if (isKnown && !ownOf(person, uid)) throw notFound()
      await outsiders.end(person, uid, 'assistant')
    },
  }
}

function notFound(): Refusal {
  return new Refusal('notFound', 'This account no longer exists.')
}
