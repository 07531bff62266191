import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthEmulator, startAuthEmulator } from '../../../../scripts/auth-emulator.ts'
import type { Accounts } from '../../users/accounts.ts'
import { accountsSuite } from '../../users/accounts-suite.ts'
import { emulatorIdentity } from './emulator-identity.ts'
import { firebaseAccounts } from './firebase-accounts.ts'

const projectId = 'demo-board-portal'
const password = 'larkspur-board-2026'

const folder = mkdtempSync(join(tmpdir(), 'board-portal-accounts-'))
let emulator: AuthEmulator
let accounts: Accounts
beforeAll(async () => {
  emulator = await startAuthEmulator(folder, projectId)
  accounts = firebaseAccounts({ projectId, apiKey: 'demo', emulatorUrl: emulator.url })
}, 90_000)
afterAll(async () => {
  await emulator.stop()
  rmSync(folder, { recursive: true })
}, 30_000)

async function post(call: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${emulator.url}/identitytoolkit.googleapis.com/v1/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Record<string, unknown>
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

describe('an account that the portal made', () => {
  it('is a member’s by its claim, until it is disabled', async () => {
    const email = 'ada.park@larkspur.example'
    const { uid, validAfter } = await accounts.create({ email, password })
    const signIn = () =>
      post('accounts:signInWithPassword?key=demo', { email, password, returnSecureToken: true })
    const { idToken } = await signIn()
    const claims = await emulatorIdentity({ projectId }).verify(String(idToken))
    expect(claims).toMatchObject({ uid, email, provider: 'password', createdByAdmin: true })
    expect(claims.signedInAt).toBeGreaterThanOrEqual(validAfter)
    expect((await accounts.get(uid))?.lastSignInAt).toBeDefined()
    await accounts.update(uid, { disabled: true })
    expect(await signIn()).toMatchObject({ error: { message: 'USER_DISABLED' } })
  })
})

it('says that accounts can’t be reached when the provider doesn’t answer', async () => {
  const nowhere = firebaseAccounts({
    projectId,
    apiKey: 'demo',
    emulatorUrl: 'http://127.0.0.1:9',
  })
  await expect(nowhere.list()).rejects.toMatchObject({ name: 'Refusal', code: 'unavailable' })
})

it('leaves the environment as it was, and follows nothing that stands there', async () => {
  process.env['FIREBASE_AUTH_EMULATOR_HOST'] = 'left-over.example:9099'
  try {
    await accounts.list({ limit: 1 })
    expect(process.env['FIREBASE_AUTH_EMULATOR_HOST']).toBe('left-over.example:9099')
    const own = firebaseAccounts({ projectId, apiKey: 'demo', emulatorUrl: emulator.url })
    expect((await own.list({ limit: 1 })).accounts).toHaveLength(1)
    expect(process.env['FIREBASE_AUTH_EMULATOR_HOST']).toBe('left-over.example:9099')
  } finally {
    delete process.env['FIREBASE_AUTH_EMULATOR_HOST']
  }
})
