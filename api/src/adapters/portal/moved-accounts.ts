import { comparableEmail, isEmailAddress } from '@portal/domain/email-address'
import * as z from 'zod/mini'
import { recordChange } from '../../platform/audit/record-change.ts'
import { googleIssuer } from '../../platform/env/identity.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import {
  accountNamesCollection,
  accountsCollection,
  disabling,
  emailName,
  isDisabled,
  subjectName,
} from './account-records.ts'

/**
 * The fields that are used of an account in a file of `firebase auth:export` or `auth:import`.
 * https://firebase.google.com/docs/cli/auth
 */
const movedAccount = z.object({
  localId: z.string().check(z.minLength(1), z.maxLength(128)),
  email: z.optional(z.string()),
  emailVerified: z.optional(z.boolean()),
  displayName: z.optional(z.string()),
  photoUrl: z.optional(z.string()),
  disabled: z.optional(z.boolean()),
  /** JSON of the custom claims. */
  customAttributes: z.optional(z.string()),
  /** ms since 1970. */
  createdAt: z.optional(z.string()),
  lastSignedInAt: z.optional(z.string()),
  passwordHash: z.optional(z.string()),
  providerUserInfo: z.optional(
    z.array(z.object({ providerId: z.string(), rawId: z.optional(z.string()) })),
  ),
})
type MovedAccount = z.infer<typeof movedAccount>

export const movedAccounts = z.object({ users: z.array(movedAccount) })
export type MovedAccounts = z.infer<typeof movedAccounts>

export type Import = {
  imported: number
  /** Already here, from an earlier run. */
  known: number
  /** Addresses of people who need a link to choose a password. */
  needLink: string[]
  /** Accounts that can't be used here, and why. */
  skipped: { account: string; reason: string }[]
}

/** Passwords aren't imported: Firebase's hashes are its own. Ids are kept, so notes and reading stay their owner's. */
export async function importAccounts(
  store: DocumentStore,
  { users }: MovedAccounts,
  now: () => Date,
): Promise<Import> {
  const result: Import = { imported: 0, known: 0, needLink: [], skipped: [] }
  for (const user of users) {
    const email = comparableEmail(user.email ?? '')
    const google = user.providerUserInfo?.find(({ providerId }) => providerId === 'google.com')
    const reason = reasonToSkip(user, email, google !== undefined)
    if (reason !== undefined) {
      result.skipped.push({ account: email || user.localId, reason })
      continue
    }
    const outcome = await store.transaction(async (transaction) => {
      const existing = await accountsCollection.in(transaction).get(user.localId)
      if (existing) return existing.secrets.passwordHash === undefined ? 'known' : 'has password'
      const names = accountNamesCollection.in(transaction)
      const own = [
        emailName(email),
        ...(google?.rawId === undefined ? [] : [subjectName(googleIssuer, google.rawId)]),
      ]
      for (const name of own) if (await names.get(name)) return 'taken'
      for (const name of own) await names.create(name, { uid: user.localId })
      await accountsCollection.in(transaction).create(user.localId, {
        email,
        emailVerified: user.emailVerified ?? false,
        ...(user.displayName ? { displayName: user.displayName } : {}),
        ...(user.photoUrl ? { photoUrl: user.photoUrl } : {}),
        providers: [google ? 'google.com' : 'password'],
        ...disabling(hasClaim(user, 'outsider'), user.disabled ?? false),
        createdAt: timeOf(user.createdAt) ?? now().toISOString(),
        ...(user.lastSignedInAt ? { lastSignInAt: timeOf(user.lastSignedInAt)! } : {}),
        // Sign-ins at Firebase don't count here.
        validAfter: Math.floor(now().getTime() / 1000),
        secrets: {
          names: own,
          ...(google?.rawId === undefined
            ? {}
            : { subjects: [{ issuer: googleIssuer, subject: google.rawId }] }),
        },
      })
      const by = { portal: 'operator' as const }
      const subject = user.localId
      await recordChange(transaction, {
        at: now(),
        by,
        what: 'user imported',
        subject,
        after: { email },
      })
      return 'imported'
    })
    if (outcome === 'taken') {
      result.skipped.push({ account: email, reason: 'another account has this address' })
      continue
    }
    if (outcome === 'imported') result.imported += 1
    else result.known += 1
    if (!google && outcome !== 'has password') result.needLink.push(email)
  }
  return result
}

function reasonToSkip(user: MovedAccount, email: string, isGoogles: boolean): string | undefined {
  if (!isEmailAddress(email)) return 'it has no e-mail address'
  if (isGoogles || hasClaim(user, 'createdByAdmin') || hasClaim(user, 'outsider')) return undefined
  return 'no admin has created it'
}

function hasClaim(
  { customAttributes }: MovedAccount,
  name: 'createdByAdmin' | 'outsider',
): boolean {
  try {
    const claims: unknown = JSON.parse(customAttributes ?? '{}')
    return (claims as Partial<Record<typeof name, unknown>>)[name] === true
  } catch {
    return false
  }
}

function timeOf(ms: string | undefined): string | undefined {
  const time = new Date(Number(ms))
  return ms === undefined || Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

/** Every account as `firebase auth:import` takes it, without passwords and second factors. */
export async function exportAccounts(store: DocumentStore): Promise<MovedAccounts> {
  const users: MovedAccount[] = []
  for await (const page of accountsCollection.in(store).pages()) {
    for (const { id, email, emailVerified, displayName, photoUrl, ...account } of page) {
      const google = account.secrets.subjects?.find(({ issuer }) => issuer === googleIssuer)
      const isPasswords = account.providers.includes('password')
      users.push({
        localId: id,
        email,
        emailVerified,
        ...(displayName === undefined ? {} : { displayName }),
        ...(photoUrl === undefined ? {} : { photoUrl }),
        disabled: isDisabled({ ...account, email, emailVerified }),
        createdAt: String(Date.parse(account.createdAt)),
        ...(account.lastSignInAt === undefined
          ? {}
          : { lastSignedInAt: String(Date.parse(account.lastSignInAt)) }),
        ...(isPasswords || account.outsider
          ? {
              customAttributes: JSON.stringify({
                [account.outsider ? 'outsider' : 'createdByAdmin']: true,
              }),
            }
          : {}),
        providerUserInfo: google ? [{ providerId: 'google.com', rawId: google.subject }] : [],
      })
    }
  }
  return { users }
}
