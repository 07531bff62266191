import { randomUUID } from 'node:crypto'
import { comparableEmail } from '@portal/contract/email-address'
import type { Credential } from 'firebase-admin/app'
import type { Auth, UserRecord } from 'firebase-admin/auth'
import { inTime } from '../../in-time.ts'
import { Refusal } from '../../refusal.ts'
import { type Account, accountLimits, type Accounts } from '../../users/accounts.ts'
import { asRefusal } from './firebase-errors.ts'
import { sendResetMail } from './firebase-reset-mail.ts'

type Options = {
  projectId: string
  /** Origin of the Auth emulator; Firebase itself without one. */
  emulatorUrl?: string | undefined
  /** A service account's key; the application default credentials without one. */
  credentialsFile?: string | undefined
}

/** The SDK alone would wait for minutes, in ms. */
const timeLimit = 10_000
const tooLate = () => new Error(`Firebase didn’t answer within ${timeLimit} ms.`)

/** The custom claim without which a password account is no member. */
const claims = { createdByAdmin: true }

/** Firebase Authentication's accounts, or its emulator's. The SDK is loaded when first needed. */
export function firebaseAccounts(options: Options): Accounts {
  let opened: Promise<Opened> | undefined
  const askAs = async <T>(work: (opened: Opened) => Promise<T>): Promise<T> => {
    opened ??= openAuth(options).catch((error: unknown) => {
      opened = undefined
      throw error
    })
    try {
      // What is given up may still be done: asking again finds it so.
      return await inTime(opened.then(work), timeLimit, tooLate)
    } catch (error) {
      throw asRefusal(error)
    }
  }
  const ask = <T>(work: (auth: Auth) => Promise<T>) => askAs(({ auth }) => work(auth))
  const found = (error: unknown) => {
    if (error instanceof Refusal && error.code === 'notFound') return undefined
    throw error
  }
  const get = (uid: string) => ask((auth) => auth.getUser(uid))

  return {
    list: ({ limit = accountLimits.page, pageToken } = {}) =>
      ask(async (auth) => {
        const page = await auth.listUsers(limit, pageToken)
        const accounts = page.users.map(accountOf)
        return page.pageToken ? { accounts, nextPageToken: page.pageToken } : { accounts }
      }),
    get: (uid) => get(uid).then(accountOf, found),
    getMany: (uids) =>
      ask(async (auth) => {
        const { users } = await auth.getUsers(uids.map((uid) => ({ uid })))
        return users.map(accountOf)
      }),
    create: ({ email, password, displayName }) =>
      ask(async (auth) => {
        const named = displayName ? { displayName } : {}
        const { uid } = await auth.createUser({ email, password, ...named })
        try {
          await auth.setCustomUserClaims(uid, claims)
        } catch (error) {
          // Nobody could use it, and its e-mail would be taken.
          await auth.deleteUser(uid)
          throw error
        }
        return accountOf(await auth.getUser(uid))
      }),
    update: (uid, { displayName, ...change }) =>
      ask(async (auth) => {
        const named = displayName === undefined ? {} : { displayName: displayName || null }
        return accountOf(await auth.updateUser(uid, { ...change, ...named }))
      }),
    delete: (uid) => ask((auth) => auth.deleteUser(uid)).catch(found),
    revokeSessions: (uid) =>
      ask(async (auth) => {
        await auth.revokeRefreshTokens(uid)
        return accountOf(await auth.getUser(uid))
      }),
    resetPassword: (email) =>
      askAs(async ({ auth, credential }) => {
        // The emulator has no credential, and sends no mail.
        if (!credential) return { sent: false, link: await auth.generatePasswordResetLink(email) }
        const { access_token: accessToken } = await credential.getAccessToken()
        const service = 'https://identitytoolkit.googleapis.com'
        await sendResetMail({ service, projectId: options.projectId, accessToken, email })
        return { sent: true }
      }),
  }
}

/** Without a credential: the emulator's. */
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
 * The SDK reads where the emulator is from the environment alone, once, when it is made. Only then is it there, or
 * away: what an operator left in the environment can't lead production to an emulator.
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
    createdAt: created.toISOString(),
    ...(lastSignInTime ? { lastSignInAt: new Date(lastSignInTime).toISOString() } : {}),
    validAfter: tokensValidAfterTime ? Math.floor(Date.parse(tokensValidAfterTime) / 1000) : 0,
  }
}
