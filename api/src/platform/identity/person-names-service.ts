import { AsyncLocalStorage } from 'node:async_hooks'
import { comparableEmail } from '@portal/domain/email-address'
import type { DirectoryEntry } from '@portal/contract/directory'
import type { Log } from '../log.ts'
import { type Account, type Accounts, everyAccount } from './accounts.ts'

/** A person's current name; undefined if nobody has this address now, or they have no name. */
type NameOf = (email: string) => string | undefined

export type PersonNames = {
  /** By the accounts, else by the directory. Without the accounts, by the directory alone. */
  current: () => Promise<NameOf>
}

type Parts = {
  accounts: Pick<Accounts, 'list'>
  directory: { entries: () => readonly Pick<DirectoryEntry, 'email' | 'name'>[] }
  now: () => Date
  log: Log
}

/** How long names of accounts are kept, in ms; the provider isn't queried more often, even while it is down. */
const keptFor = 60_000
/** A thousand accounts each. */
const maxPages = 10

/**
 * Names for records that contain only addresses. They are resolved when the record is read, so the name of a person
 * whose account and entry are deleted is gone from it too.
 */
export function createPersonNames({ accounts, directory, now, log }: Parts): PersonNames {
  let cached: { at: number; names: Promise<Map<string, string>> } | undefined
  // One request's call serves the others: it continues after that request has ended.
  const inBackground = AsyncLocalStorage.snapshot()

  const readAccounts = async (): Promise<Map<string, string>> => {
    try {
      const all: Account[] = []
      for await (const account of everyAccount(accounts, { mostPages: maxPages })) all.push(account)
      return named(all)
    } catch (cause) {
      log.warn('The names of accounts can’t be read; addresses are shown instead.', { cause })
      return new Map()
    }
  }

  return {
    async current() {
      const at = now().getTime()
      if (!cached || at - cached.at >= keptFor) cached = { at, names: inBackground(readAccounts) }
      const byAccount = await cached.names
      const byEntry = named(
        directory.entries().map(({ email, name }) => ({ email: email ?? '', displayName: name })),
      )
      return (email) => {
        const key = comparableEmail(email)
        return byAccount.get(key) ?? byEntry.get(key)
      }
    },
  }
}

function named(people: readonly { email: string; displayName?: string }[]): Map<string, string> {
  return new Map(
    people.flatMap(({ email, displayName = '' }) =>
      email.trim() === '' || displayName.trim() === ''
        ? []
        : [[comparableEmail(email), displayName.trim()] as const],
    ),
  )
}
