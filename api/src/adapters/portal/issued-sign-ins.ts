import {
  accountDisabled,
  longestSignInDays,
  signInExpired,
} from '../../platform/identity/sign-in-limits.ts'
import type { Claims, Identity } from '../../platform/identity/identity.ts'
import type { NeededCode, SignInCalls, StartedSignIn } from '../../platform/identity/own-sign-in.ts'
import type { OpenIdProvider } from '../../platform/env/identity.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { Refusal } from '../../refusal.ts'
import {
  accountsCollection,
  addSecret,
  deleteSecret,
  findSecret,
  isDisabled,
  saveAccount,
  secretId,
  secretsCollection,
  type SignInSecret,
} from './account-records.ts'

const minute = 60_000
const day = 86_400_000
/** How long the secrets are valid, in ms. */
const times = { token: 60 * minute, renewal: longestSignInDays * day, device: 365 * day }
/** How long a step of a sign-in may take, in ms. */
export const stepTime = 10 * minute

export const wrongPassword = () =>
  new Refusal('unauthenticated', 'Invalid email or password. Please check your credentials.')
export const wrongCode = () =>
  new Refusal('invalid', 'That code isn’t right. Please type the one that your app shows now.')
export const tookTooLong = () =>
  new Refusal('unauthenticated', 'That took too long. Please go back and start again.')
export const anotherAccount = () =>
  new Refusal('conflict', 'Please choose the account that you are signed in with.')

type VerifiedSignIn = {
  uid: string
  /** `password`, or the issuer. */
  provider: string
  hasSecondFactor: boolean
  /** The password that was right; the account must still have it. */
  passwordHash?: string | undefined
  /** The accepted code's time step. */
  totpStep?: number
  /** A second factor that is set up with this sign-in. */
  totpSecret?: string
  /** A secret that this sign-in uses up. */
  used?: string
  device?: string | undefined
}

export type IssuedSignIns = Pick<SignInCalls, 'renew' | 'end'> & {
  /** Starts a sign-in, if nothing has changed since it was verified. */
  start: (verified: VerifiedSignIn) => Promise<StartedSignIn>
  /** The sign-in also needs a code of the account's authenticator. */
  needCode: (
    verified: Pick<VerifiedSignIn, 'uid' | 'provider' | 'passwordHash'>,
  ) => Promise<NeededCode>
  verify: Identity['verify']
}

type Parts = { store: DocumentStore; provider: OpenIdProvider | undefined; now: () => Date }

/** Starts, verifies, renews and ends sign-ins; their tokens are secrets in the store. */
export function createIssuedSignIns({ store, provider: openId, now }: Parts): IssuedSignIns {
  const after = (ms: number) => new Date(now().getTime() + ms).toISOString()

  /** As tokens name it. Sign-ins at a provider that the settings no longer name have ended. */
  const nameOf = (provider: string | undefined): Claims['provider'] => {
    if (provider === 'password') return provider
    if (openId === undefined || provider !== openId.issuer) throw signInExpired()
    return openId.isTrusted ? 'google.com' : 'oidc'
  }

  /** The account of a token or a renewal, unless the sign-in has been ended. */
  const currentAccount = async ({ uid, signedInAt = 0 }: SignInSecret) => {
    const account = await accountsCollection.in(store).get(uid)
    if (!account || signedInAt < account.validAfter) throw signInExpired()
    if (isDisabled(account)) throw accountDisabled()
    return account
  }

  return {
    start: (verified) =>
      store.transaction(async (transaction) => {
        const { uid, provider, hasSecondFactor, passwordHash, totpStep, totpSecret, used } =
          verified
        if (used !== undefined && !(await secretsCollection.in(transaction).get(secretId(used)))) {
          throw tookTooLong()
        }
        const account = await accountsCollection.in(transaction).get(uid)
        if (!account) throw wrongPassword()
        if (isDisabled(account)) throw accountDisabled()
        if (passwordHash !== undefined && account.secrets.passwordHash !== passwordHash) {
          throw wrongPassword()
        }
        const { totp } = account.secrets
        if (totpSecret === undefined && totp && !hasSecondFactor) throw tookTooLong()
        // Of two sign-ins with one code, the second is refused.
        if (
          totpSecret === undefined &&
          totpStep !== undefined &&
          (totp?.lastStep ?? 0) >= totpStep
        ) {
          throw wrongCode()
        }
        const secret = totpSecret ?? totp?.secret
        const signedInAt = Math.max(Math.floor(now().getTime() / 1000), account.validAfter)
        await saveAccount(transaction, account, {
          lastSignInAt: now().toISOString(),
          ...(totpStep !== undefined && secret !== undefined
            ? { secrets: { totp: { secret, lastStep: totpStep } } }
            : {}),
        })
        if (used !== undefined) await deleteSecret(transaction, used)
        const common = { uid, provider, signedInAt, hasSecondFactor }
        const token = { ...common, kind: 'token' as const, expiresAt: after(times.token) }
        const renewal = { ...common, kind: 'renewal' as const, expiresAt: after(times.renewal) }
        const device = { kind: 'device' as const, uid, expiresAt: after(times.device) }
        const knownDevice =
          verified.device === undefined
            ? undefined
            : await findSecret(transaction, 'device', verified.device, now())
        return {
          kind: 'signedIn',
          uid,
          email: account.email,
          provider: nameOf(provider),
          token: await addSecret(transaction, token),
          expiresAt: token.expiresAt,
          renewal: {
            secret: await addSecret(transaction, renewal),
            seconds: times.renewal / 1000,
          },
          device: {
            secret:
              knownDevice?.uid === uid ? verified.device! : await addSecret(transaction, device),
            seconds: times.device / 1000,
          },
        }
      }),

    async needCode(verified) {
      const record = { ...verified, kind: 'code' as const, expiresAt: after(stepTime) }
      return { kind: 'code', step: await addSecret(store, record) }
    },

    async verify(token, signal) {
      signal?.throwIfAborted()
      const secret = await findSecret(store, 'token', token, now())
      if (!secret) throw signInExpired()
      const account = await currentAccount(secret)
      return {
        uid: account.id,
        email: account.email,
        emailVerified: account.emailVerified,
        ...(account.displayName === undefined ? {} : { displayName: account.displayName }),
        ...(account.photoUrl === undefined ? {} : { photoUrl: account.photoUrl }),
        provider: nameOf(secret.provider),
        // Nobody else creates accounts with a password here; those of guests and assistants aren't members'.
        createdByAdmin: secret.provider === 'password' && !account.outsider,
        hasSecondFactor: secret.hasSecondFactor ?? false,
        signedInAt: secret.signedInAt!,
        expiresAt: Math.floor(Date.parse(secret.expiresAt) / 1000),
      }
    },

    async renew(renewal) {
      const secret = await findSecret(store, 'renewal', renewal, now())
      if (!secret) throw signInExpired()
      const { email } = await currentAccount(secret)
      const { uid, signedInAt, hasSecondFactor } = secret
      const expiresAt = [after(times.token), secret.expiresAt].toSorted()[0]!
      const known = { uid, provider: secret.provider!, expiresAt }
      const record = { ...known, kind: 'token' as const, signedInAt, hasSecondFactor }
      return {
        ...known,
        email,
        provider: nameOf(secret.provider),
        token: await addSecret(store, record),
      }
    },

    async end(renewal) {
      if (await findSecret(store, 'renewal', renewal, now())) await deleteSecret(store, renewal)
    },
  }
}
