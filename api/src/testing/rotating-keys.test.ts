import { randomBytes, randomUUID } from 'node:crypto'
import { takeTrial } from '@portal/contract/gate-trials'
import { createReleaseToken, revokeReleaseToken } from '@portal/contract/release-tokens'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownSignIn } from '../adapters/portal/portal-fixture.ts'
import { openSqliteStore } from '../adapters/sqlite/sqlite-document-store.ts'
import { parseSettings } from '../platform/env/env.ts'
import { ownSignInEnv } from '../platform/env/production-fixture.ts'
import type { DocumentStore } from '../platform/store/document-store.ts'
import { testApi, type TestApi } from './test-api.ts'

/** How the holder of each key calls the portal. */
const calls: Record<string, (api: TestApi, key: string) => Promise<Response>> = {
  ADMIN_API_KEY: (api, key) => api.request('/api/admin/users', { headers: { 'x-admin-key': key } }),
  GATE_RUNNER_KEY: (api, key) =>
    api.request(takeTrial.path, {
      method: 'POST',
      headers: { 'x-gate-runner-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ runner: 'one:1' }),
    }),
  METRICS_TOKEN: (api, key) =>
    api.request('/metrics', { headers: { authorization: `Bearer ${key}` } }),
}

const newKey = () => randomBytes(32).toString('hex')

let store: DocumentStore
beforeAll(() => {
  store = openSqliteStore({ path: ':memory:' })
})
afterAll(() => store.close())

/** The portal restarted with other keys: its data stays. */
async function withPortal<T>(env: Record<string, string>, work: (api: TestApi) => Promise<T>) {
  const openOwnSignIn = (own: DocumentStore) => ownSignIn(own)
  const api = await testApi({ env: { ...ownSignInEnv, ...env }, ports: { store, openOwnSignIn } })
  try {
    return await work(api)
  } finally {
    await api.stop()
  }
}

describe.each(Object.entries(calls))('replacing %s', (name, send) => {
  const [old, next] = [newKey(), newKey()]
  const statuses = (env: Record<string, string>) =>
    withPortal(env, async (api) => [
      (await send(api, old)).status,
      (await send(api, next)).status,
      (await send(api, newKey())).status,
    ])

  it('accepts the old key, then both, then the new one alone', async () => {
    expect(await statuses({ [name]: old })).toEqual([200, 401, 401])
    expect(await statuses({ [name]: next, [`${name}_PREVIOUS`]: old })).toEqual([200, 200, 401])
    expect(await statuses({ [name]: next })).toEqual([401, 200, 401])
  })

  it('counts the requests with the old key, so that its end can be chosen', async () => {
    await withPortal({ [name]: next, [`${name}_PREVIOUS`]: old }, async (api) => {
      const line = `portal_previous_key_requests_total{key="${name}"} 1`
      await send(api, next)
      expect(await api.metrics.text()).not.toContain(line)
      await send(api, old)
      expect(await api.metrics.text()).toContain(line)
    })
  })

  it('refuses to start with the old key alone', () => {
    expect(() => parseSettings({ [`${name}_PREVIOUS`]: old })).toThrow(
      `${name}_PREVIOUS needs ${name}: set the new one there, or unset both.`,
    )
  })
})

it('keeps everyone signed in while every key and secret is replaced', async () => {
  const keys = () => ({
    ADMIN_API_KEY: newKey(),
    GATE_RUNNER_KEY: newKey(),
    METRICS_TOKEN: newKey(),
  })
  const own = ownSignIn(store)
  const password = 'four words of a board'
  const email = 'maria.lopez@larkspur.example'
  await own.accounts.create({ email, password, displayName: 'Maria Lopez' })
  const signedIn = await own.calls.signIn({ email, password }, { address: '198.51.100.7' })
  if (signedIn.kind !== 'signedIn') throw new Error('A code is needed.')
  const headers = { authorization: `Bearer ${signedIn.token}` }
  for (const secret of ['the first secret', 'the second secret']) {
    const env = { ...keys(), OIDC_CLIENT_SECRET: secret }
    await withPortal(env, async (api) => {
      expect((await api.request('/api/directory', { headers })).status).toBe(200)
    })
  }
  expect(await ownSignIn(store).calls.renew(signedIn.renewal.secret)).toMatchObject({ email })
})

it('accepts two release tokens of one remote until the first is revoked', async () => {
  const api = await testApi()
  const create = () =>
    api.call('admin')(createReleaseToken, { body: { name: randomUUID(), remote: 'meetings' } })
  const [first, second] = [await create(), await create()]
  const statusOf = async ({ secret }: { secret: string }) => {
    const headers = { authorization: `Bearer ${secret}` }
    return (await api.request('/api/releases/meetings/records', { headers })).status
  }
  expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
  await api.call('admin')(revokeReleaseToken, { params: { id: first.token.id } })
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200])
  await api.close()
})
