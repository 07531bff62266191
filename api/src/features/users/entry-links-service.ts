import {
  type DirectoryEntry,
  type linkAccount,
  type listNotLinked,
  notLinkedAtOnce,
  type NotLinkedReason,
} from '@portal/contract/directory'
import type { Reply } from '@portal/contract/endpoint'
import type { Person } from '@portal/contract/portal'
import { comparableEmail } from '@portal/domain/email-address'
import type * as z from 'zod/mini'
import { isFoundationEmail, isMember, mustManagePortal } from '../../access.ts'
import { mustBeMembers } from './user-rules.ts'
import { type Account, type Accounts, everyAccount } from '../../platform/identity/accounts.ts'
import { ignoring, Refusal } from '../../refusal.ts'
import type { Directory } from '../directory/directory-feature.ts'

type Parts = {
  directory: Pick<Directory, 'entries' | 'accounts'>
  accounts: Pick<Accounts, 'get' | 'list'>
  /** The foundation's. */
  domain: string
}

type Entries = readonly DirectoryEntry[]

/** Links the entries of the directory to the accounts of their people. */
export function createEntryLinksService({ directory, accounts, domain }: Parts) {
  /** The accounts that this list of entries was compared with; a changed directory is another list. */
  const compared = new WeakMap<Entries, Set<string>>()

  /** A Google account of the foundation, whose address was verified. */
  const isLinkedAutomatically = (account: Account) =>
    !account.isOutsiders &&
    account.providers.includes('google.com') &&
    isFoundationEmail(account, domain)

  const canSignIn = (account: Account) =>
    !account.disabled &&
    !account.isOutsiders &&
    account.providers.some((provider) =>
      isMember({ ...account, provider, createdByAdmin: true }, domain),
    )

  /** The uid of the entry's account, unless that account is gone. */
  const accountOf = async (id: string): Promise<string | undefined> => {
    const linked = await directory.accounts.get(id)
    return linked === undefined ? undefined : (await accounts.get(linked))?.uid
  }

  return {
    /** Links each account that may be linked automatically, if exactly one entry has its address and no account. */
    async linkMatching(recent: Iterable<Account>): Promise<void> {
      const entries = directory.entries()
      const known = compared.get(entries) ?? new Set()
      compared.set(entries, known)
      for (const account of recent) {
        const { uid, email } = account
        const key = `${uid} ${email}`
        if (known.has(key) || account.disabled || !isLinkedAutomatically(account)) continue
        const [entry, another] = entries.filter((each) => addressOf(each) === email)
        if (entry && !another && (await accountOf(entry.id)) === undefined) {
          const { id, revision } = entry
          await directory.accounts
            .link({ portal: 'sign-in' }, { id, revision, account: uid })
            // Changed or deleted since, or the account has another entry.
            .catch(ignoring('stale', 'notFound', 'conflict'))
        }
        known.add(key)
      }
    },

    async notLinked(person: Person): Promise<Reply<typeof listNotLinked>> {
      mustManagePortal(person)
      const all: Account[] = []
      for await (const account of everyAccount(accounts, { mostPages: 10 })) all.push(account)
      const found = compare(all, await directory.accounts.all())
      return {
        entries: found.entries.slice(0, notLinkedAtOnce),
        accounts: found.accounts.slice(0, notLinkedAtOnce),
        counts: { entries: found.entries.length, accounts: found.accounts.length },
      }
    },

    /** Sent again, it changes nothing. */
    async link(
      person: Person,
      id: string,
      { account }: z.output<typeof linkAccount.body>,
      revision: number | 'new',
    ): Promise<Reply<typeof linkAccount>> {
      mustManagePortal(person)
      if (account !== '') {
        const linked = await accountOf(id)
        if (linked !== undefined && linked !== account) {
          throw new Refusal('conflict', 'This entry has another account.')
        }
        const found = await accounts.get(account)
        if (!found) throw new Refusal('notFound', 'User not found')
        mustBeMembers(found)
      }
      const written = await directory.accounts.link(person, { id, revision, account })
      return { id, revision: written }
    },
  }

  function compare(all: Account[], links: ReadonlyMap<string, string>) {
    const uids = new Set(all.map(({ uid }) => uid))
    const ownerOf = new Map([...links].map(([entry, uid]) => [uid, entry]))
    const hasAccount = ({ id }: DirectoryEntry) => uids.has(links.get(id) ?? '')
    const entriesAt = Map.groupBy(directory.entries(), addressOf)
    const usable = all.filter(canSignIn)
    const accountAt = new Map(usable.map((account) => [account.email, account]))

    const whyEntry = (address: string): NotLinkedReason | 'automatic' => {
      if (address === '') return 'noAddress'
      if (entriesAt.get(address)!.length > 1) return 'several'
      const account = accountAt.get(address)
      if (!account) return 'noMatch'
      if (ownerOf.has(account.uid)) return 'taken'
      return isLinkedAutomatically(account) ? 'automatic' : 'notGoogle'
    }
    const whyAccount = (account: Account): NotLinkedReason | 'automatic' => {
      const [entry, another] = entriesAt.get(account.email) ?? []
      if (!entry) return 'noMatch'
      if (another) return 'several'
      if (hasAccount(entry)) return 'taken'
      return isLinkedAutomatically(account) ? 'automatic' : 'notGoogle'
    }

    return {
      entries: directory.entries().flatMap((entry) => {
        const { id, name, email, revision } = entry
        const reason = hasAccount(entry) ? 'automatic' : whyEntry(addressOf(entry))
        if (reason === 'automatic') return []
        const account = reason === 'notGoogle' ? accountAt.get(addressOf(entry))!.uid : undefined
        return [{ id, name, email, revision, reason, account }]
      }),
      accounts: usable
        .toSorted((a, b) => (a.email < b.email ? -1 : 1))
        .flatMap((account) => {
          const { uid, email, displayName } = account
          const reason = ownerOf.has(uid) ? 'automatic' : whyAccount(account)
          return reason === 'automatic' ? [] : [{ uid, email, displayName, reason }]
        }),
    }
  }
}

function addressOf({ email = '' }: DirectoryEntry): string {
  return comparableEmail(email)
}
