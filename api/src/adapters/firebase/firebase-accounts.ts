import { randomUUID } from 'node:crypto'
import { comparableEmail } from '@portal/domain/email-address'
import type { Credential } from 'firebase-admin/app'
import type { Auth, UserRecord } from 'firebase-admin/auth'
import { withTimeout } from '../../platform/resilience/with-timeout.ts'
import { Refusal } from '../../refusal.ts'
import { type Account, accountLimits, type Accounts } from '../../platform/identity/accounts.ts'

type Options = {
  projectId: string
  /** Origin of the Auth emulator; defaults to Firebase. */
  emulatorUrl?: string | undefined
  /** Path of a service account key; defaults to the application default credentials. */
  credentialsFile?: string | undefined
}

/** Timeout per call in ms; the SDK's own would be minutes. */
const callTimeout = 10_000

const timeoutError = () => new Error(`Firebase didn’t respond within ${callTimeout} ms.`)

/** The custom claim that makes a password account a member, or names it as one that isn't a member's. */
const claims = { member: { createdByAdmin: true }, outsider: { outsider: true } }

/** Accounts in Firebase Authentication or its emulator. The SDK is loaded on first use. */
export function firebaseAccounts(options: Options): Accounts {
  let opened: Promise<Opened> | undefined
  /** The SDK's calls can't be canceled: they end by its own limits, and nobody waits for them. */
  const withOpened = async <T>(
    given: AbortSignal | undefined,
    work: (opened: Opened, signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    opened ??= openAuth(options).catch((error: unknown) => {
      opened = undefined
      throw error
    })
    const opening = opened
    const begin = async (signal: AbortSignal) => {
      const ready = await opening
      signal.throwIfAborted()
      return work(ready, signal)
    }
    try {
      // A timed-out change may still succeed; repeating it then finds it done.
      return await withTimeout(begin, callTimeout, timeoutError, { signal: given })
    } catch (error) {
      given?.throwIfAborted()
      throw firebaseRefusal(error)
    }
  }
  const ask = <T>(signal: AbortSignal | undefined, work: (auth: Auth) => Promise<T>) =>
    withOpened(signal, ({ auth }) => work(auth))
  const ifMissing = (error: unknown) => {
    if (error instanceof Refusal && error.code === 'notFound') return undefined
    throw error
  }
  // The emulator sends no mail, so nobody could confirm an address, which a second factor needs.
  const emailVerified = options.emulatorUrl !== undefined
  const get = (uid: string, signal?: AbortSignal) => ask(signal, (auth) => auth.getUser(uid))

  return {
    list: ({ limit = accountLimits.page, pageToken } = {}, signal) =>
      ask(signal, async (auth) => {
        const page = await auth.listUsers(limit, pageToken)
        const accounts = page.users.map(accountOf)
        return page.pageToken ? { accounts, nextPageToken: page.pageToken } : { accounts }
      }),
    get: (uid, signal) => get(uid, signal).then(accountOf, ifMissing),
    getMany: (uids, signal) =>
      ask(signal, async (auth) => {
        const { users } = await auth.getUsers(uids.map((uid) => ({ uid })))
        return users.map(accountOf)
      }),
    create: ({ email, password, displayName, isOutsiders = false }, signal) =>
      ask(signal, async (auth) => {
        const named = displayName ? { displayName } : {}
        const { uid } = await auth.createUser({ email, password, emailVerified, ...named })
        try {
          await auth.setCustomUserClaims(uid, isOutsiders ? claims.outsider : claims.member)
        } catch (error) {
          // The account would be unusable but occupy its e-mail address.
          await auth.deleteUser(uid)
          throw error
        }
        return accountOf(await auth.getUser(uid))
      }),
    update: (uid, { displayName, email, isMembers, ...change }, signal) =>
      ask(signal, async (auth) => {
        if (isMembers) await auth.setCustomUserClaims(uid, claims.member)
        const named = displayName === undefined ? {} : { displayName: displayName || null }
        const addressed = email === undefined ? {} : { email, emailVerified }
        return accountOf(await auth.updateUser(uid, { ...change, ...named, ...addressed }))
      }),
    delete: (uid, signal) => ask(signal, (auth) => auth.deleteUser(uid)).catch(ifMissing),
    revokeSessions: (uid, signal) =>
      ask(signal, async (auth) => {
        await auth.revokeRefreshTokens(uid)
        return accountOf(await auth.getUser(uid))
      }),
    removeSecondFactors: (uid, signal) =>
      ask(signal, async (auth) =>
        accountOf(await auth.updateUser(uid, { multiFactor: { enrolledFactors: null } })),
      ),
    resetPassword: (email, { onlyLink = false } = {}, given) =>
      withOpened(given, async ({ auth, credential }, signal) => {
        // The emulator has no credential and sends no mail.
        if (!credential || onlyLink)
          return { sent: false, link: await auth.generatePasswordResetLink(email) }
        const { access_token: accessToken } = await credential.getAccessToken()
        const service = 'https://identitytoolkit.googleapis.com'
        await sendResetMail({ service, projectId: options.projectId, accessToken, email, signal })
        return { sent: true }
      }),
  }
}

/** `credential` is undefined for the emulator. */
type Opened = { auth: Auth; credential: Credential | undefined }

async function openAuth(options: Options): Promise<Opened> {
  const { projectId, emulatorUrl, credentialsFile } = options
  const [{ initializeApp, applicationDefault, cert }, { getAuth }] = await Promise.all([
    import('firebase-admin/app'),
    import('firebase-admin/auth'),
  ])
  const own = () => (credentialsFile === undefined ? applicationDefault() : cert(credentialsFile))
  const credential = emulatorUrl === undefined ? own() : undefined
  const app = initializeApp({ projectId, ...(credential ? { credential } : {}) }, randomUUID())
  const host = emulatorUrl === undefined ? undefined : new URL(emulatorUrl).host
  return { auth: withEmulatorHost(host, () => getAuth(app)), credential }
}

/**
 * The SDK reads the emulator's host from the environment once, when it is created, so the variable is set or removed
 * only for that moment. A variable left in the environment can't point production at an emulator.
 */
function withEmulatorHost<T>(host: string | undefined, make: () => T): T {
  const name = 'FIREBASE_AUTH_EMULATOR_HOST'
  const before = process.env[name]
  if (host === undefined) delete process.env[name]
  else process.env[name] = host
  try {
    return make()
  } finally {
    if (before === undefined) delete process.env[name]
    else process.env[name] = before
  }
}

function accountOf(user: UserRecord): Account {
  const { creationTime, lastSignInTime } = user.metadata
  const { displayName, tokensValidAfterTime } = user
  const created = new Date(creationTime)
  return {
    uid: user.uid,
    email: comparableEmail(user.email ?? ''),
    emailVerified: user.emailVerified,
    ...(displayName ? { displayName } : {}),
    providers: user.providerData.map(({ providerId }) => providerId),
    disabled: user.disabled,
    ...(user.customClaims?.['outsider'] === true ? { isOutsiders: true } : {}),
    hasSecondFactor: (user.multiFactor?.enrolledFactors.length ?? 0) > 0,
    createdAt: created.toISOString(),
    ...(lastSignInTime ? { lastSignInAt: new Date(lastSignInTime).toISOString() } : {}),
    validAfter: tokensValidAfterTime ? Math.floor(Date.parse(tokensValidAfterTime) / 1000) : 0,
  }
}

/** Requests that Firebase rejects; https://firebase.google.com/docs/auth/admin/errors */
const refusals: Record<string, () => Refusal> = {
  'auth/user-not-found': () => new Refusal('notFound', 'User not found'),
  'auth/email-not-found': () => new Refusal('notFound', 'User not found'),
  'auth/email-already-exists': () =>
    new Refusal('conflict', 'An account with this e-mail address already exists.'),
  'auth/invalid-email': () => new Refusal('invalid', 'Invalid email address format.'),
  'auth/invalid-page-token': () =>
    new Refusal('badRequest', 'This page of users no longer exists. Please reload the list.'),
  'auth/invalid-uid': () => new Refusal('notFound', 'User not found'),
  'auth/invalid-password': refusedPassword,
  'auth/password-does-not-meet-requirements': refusedPassword,
}

/** Maps a Firebase error to a refusal. Unknown errors become `unavailable`; the cause is logged. */
function firebaseRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const refusal = refusals[code]?.()
  if (refusal) return refusal
  const message = 'User accounts can’t be reached at the moment. Please try again.'
  return new Refusal('unavailable', message, { cause: error, retryAfter: 5 })
}

function refusedPassword(): Refusal {
  return new Refusal(
    'invalid',
    'The sign-in service doesn’t accept this password. Please choose another.',
  )
}

type ResetMail = {
  /** `https://identitytoolkit.googleapis.com`; the emulator serves it below its own origin. */
  service: string
  projectId: string
  /** Access token of an account that may manage the project's users. */
  accessToken: string
  email: string
  signal: AbortSignal
}

/**
 * Makes Firebase send a password reset mail from the template in its console; the SDK only creates links. Uses
 * server credentials, so that a restricted API key isn't needed.
 * https://cloud.google.com/identity-platform/docs/reference/rest/v1/projects.accounts/sendOobCode
 */
export async function sendResetMail(options: ResetMail): Promise<void> {
  const { service, projectId, accessToken, email, signal } = options
  const response = await fetch(`${service}/v1/projects/${projectId}/accounts:sendOobCode`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ requestType: 'PASSWORD_RESET', email }),
    signal,
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`Firebase returned ${response.status} for a password reset.`)
}
