import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createUser, updateUser } from '@portal/contract/users'
import { addDesignatedAdmin, removeDesignatedAdmin } from '@portal/contract/designated-admins'
import { createCall } from '@portal/remote-kit/client'
import { gateRunnerHeader } from '@portal/contract/gate-trials'
import { memberViewHeader } from '@portal/contract/member-view'
import {
  createRemoteJWKSet,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { type StoredSecret, storeSignIn } from '../adapters/portal/stored-sign-in-fixture.ts'
import { ownSignIn } from '../adapters/portal/portal-fixture.ts'
import { startProvider } from '../adapters/portal/provider-fixture.ts'
import { firebaseIdentity } from '../adapters/firebase/firebase-identity.ts'
import {
  testAdminKey,
  type TestApi,
  testApi,
  type TestApiOptions,
  testGateRunnerKey,
  type TestIdentity,
  testPeople,
  uidOf,
} from './test-api.ts'
import { ownSignInEnv, productionEnv } from '../platform/env/production-fixture.ts'
import { accountKindsCollection } from '../platform/identity/account-kinds.ts'

const projectId = 'larkspur-portal'

/** The rights a caller has: `adminAsMember` views the portal as a member, `outsider` is a guest or an assistant, `key` holds the admin key, `browserKey` sends it from a browser, `runner` is the operator's gate runner. */
export type CallerKind =
  | 'nobody'
  | 'refused'
  | 'member'
  | 'outsider'
  | 'admin'
  | 'qaMember'
  | 'qaAdmin'
  | 'adminAsMember'
  | 'reader'
  | 'readerAsMember'
  | 'key'
  | 'browserKey'
  | 'runner'
  | 'browserRunner'
type Caller = { kind: CallerKind; headers: Record<string, string> }

/** How people sign in: with a service whose tokens are signed here, or at the portal itself. */
export type TestedIdentity = 'firebase' | 'portal'

type Signer = {
  options: TestApiOptions
  /** Called once the app is there. */
  tokenOf: (person: TestIdentity, api: TestApi) => Promise<string>
  /** What is refused as a token. */
  badTokens: (api: TestApi) => Promise<Record<string, string>>
  /** Whether somebody could create an account with a password without an admin. */
  hasSelfMade: boolean
  close: () => Promise<void>
}

/** The app in production mode. */
export async function openSignedApi(identity: TestedIdentity = 'firebase') {
  const signer = identity === 'portal' ? await ownSigner() : await firebaseSigner()
  const { env, ...options } = signer.options
  const api = await testApi({
    ...options,
    env: {
      ...env,
      METRICS_TOKEN: 'a-token-of-the-monitoring',
      QA_ACCOUNTS: 'qa@larkspur.example, QA.Admin@larkspur.example',
      // Each request of the table has an address of its own.
      TRUSTED_PROXIES: '1',
    },
  })
  const tokenOf = (person: TestIdentity) => signer.tokenOf(person, api)
  const call = (person: TestIdentity) =>
    createCall({
      baseUrl: 'http://portal.test',
      token: () => tokenOf(person),
      fetch: async (input, init) => api.app.request(input, init),
    })

  /** An account created by an admin, signed in and then disabled. */
  const disabled = async (): Promise<string> => {
    const email = 'former@larkspur.example'
    const body = { email, password: 'larkspur-board-2026' }
    const { uid } = await call(testPeople.admin)(createUser, { body })
    const person = { email, uid, provider: 'password', createdByAdmin: true }
    await whoAmI(await tokenOf(person))
    await call(testPeople.admin)(updateUser, { params: { uid }, body: { disabled: true } })
    return tokenOf(person)
  }
  /** A person who was an admin until just now, with a token that they used as an admin. */
  const removedAdmin = async (): Promise<string> => {
    const email = 'samuel.osei@larkspur.example'
    const token = await tokenOf({ email, provider: 'google.com' })
    await call(testPeople.admin)(addDesignatedAdmin, { body: { email } })
    if (!(await whoAmI(token)).isAdmin) throw new Error(`${email} is no admin.`)
    await call(testPeople.admin)(removeDesignatedAdmin, { query: { email } })
    return token
  }
  const qaAdmin = async (): Promise<string> => {
    const email = 'qa.admin@larkspur.example'
    await call(testPeople.admin)(addDesignatedAdmin, { body: { email } })
    return tokenOf({ email, provider: 'google.com' })
  }
  /** A guest or an assistant, whose account the provider doesn't take for a member's. */
  const outsider = async (kind: 'guest' | 'assistant', person: TestIdentity): Promise<string> => {
    const token = await tokenOf(person)
    const { email } = person
    const maria = { person: 'maria', account: 'maria', name: 'Maria Lopez', email, mayReply: false }
    const assists = kind === 'assistant' ? { assists: maria } : {}
    const record = { kind, name: 'Sam Guest', email, since: '2026-01-01T00:00:00Z', ...assists }
    await accountKindsCollection.in(api.ports.store).create(uidOf(person), record)
    return token
  }
  const whoAmI = async (token: string) => {
    const response = await api.request('/api/portal', { headers: bearer(token) })
    const { person } = (await response.json()) as { person: { isAdmin: boolean } }
    return person
  }

  const bad = Object.entries(await signer.badTokens(api))
  const selfMade: Record<string, [CallerKind, Promise<string>]> = {
    'a self-made account': ['refused', tokenOf(testPeople.selfMade)],
    'a self-made account that bears an admin’s e-mail, verified': [
      'refused',
      tokenOf({ ...testPeople.adminByPassword, createdByAdmin: false, emailVerified: true }),
    ],
  }
  const tokens: Record<string, [CallerKind, string | Promise<string>]> = {
    ...Object.fromEntries(bad.map(([name, token]) => [name, ['nobody', token]])),
    'a disabled account': ['nobody', disabled()],
    'an e-mail that isn’t verified': ['refused', tokenOf(testPeople.unverified)],
    'a domain that looks alike': ['refused', tokenOf(testPeople.stranger)],
    ...(signer.hasSelfMade ? selfMade : {}),
    'a password account that bears an admin’s e-mail': [
      'member',
      tokenOf(testPeople.adminByPassword),
    ],
    'an admin who was removed a moment ago': ['member', removedAdmin()],
    'a member by password': ['member', tokenOf(testPeople.member)],
    'a member by Google': ['member', tokenOf(testPeople.staff)],
    'a guest': ['outsider', outsider('guest', outsiderOf('guest@elsewhere.example'))],
    'an assistant': ['outsider', outsider('assistant', outsiderOf('helper@larkspur.example'))],
    // Neither the foundation’s address nor a place on the list of admins makes them more.
    'a guest who is on the list of admins': [
      'outsider',
      outsider('guest', { ...testPeople.admin, uid: 'a-guest-on-the-list' }),
    ],
    'an admin': ['admin', tokenOf(testPeople.admin)],
    'a QA account': [
      'qaMember',
      tokenOf({ email: 'qa@larkspur.example', provider: 'password', createdByAdmin: true }),
    ],
    'a QA account with admin rights': ['qaAdmin', qaAdmin()],
  }
  const callers: Record<string, Caller> = { nobody: { kind: 'nobody', headers: {} } }
  for (const [name, [kind, token]] of Object.entries(tokens)) {
    callers[name] = { kind, headers: bearer(await token) }
  }
  // Ending all sign-ins of a caller must not end theirs.
  const viewing =
    (person: TestIdentity, view = 'member-drafts') =>
    async () => ({
      ...bearer(await tokenOf({ ...person, uid: `${person.email} viewing as ${view}` })),
      [memberViewHeader]: view,
    })
  const viewers: Record<string, [CallerKind, () => Promise<Record<string, string>>]> = {
    'an admin who views as a member': ['adminAsMember', viewing(testPeople.admin)],
    'an admin with an unknown view': ['adminAsMember', viewing(testPeople.admin, 'a newer view')],
    'a member who views as a member': ['member', viewing(testPeople.staff)],
  }
  for (const [name, [kind, headers]] of Object.entries(viewers)) {
    callers[name] = { kind, headers: await headers() }
  }
  const cookie = `__session=${await tokenOf(testPeople.admin)}`
  callers['an admin’s cookie'] = { kind: 'reader', headers: { cookie } }
  callers['an admin’s cookie, viewing as a member'] = {
    kind: 'readerAsMember',
    headers: { cookie, [memberViewHeader]: 'member-drafts' },
  }
  const key = { 'x-admin-key': testAdminKey }
  callers['the admin key'] = { kind: 'key', headers: key }
  callers['the admin key from a page'] = {
    kind: 'browserKey',
    headers: { ...key, origin: 'http://portal.test' },
  }
  callers['the admin key from a browser'] = {
    kind: 'browserKey',
    headers: { ...key, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
  }

  const runner = { [gateRunnerHeader]: testGateRunnerKey }
  callers['the gate runner'] = { kind: 'runner', headers: runner }
  callers['the gate runner’s key from a page'] = {
    kind: 'browserRunner',
    headers: { ...runner, origin: 'http://portal.test' },
  }

  const close = async () => {
    await api.close()
    await signer.close()
  }
  return { api, callers, tokenOf, close }
}

/** Tokens signed here; the app's verifier fetches the keys in Google's format. */
async function firebaseSigner(): Promise<Signer> {
  const [ours, strangers] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const kid = 'f1d2e3c4b5a697887766554433221100aabbccdd'
  const jwk = { ...(await exportJWK(ours.publicKey)), kid, alg: 'RS256', use: 'sig' }
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json; charset=UTF-8')
    response.setHeader('cache-control', 'public, max-age=19845, must-revalidate, no-transform')
    response.end(JSON.stringify({ keys: [jwk] }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const keys = createRemoteJWKSet(new URL(`http://127.0.0.1:${port}/jwk`))
  const header = { alg: 'RS256', kid, typ: 'JWT' }
  const sign = (claims: Record<string, unknown>, key = ours.privateKey, change = {}) =>
    new SignJWT(claims).setProtectedHeader({ ...header, ...change }).sign(key)
  return {
    options: {
      env: { ...productionEnv, FIREBASE_PROJECT_ID: projectId },
      ports: { identity: firebaseIdentity({ projectId, keys }) },
    },
    tokenOf: (person) => sign(claimsOf(person)),
    async badTokens() {
      const admin = claimsOf(testPeople.admin)
      const seconds = Math.floor(Date.now() / 1000)
      const secret = new TextEncoder().encode(await exportSPKI(ours.publicKey))
      return {
        'a token that has expired': await sign({ ...admin, exp: seconds - 60 }),
        'a token for another project': await sign({ ...admin, aud: 'another-project' }),
        'a token of another issuer': await sign({
          ...admin,
          iss: 'https://securetoken.google.com/another-project',
        }),
        'a token that nobody signed (alg none)': new UnsecuredJWT(admin).encode(),
        'a token signed by HS256 with the public key': await new SignJWT(admin)
          .setProtectedHeader({ ...header, alg: 'HS256' })
          .sign(secret),
        'a token of an unknown key id': await sign(admin, ours.privateKey, { kid: 'unknown' }),
        'a token signed by another key': await sign(admin, strangers.privateKey),
      }
    },
    hasSelfMade: true,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Tokens of the portal's own accounts, stored as a sign-in stores them. */
async function ownSigner(): Promise<Signer> {
  const publicUrl = ownSignInEnv.PUBLIC_URL
  const provider = await startProvider(`${publicUrl}/api/identity/issuer/return`)
  const settings = { ...provider.settings, isTrusted: true }
  const stored = (api: TestApi, person: TestIdentity, secret: Partial<StoredSecret> = {}) =>
    storeSignIn(api.ports.store, { ...person, uid: uidOf(person) }, settings.issuer, secret)
  return {
    options: {
      env: ownSignInEnv,
      ports: {
        openOwnSignIn: (store) => ownSignIn(store, undefined, { provider: settings, publicUrl }),
      },
    },
    tokenOf: (person, api) => stored(api, person),
    async badTokens(api) {
      const { admin } = testPeople
      const changed = { ...admin, uid: 'changed' }
      const earlier = await stored(api, changed)
      await api.ports.store.update(
        'accounts',
        'changed',
        {
          ...(await api.ports.store.get('accounts', 'changed')),
          validAfter: Date.now() / 1000 + 60,
        },
        1,
      )
      return {
        'a token that has expired': await stored(api, admin, { expiresAt: '2026-01-01T00:00:00Z' }),
        'a token that was never issued': 'x'.repeat(43),
        'a token from before the password changed': earlier,
        'a renewal': await stored(api, admin, { kind: 'renewal' }),
        'the mark of a known browser': await stored(api, admin, { kind: 'device' }),
        'a sign-in that needs a code': await stored(api, admin, { kind: 'code' }),
        'a reset link': await stored(api, admin, { kind: 'link' }),
        'a sign-in at a provider that is no longer trusted': await stored(api, admin, {
          provider: 'https://login.elsewhere.example',
        }),
        'a token of another service': new UnsecuredJWT(claimsOf(admin)).encode(),
      }
    },
    // Only admins create accounts with a password.
    hasSelfMade: false,
    close: () => provider.stop(),
  }
}

function outsiderOf(email: string): TestIdentity {
  return { email, provider: 'password', createdByAdmin: false }
}

export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}

/** Every token has its own sign-in time, so that ending one sign-in doesn't end the others. */
let signIns = 0

/** Claims as Firebase issues them. */
function claimsOf(person: TestIdentity): Record<string, unknown> {
  const { email, provider, displayName, uid = `uid-${email}-${provider}` } = person
  const seconds = Math.floor(Date.now() / 1000)
  return {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: uid,
    user_id: uid,
    iat: seconds - 60,
    auth_time: seconds - 60 - signIns++,
    exp: seconds + 3540,
    email,
    email_verified: person.emailVerified ?? provider === 'google.com',
    ...(displayName === undefined ? {} : { name: displayName }),
    ...(person.createdByAdmin ? { createdByAdmin: true } : {}),
    firebase: { sign_in_provider: provider, identities: { email: [email] } },
  }
}
