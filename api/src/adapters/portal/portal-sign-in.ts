import { comparableEmail } from '@portal/domain/email-address'
import { freshSignInMinutes } from '@portal/contract/sign-ins'
import { loadCommonPasswords } from '@portal/domain/common-passwords'
import { passwordFault, passwordFaults } from '@portal/domain/password-rule'
import { Secret, TOTP } from 'otpauth'
import { recordChange } from '../../platform/audit/record-change.ts'
import { accountDisabled, signInExpired } from '../../platform/identity/sign-in-limits.ts'
import type { Identity } from '../../platform/identity/identity.ts'
import type {
  AttemptSource,
  OwnSignIn,
  SignInCalls,
  StartedSignIn,
} from '../../platform/identity/own-sign-in.ts'
import { revokeSessions } from '../../platform/identity/revoked-sessions.ts'
import { longestSignInDays } from '../../platform/identity/sign-in-limits.ts'
import type { OpenIdProvider } from '../../platform/env/identity.ts'
import type { DocumentStore, StoreOperations } from '../../platform/store/document-store.ts'
import { ignoring } from '../../platform/store/ignoring.ts'
import { Refusal } from '../../refusal.ts'
import {
  accountByName,
  accountsCollection,
  addSecret,
  deleteSecret,
  emailName,
  findSecret,
  saveAccount,
  secretId,
  secretsCollection,
  type SignInSecret,
} from './account-records.ts'
import { createPasswordHashes, type PasswordHashes } from './password-hashes.ts'
import { accountOfPerson, openIdIssuer, type OpenIdIssuer } from './open-id-issuer.ts'
import { portalAccounts } from './portal-accounts.ts'
import { attemptsCollection, createAttempts } from './sign-in-attempts.ts'

export type PortalSignInOptions = {
  store: DocumentStore
  /** The portal's own address, for links. */
  publicUrl: string
  foundation: { name: string; domain: string }
  hashes?: PasswordHashes
  /** Where people can sign in too. */
  provider?: OpenIdProvider | undefined
  now: () => Date
}

const minute = 60_000
const day = 86_400_000
/** How long the secrets are valid, in ms. */
const times = {
  token: 60 * minute,
  renewal: longestSignInDays * day,
  device: 365 * day,
  step: 10 * minute,
}
/** An authenticator's code is valid for this long, in seconds. */
const period = 30

const wrongPassword = () =>
  new Refusal('unauthenticated', 'Invalid email or password. Please check your credentials.')
const wrongCode = () =>
  new Refusal('invalid', 'That code isn’t right. Please type the one that your app shows now.')
const tookTooLong = () =>
  new Refusal('unauthenticated', 'That took too long. Please go back and start again.')
const anotherAccount = () =>
  new Refusal('conflict', 'Please choose the account that you are signed in with.')

/** Signs people in to the portal's own accounts. */
export function portalSignIn(options: PortalSignInOptions): OwnSignIn {
  const { store, publicUrl, foundation, hashes = createPasswordHashes(), now } = options
  const openId = options.provider
  const issuer = openId && openIdIssuer({ provider: openId, publicUrl, domain: foundation.domain })
  const attempts = createAttempts({ store, now })
  const after = (ms: number) => new Date(now().getTime() + ms).toISOString()
  const secondsNow = () => Math.floor(now().getTime() / 1000)

  /** The key that attempts are counted by. A browser that has signed in to this account before isn't slowed by others. */
  const countedAs = async ({ address, device }: AttemptSource, uid: string | undefined) => {
    const known =
      device === undefined ? undefined : await findSecret(store, 'device', device, now())
    const isKnown = known !== undefined && known.uid === uid
    return { isKnown, source: isKnown ? `device ${secretId(device!)}` : `address ${address}` }
  }

  /** As tokens name it. Sign-ins at a provider that the settings no longer name have ended. */
  const nameOf = (provider: string | undefined) => {
    if (provider === 'password') return provider
    if (openId === undefined || provider !== openId.issuer) throw signInExpired()
    return openId.isTrusted ? 'google.com' : 'oidc'
  }

  type Verified = {
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

  /** Starts a sign-in, if nothing has changed since it was verified. */
  const start = (verified: Verified): Promise<StartedSignIn> =>
    store.transaction(async (inside) => {
      const { uid, provider, hasSecondFactor, passwordHash, totpStep, totpSecret, used } = verified
      if (used !== undefined && !(await secretsCollection.in(inside).get(secretId(used)))) {
        throw tookTooLong()
      }
      const found = await accountsCollection.in(inside).get(uid)
      if (!found) throw wrongPassword()
      if (found.disabled) throw accountDisabled()
      if (passwordHash !== undefined && found.secrets.passwordHash !== passwordHash) {
        throw wrongPassword()
      }
      const { totp } = found.secrets
      if (totpSecret === undefined && totp && !hasSecondFactor) throw tookTooLong()
      // Of two sign-ins with one code, the second is refused.
      if (totpSecret === undefined && totpStep !== undefined && (totp?.lastStep ?? 0) >= totpStep) {
        throw wrongCode()
      }
      const secret = totpSecret ?? totp?.secret
      const signedInAt = Math.max(secondsNow(), found.validAfter)
      await saveAccount(inside, found, {
        lastSignInAt: now().toISOString(),
        ...(totpStep !== undefined && secret !== undefined
          ? { secrets: { totp: { secret, lastStep: totpStep } } }
          : {}),
      })
      if (used !== undefined) await deleteSecret(inside, used)
      const common = { uid, provider, signedInAt, hasSecondFactor }
      const token = { ...common, kind: 'token' as const, expiresAt: after(times.token) }
      const renewal = { ...common, kind: 'renewal' as const, expiresAt: after(times.renewal) }
      const device = { kind: 'device' as const, uid, expiresAt: after(times.device) }
      const known =
        verified.device === undefined
          ? undefined
          : await findSecret(inside, 'device', verified.device, now())
      return {
        kind: 'signedIn',
        uid,
        email: found.email,
        provider: nameOf(provider),
        token: await addSecret(inside, token),
        expiresAt: token.expiresAt,
        renewal: { secret: await addSecret(inside, renewal), seconds: times.renewal / 1000 },
        device: {
          secret: known?.uid === uid ? verified.device! : await addSecret(inside, device),
          seconds: times.device / 1000,
        },
      }
    })

  const needCode = async (verified: Pick<Verified, 'uid' | 'provider' | 'passwordHash'>) => {
    const record = { ...verified, kind: 'code' as const, expiresAt: after(times.step) }
    return { kind: 'code' as const, step: await addSecret(store, record) }
  }

  const verify: Identity['verify'] = async (token, signal) => {
    signal?.throwIfAborted()
    const found = await findSecret(store, 'token', token, now())
    if (!found) throw signInExpired()
    const account = await currentAccount(found)
    return {
      uid: account.id,
      email: account.email,
      emailVerified: account.emailVerified,
      ...(account.displayName === undefined ? {} : { displayName: account.displayName }),
      ...(account.photoUrl === undefined ? {} : { photoUrl: account.photoUrl }),
      provider: nameOf(found.provider),
      // Nobody else creates accounts with a password here.
      createdByAdmin: found.provider === 'password',
      hasSecondFactor: found.hasSecondFactor ?? false,
      signedInAt: found.signedInAt!,
      expiresAt: Math.floor(Date.parse(found.expiresAt) / 1000),
    }
  }

  /** The account of a token or a renewal, unless the sign-in has been ended. */
  const currentAccount = async ({ uid, signedInAt = 0 }: SignInSecret) => {
    const found = await accountsCollection.in(store).get(uid)
    if (!found || signedInAt < found.validAfter) throw signInExpired()
    if (found.disabled) throw accountDisabled()
    return found
  }

  /** The newest link of an account that may be used. */
  const openLink = async (link: string, inside: StoreOperations = store) => {
    const found = await findSecret(inside, 'link', link, now())
    const account = found && (await accountsCollection.in(inside).get(found.uid))
    const isNewest = account?.secrets.link === secretId(link)
    const isOpen =
      found?.usedFor === undefined ? isNewest : account?.secrets.passwordHash === found.usedFor
    if (!found || !account || !isOpen) {
      throw new Refusal(
        'unauthenticated',
        'This link has been used or has expired. Please ask your Board Liaison for a new one.',
      )
    }
    if (account.disabled) throw accountDisabled()
    return { found, account }
  }

  const calls: SignInCalls = {
    async signIn({ email, password, as }, source) {
      const address = comparableEmail(email)
      const found = await accountByName(store, emailName(address))
      const counted = await countedAs(source, found?.id)
      const key = `${counted.source} ${address}`
      await attempts.begin(key)
      const passwordHash = found?.secrets.passwordHash
      if (!(await hashes.isPassword(password, passwordHash)) || !found) throw wrongPassword()
      if (found.disabled) throw accountDisabled()
      if (as !== undefined && as !== found.id) throw anotherAccount()
      const verified = { uid: found.id, provider: 'password', passwordHash }
      // The attempt still counts: who knows the password mustn't guess codes without a limit.
      if (found.secrets.totp) return needCode(verified)
      const started = await start({ ...verified, hasSecondFactor: false, device: source.device })
      await attempts.clear([key])
      return started
    },

    async giveCode({ step, code, as }, source) {
      const found = await findSecret(store, 'code', step, now())
      if (!found) throw tookTooLong()
      const { uid, passwordHash } = found
      if (as !== undefined && as !== uid) throw anotherAccount()
      const account = await accountsCollection.in(store).get(uid)
      if (!account) throw tookTooLong()
      const { isKnown, source: from } = await countedAs(source, uid)
      const keys = [`${from} code of ${uid}`, ...(isKnown ? [] : [`code of ${uid}`])]
      await attempts.begin(keys[0]!)
      if (keys[1] !== undefined) await attempts.begin(keys[1], { free: 20 })
      const totpStep = stepOf(account.secrets.totp?.secret, code, now())
      if (totpStep === undefined) throw wrongCode()
      const started = await start({
        uid,
        provider: found.provider!,
        passwordHash,
        totpStep,
        hasSecondFactor: true,
        used: step,
        device: source.device,
      })
      await attempts.clear([...keys, `${from} ${account.email}`])
      return started
    },

    async startAtIssuer({ as }) {
      const expected = as === undefined ? undefined : await accountsCollection.in(store).get(as)
      const { url, ...issued } = await mustHave(issuer).start(expected?.email)
      const record = { kind: 'issuer' as const, uid: '', issuer: issued }
      const expiresAt = after(times.step)
      const secret = await addSecret(store, { ...record, expiresAt })
      return { url, secret, seconds: times.step / 1000 }
    },

    async returnFromIssuer(secret, address) {
      const found = await findSecret(store, 'issuer', secret, now())
      if (!found?.issuer || found.uid !== '') throw tookTooLong()
      const { id, revision, updatedAt: _updated, failure: _failure, ...record } = found
      try {
        const person = await mustHave(issuer).finish(address, found.issuer)
        await store.transaction(async (inside) => {
          const uid = await accountOfPerson(inside, person, now())
          await secretsCollection.in(inside).update(id, { ...record, uid }, revision)
        })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        // For the page that waits for the answer.
        await secretsCollection
          .in(store)
          .update(id, { ...record, failure: error.message }, revision)
          .catch(ignoring('notFound', 'stale'))
        throw error
      }
    },

    async finishAtIssuer({ secret, as }, source) {
      const found = await findSecret(store, 'issuer', secret, now())
      if (!found) throw tookTooLong()
      if (found.uid === '' && found.failure !== undefined) {
        throw new Refusal('unauthenticated', found.failure)
      }
      if (found.uid === '') throw tookTooLong()
      const { uid } = found
      if (as !== undefined && as !== uid) throw anotherAccount()
      const account = await accountsCollection.in(store).get(uid)
      const provider = mustHave(issuer).issuer
      if (account?.secrets.totp) {
        await deleteSecret(store, secret)
        return needCode({ uid, provider })
      }
      const verified = { uid, provider, hasSecondFactor: false, used: secret }
      return start({ ...verified, device: source.device })
    },

    async renew(renewal) {
      const found = await findSecret(store, 'renewal', renewal, now())
      if (!found) throw signInExpired()
      const account = await currentAccount(found)
      const { uid, signedInAt, hasSecondFactor } = found
      const ends = [after(times.token), found.expiresAt].toSorted()[0]!
      const known = { uid, provider: found.provider!, expiresAt: ends }
      const record = { ...known, kind: 'token' as const, signedInAt, hasSecondFactor }
      const { email } = account
      return {
        ...known,
        email,
        provider: nameOf(found.provider),
        token: await addSecret(store, record),
      }
    },

    async end(renewal) {
      if (await findSecret(store, 'renewal', renewal, now())) await deleteSecret(store, renewal)
    },

    async startSetUp(token) {
      const claims = await verify(token)
      if (secondsNow() - claims.signedInAt > freshSignInMinutes * 60) {
        throw new Refusal(
          'reauthenticate',
          'That took too long. Please sign in again and start over.',
        )
      }
      const secret = new Secret({ size: 20 }).base32
      const step = await addSecret(store, {
        kind: 'set up',
        uid: claims.uid,
        totpSecret: secret,
        expiresAt: after(times.step),
      })
      const uri = new TOTP({ issuer: foundation.name, label: claims.email, secret }).toString()
      return { step, secret, uri }
    },

    async confirmSetUp({ token, step, code }, source) {
      const claims = await verify(token)
      const found = await findSecret(store, 'set up', step, now())
      if (!found || found.uid !== claims.uid) throw tookTooLong()
      const totpStep = stepOf(found.totpSecret, code, now())
      if (totpStep === undefined) throw wrongCode()
      return start({
        uid: claims.uid,
        provider: claims.provider === 'password' ? 'password' : mustHave(issuer).issuer,
        hasSecondFactor: true,
        totpStep,
        totpSecret: found.totpSecret!,
        used: step,
        device: source.device,
      })
    },

    async linkOwner(link) {
      const { account } = await openLink(link)
      return { email: account.email }
    },

    async choosePassword({ link, password }) {
      const { found: known, account: owner } = await openLink(link)
      // The same request sent again.
      if (known.usedFor !== undefined) {
        if (await hashes.isPassword(password, known.usedFor)) return
        throw new Refusal('conflict', 'This link has been used already. Please sign in.')
      }
      const common = await loadCommonPasswords()
      const fault = passwordFault(password, { person: owner, foundation, common })
      if (fault) throw new Refusal('invalid', passwordFaults[fault])
      const passwordHash = await hashes.hashOf(password)
      await store.transaction(async (inside) => {
        const { found, account } = await openLink(link, inside)
        if (found.usedFor !== undefined) {
          throw new Refusal('conflict', 'This link has been used already. Please sign in.')
        }
        const { id, revision, updatedAt: _updated, ...record } = found
        await secretsCollection
          .in(inside)
          .update(id, { ...record, usedFor: passwordHash }, revision)
        const providers = [...new Set([...account.providers, 'password'])]
        await saveAccount(inside, account, {
          providers,
          validAfter: secondsNow(),
          secrets: { passwordHash, link: undefined },
        })
        const by = { uid: account.id, email: account.email }
        const at = now()
        const ended = { signInsBefore: secondsNow(), revokedAt: at.toISOString() }
        await revokeSessions(inside, account.id, { reason: 'revoked', ...ended })
        await recordChange(inside, { at, by, what: 'password chosen', subject: account.id })
      })
    },

    async prune() {
      const to = now().toISOString()
      for (const collection of [secretsCollection, attemptsCollection]) {
        const expired = { orderBy: 'expiresAt', to, limit: 500 }
        const { documents } = await collection.raw(store).list(expired)
        for (const { id, revision } of documents) {
          await collection.in(store).delete(id, revision).catch(ignoring('notFound', 'stale'))
        }
      }
    },
  }
  return { identity: { verify }, accounts: portalAccounts({ ...options, hashes }), calls }
}

function mustHave(issuer: OpenIdIssuer | undefined): OpenIdIssuer {
  if (issuer) return issuer
  throw new Refusal('notFound', 'People sign in to this portal with a password.')
}

/** The time step of a code, if it is right now or was a step ago; undefined if it is wrong. */
function stepOf(secret: string | undefined, code: string, now: Date): number | undefined {
  if (secret === undefined || !/^\d{6}$/.test(code)) return undefined
  const timestamp = now.getTime()
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp,
    window: 1,
  })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / period) + delta
}
