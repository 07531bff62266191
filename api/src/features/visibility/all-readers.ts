import { isDesignatedAdmin, isMember } from '../../access.ts'
import type { Reader } from '@portal/domain/may-read'
import { type Accounts, everyAccount } from '../../platform/identity/accounts.ts'
import type { AccountKinds } from '../../platform/identity/account-kinds.ts'
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
      const { uid, email, displayName, providers, disabled } = account
      const outsider = disabled ? undefined : kinds.get(uid)
      if (outsider) {
        const { kind, name } = outsider
        found.push({ ...visibility.ownReaderOf({ uid, kind, isAdmin: false }), name, uid, email })
        continue
      }
      const signsIn = (provider: string) =>
        isMember({ ...account, provider, createdByAdmin: true }, domain)
      if (disabled || !providers.some(signsIn)) continue
      const isAdmin = providers.some((provider) =>
        isDesignatedAdmin({ ...account, provider }, domain, admins.current()),
      )
      const reader = visibility.ownReaderOf({ uid, isAdmin })
      const name = nameOf(reader.person ?? '') || displayName || email
      found.push({ ...reader, name, uid, email })
    }
    return found
  }
}
