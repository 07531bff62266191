import type { User } from '@portal/contract/users'
import type { Account } from '../../platform/identity/accounts.ts'

export function shownUser(account: Account, isAdmin: boolean): User {
  const { uid, email, displayName, disabled, hasSecondFactor, createdAt, lastSignInAt } = account
  return {
    uid,
    email,
    ...(displayName === undefined ? {} : { displayName }),
    providerData: account.providers.map((providerId) => ({ providerId })),
    disabled,
    ...(account.isOutsiders ? { isOutsiders: true } : {}),
    isAdmin,
    hasSecondFactor,
    createdAt,
    ...(lastSignInAt === undefined ? {} : { lastSignInAt }),
  }
}

/** The fields of an account that the audit records. */
export function auditedUser({ email, displayName, disabled, providers }: Account) {
  return { email, displayName, disabled, providers }
}
