import { personOfAccount } from '../../access.ts'
import type { Reader } from '@portal/domain/may-read'
import { type Accounts, everyAccount } from '../../platform/identity/accounts.ts'
import { type AccountKinds, shownKind } from '../../platform/identity/account-kinds.ts'
import type { VisibilityService } from './visibility-feature.ts'

export type AllReadersParts = {
  visibility: Pick<VisibilityService, 'ownReaderOf'>
  accounts: Pick<Accounts, 'list'>
  kinds: Pick<AccountKinds, 'get'>
  admins: { current: () => ReadonlySet<string> }
  /** Of the account's entry in the directory. */
  nameOf: (person: string) => string | undefined
  domain: string
}

/** `email` is the account's. */
export type NamedReader = Reader & { name: string; uid: string; email: string }

/** Everybody who can sign in, as the rule of who may read what sees them. */
export function createAllReaders({
  visibility,
  accounts,
  kinds,
  admins,
  nameOf,
  domain,
}: AllReadersParts) {
  return async (): Promise<NamedReader[]> => {
    const found: NamedReader[] = []
    for await (const account of everyAccount(accounts, { mostPages: 10 })) {
      const kind = kinds.get(account.uid)
      const person = personOfAccount(account, domain, {
        designated: admins.current(),
        kind: kind && shownKind(kind),
      })
      if (!person) continue
      const reader = visibility.ownReaderOf(person)
      const { uid, email, displayName } = account
      const name = kind?.name ?? (nameOf(reader.person ?? '') || displayName || email)
      found.push({ ...reader, name, uid, email })
    }
    return found
  }
}

/** In ms. */
const listTime = 60_000

/**
 * Lists everybody at most once a minute, for messages that are sent one after the other. Only who there is may be taken from
 * the list, never what somebody may read.
 */
export function oncePerMinute<T>(everyone: () => Promise<T[]>, now: () => Date) {
  let listed: { at: number; accounts: Promise<T[]> } | undefined
  return (): Promise<T[]> => {
    const at = now().getTime()
    if (listed === undefined || Math.abs(at - listed.at) > listTime) {
      const reading = { at, accounts: everyone() }
      listed = reading
      reading.accounts.catch(() => {
        if (listed === reading) listed = undefined
      })
    }
    return listed.accounts
  }
}
