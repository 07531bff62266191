import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createUser, updateUser } from '@portal/contract/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthEmulator, startAuthEmulator } from '../../../../scripts/auth-emulator.ts'
import { Secret, TOTP } from 'otpauth'
import type { Accounts } from '../../platform/identity/accounts.ts'
import { seedAccounts } from '../../../sample/seed-accounts.ts'
import { startHere } from '../../testing/start-portal-fixture.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { accountsSuite } from '../../platform/identity/accounts-suite.ts'
import { emulatorIdentity } from './emulator-identity.ts'
import { firebaseAccounts, sendResetMail } from './firebase-accounts.ts'

const projectId = 'demo-board-portal'
const password = 'larkspur-board-2026'

const folder = mkdtempSync(join(tmpdir(), 'board-portal-accounts-'))
let emulator: AuthEmulator
let accounts: Accounts
beforeAll(async () => {
  emulator = await startAuthEmulator(folder, projectId)
  accounts = firebaseAccounts({ projectId, emulatorUrl: emulator.url })
})
afterAll(async () => {
  await emulator.stop()
  rmSync(folder, { recursive: true })
})

async function post(
  call: string,
  body: object,
  version: 'v1' | 'v2' = 'v1',
): Promise<Record<string, unknown>> {
  const address = `${emulator.url}/identitytoolkit.googleapis.com/${version}/${call}`
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Record<string, unknown>
}

/** The code that an authenticator app shows. */
const totpCode = (secret: string, timestamp = Date.now()) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp })

/** Signs in and sets up a second factor; returns its secret and the token that has it. */
async function setUpSecondFactor(account: { email: string; password: string }) {
  const signedIn = { ...account, returnSecureToken: true }
  const { idToken } = await post('accounts:signInWithPassword?key=demo', signedIn)
  const started = { idToken, totpEnrollmentInfo: {} }
  const { totpSessionInfo } = await post('accounts/mfaEnrollment:start?key=demo', started, 'v2')
  const { sharedSecretKey, sessionInfo } = totpSessionInfo as Record<string, string>
  const verificationCode = totpCode(sharedSecretKey!)
  const finished = { idToken, totpVerificationInfo: { sessionInfo, verificationCode } }
  const after = await post('accounts/mfaEnrollment:finalize?key=demo', finished, 'v2')
  return { secret: sharedSecretKey!, before: String(idToken), after: String(after['idToken']) }
}

accountsSuite('Firebase, on its emulator', async () => ({
  accounts,
  async signInByGoogle(email, displayName) {
    const token = { sub: email, email, email_verified: true, name: displayName }
    const idToken = { id_token: JSON.stringify(token), providerId: 'google.com' }
    const { localId } = await post('accounts:signInWithIdp?key=demo', {
      postBody: String(new URLSearchParams(idToken)),
      requestUri: 'http://localhost',
      returnSecureToken: true,
    })
    return String(localId)
  },
  async setUpSecondFactor(account) {
    await setUpSecondFactor(account)
  },
  async addMany(count) {
    const users = Array.from({ length: count }, (_, at) => ({
      localId: `many-${at}`,
      email: `many-${at}@larkspur.example`,
      rawPassword: password,
    }))
    for (let from = 0; from < count; from += 1000) {
      const some = { users: users.slice(from, from + 1000) }
      await post(`projects/${projectId}/accounts:batchCreate`, some)
    }
  },
}))

describe('an account created by the portal', () => {
  const email = 'ada.park@larkspur.example'
  const signIn = () =>
    post('accounts:signInWithPassword?key=demo', { email, password, returnSecureToken: true })
  let api: TestApi
  beforeAll(async () => {
    api = await testApi({ ports: { accounts } })
  })
  afterAll(() => api.close())
  const ask = async (token: unknown) => {
    const headers = { authorization: `Bearer ${String(token)}` }
    const response = await api.request('/api/portal', { headers })
    await response.body?.cancel()
    return response.status
  }
  const disable = (uid: string, disabled: boolean) =>
    api.call('admin')(updateUser, { params: { uid }, body: { disabled } })
  /** As a browser that stayed open would. */
  const renew = async (refreshToken: unknown) => {
    const response = await fetch(`${emulator.url}/securetoken.googleapis.com/v1/token?key=demo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    })
    return ((await response.json()) as { id_token?: string }).id_token
  }

  it('accepts sign-ins until the account is disabled, and requires a new one once it is enabled again', async () => {
    const { uid } = await api.call('admin')(createUser, { body: { email, password } })
    // Being created by an admin is no sign-in.
    expect((await accounts.get(uid))?.lastSignInAt).toBeUndefined()
    const { idToken, refreshToken } = await signIn()
    const claims = await emulatorIdentity({ projectId }).verify(String(idToken))
    expect(claims).toMatchObject({ uid, email, provider: 'password', createdByAdmin: true })
    expect(await ask(idToken)).toBe(200)
    expect((await accounts.get(uid))?.lastSignInAt).toBeDefined()

    await disable(uid, true)
    expect(await ask(idToken)).toBe(401)
    expect(await signIn()).toMatchObject({ error: { message: 'USER_DISABLED' } })

    await disable(uid, false)
    expect(await ask(idToken)).toBe(401)
    // The emulator renews tokens that Firebase wouldn't; the sign-in time stays the same.
    const renewed = await renew(refreshToken)
    expect(renewed).toBeDefined()
    expect(await ask(renewed)).toBe(401)
    await new Promise((resolve) => setTimeout(resolve, 1100))
    expect(await ask((await signIn())['idToken'])).toBe(200)
  })

  it('keeps the time of a sign-in in its renewed tokens when the person signs in elsewhere', async () => {
    const { idToken, refreshToken } = await signIn()
    // Tokens state the second of their sign-in.
    await new Promise((resolve) => setTimeout(resolve, 1100))
    await signIn()
    const { verify } = emulatorIdentity({ projectId })
    const { uid, signedInAt } = await verify(String(idToken))
    expect(await verify(String(await renew(refreshToken)))).toMatchObject({ uid, signedInAt })
  })

  it('checks an account in use, so that changes in the provider’s console take effect', async () => {
    const { idToken } = await signIn()
    expect(await ask(idToken)).toBe(200)
    const { uid } = await emulatorIdentity({ projectId }).verify(String(idToken))
    await accounts.update(uid, { disabled: true })
    await api.features.users.watch.check()
    expect(await ask(idToken)).toBe(401)
  })
})

describe('a second factor', () => {
  it('puts the second factor into tokens once it is set up, asks for it at the next sign-in, and ends sign-ins without it', async () => {
    const account = { email: 'nora.field@larkspur.example', password }
    const { uid } = await accounts.create(account)
    const { secret, before, after } = await setUpSecondFactor(account)
    const verify = (token: unknown) => emulatorIdentity({ projectId }).verify(String(token))
    expect(await verify(before)).toMatchObject({ uid, hasSecondFactor: false })
    expect(await verify(after)).toMatchObject({ uid, hasSecondFactor: true })

    const signedIn = { ...account, returnSecureToken: true }
    const answer = await post('accounts:signInWithPassword?key=demo', signedIn)
    expect(answer['idToken']).toBeUndefined()
    const [factor] = answer['mfaInfo'] as { mfaEnrollmentId: string }[]
    const give = (verificationCode: string) =>
      post(
        'accounts/mfaSignIn:finalize?key=demo',
        {
          mfaPendingCredential: answer['mfaPendingCredential'],
          mfaEnrollmentId: factor!.mfaEnrollmentId,
          totpVerificationInfo: { verificationCode },
        },
        'v2',
      )
    const wrong = totpCode(secret, Date.now() - 3_600_000)
    expect(await give(wrong)).toMatchObject({ error: { message: 'INVALID_CODE' } })
    const { idToken } = await give(totpCode(secret))
    expect(await verify(idToken)).toMatchObject({ uid, hasSecondFactor: true })

    const api = await testApi({ ports: { accounts } })
    const status = async (token: unknown, path: string, method = 'GET') => {
      const headers = { authorization: `Bearer ${String(token)}` }
      const response = await api.request(path, { method, headers })
      await response.body?.cancel()
      return response.status
    }
    expect(await status(before, '/api/portal')).toBe(200)
    expect(await status(after, '/api/second-factor', 'POST')).toBe(200)
    expect(await status(before, '/api/portal')).toBe(401)
    expect(await status(idToken, '/api/portal')).toBe(200)
    await api.close()
  })

  const keptAtRestart = async () => {
    const account = { email: 'omar.haddad@larkspur.example', password }
    const { uid } = await accounts.create(account)
    await setUpSecondFactor(account)
    await emulator.stop()
    emulator = await startAuthEmulator(folder, projectId)
    accounts = firebaseAccounts({ projectId, emulatorUrl: emulator.url })
    expect(await accounts.get(uid)).toMatchObject({ hasSecondFactor: true })
  }
  // Starting the emulator takes longer than all the other tests here.
  if (process.env['TEST_LONG']) it('keeps it when the emulator restarts', keptAtRestart)
})

it('sends a reset mail through the provider', async () => {
  const email = 'hana.takeda@larkspur.example'
  await accounts.create({ email, password })
  const service = `${emulator.url}/identitytoolkit.googleapis.com`
  const { signal } = new AbortController()
  await sendResetMail({ service, projectId, accessToken: 'owner', email, signal })
  const written = await fetch(`${emulator.url}/emulator/v1/projects/${projectId}/oobCodes`)
  const { oobCodes } = (await written.json()) as { oobCodes: object[] }
  expect(oobCodes.at(-1)).toMatchObject({ email, requestType: 'PASSWORD_RESET' })
  const sending = sendResetMail({
    service,
    projectId,
    accessToken: 'owner',
    email: 'nobody',
    signal,
  })
  await expect(sending).rejects.toThrow('Firebase returned 400')
})

it('refuses with unavailable when the provider doesn’t respond', async () => {
  const nowhere = firebaseAccounts({
    projectId,

    emulatorUrl: 'http://127.0.0.1:9',
  })
  await expect(nowhere.list()).rejects.toMatchObject({ name: 'Refusal', code: 'unavailable' })
})

it('restores the environment, and ignores an emulator named in it', async () => {
  process.env['FIREBASE_AUTH_EMULATOR_HOST'] = 'left-over.example:9099'
  try {
    await accounts.list({ limit: 1 })
    expect(process.env['FIREBASE_AUTH_EMULATOR_HOST']).toBe('left-over.example:9099')
    const own = firebaseAccounts({ projectId, emulatorUrl: emulator.url })
    expect((await own.list({ limit: 1 })).accounts).toHaveLength(1)
    expect(process.env['FIREBASE_AUTH_EMULATOR_HOST']).toBe('left-over.example:9099')
  } finally {
    delete process.env['FIREBASE_AUTH_EMULATOR_HOST']
  }
})

it('deletes the sample’s accounts, and no others, when a portal starts without the sample', async () => {
  const maria = { email: 'maria.lopez@larkspur.example', password }
  const own = { email: 'own.account@larkspur.example', password: 'quiet-otter-lantern' }
  const signIn = async (account: object) =>
    post('accounts:signInWithPassword?key=demo', { ...account, returnSecureToken: true })
  await seedAccounts(emulator.url, projectId)
  const { uid } = await accounts.create(own)
  expect(await signIn(maria)).toHaveProperty('idToken')
  const env = { AUTH_EMULATOR_URL: emulator.url, FIREBASE_PROJECT_ID: projectId }
  const { started, output } = startHere(env)
  const portal = await started
  await expect.poll(() => signIn(maria)).toHaveProperty('error')
  await expect.poll(output).toContain('the sample’s accounts were deleted')
  const left = (await accounts.list()).accounts.map(({ uid: id }) => id)
  expect(left.filter((id) => id.startsWith('sample-'))).toEqual([])
  expect(await signIn(own)).toHaveProperty('idToken')
  await accounts.delete(uid)
  await portal.stop('the test has ended')
})
