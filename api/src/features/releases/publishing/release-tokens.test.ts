import { listAudit } from '@portal/contract/audit'
import { getPortal } from '@portal/contract/portal'
import {
  createReleaseToken,
  listReleaseTokens,
  releaseTokenPrefix,
  revokeReleaseToken,
} from '@portal/contract/release-tokens'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../../testing/test-api.ts'

const day = 86_400_000
let api: TestApi
let time: number
beforeEach(async () => {
  time = Date.parse('2026-11-20T09:00:00Z')
  api = await testApi({ now: () => new Date(time) })
})
afterEach(() => api.close())

const create = (name = 'ci', remote = 'meetings', days?: number) =>
  api.call('admin')(createReleaseToken, {
    body: { name, remote, ...(days === undefined ? {} : { days }) },
  })
const askFor = async (secret: string, remote = 'meetings') => {
  const headers = { authorization: `Bearer ${secret}` }
  const response = await api.request(`/api/releases/${remote}/records`, { headers })
  const { error } = (await response.json()) as { error?: string }
  return { status: response.status, error }
}
const list = async () => (await api.call('admin')(listReleaseTokens)).tokens
const ask = async (secret: string, path = '/api/portal') =>
  (await api.request(path, { headers: { authorization: `Bearer ${secret}` } })).status

describe('a release token', () => {
  it('shows the secret once, and stores only its digest', async () => {
    const { token, secret } = await create()
    expect(secret.startsWith(releaseTokenPrefix)).toBe(true)
    expect(token).toMatchObject({ name: 'ci', remote: 'meetings' })
    const rest = secret.slice(`${releaseTokenPrefix}${token.id}_`.length)
    expect(rest.length).toBeGreaterThan(40)
    const { documents } = await api.ports.store.list('release_tokens')
    expect(JSON.stringify(documents)).not.toContain(rest)
    const { entries } = await api.call('admin')(listAudit)
    expect(JSON.stringify(entries)).not.toContain(rest)
    expect(JSON.stringify(entries)).not.toContain(String(documents[0]!['digest']))
    expect(JSON.stringify(await list())).not.toContain(String(documents[0]!['digest']))
  })

  it('audits the creation and the revocation of a token, and lists it afterwards', async () => {
    const { token } = await create()
    const params = { id: token.id }
    await api.call('admin')(revokeReleaseToken, { params })
    await api.call('admin')(revokeReleaseToken, { params })
    expect(await list()).toMatchObject([{ id: token.id, revokedAt: expect.any(String) }])
    const { entries } = await api.call('admin')(listAudit)
    expect(entries.map(({ what, subject }) => `${what} ${subject}`).toSorted()).toEqual([
      `release token created ${token.id}`,
      `release token revoked ${token.id}`,
    ])
  })

  it('expires a token after 90 days, or as many as were requested', async () => {
    const usual = await create()
    const short = await create('a day', 'meetings', 1)
    expect(usual.token.expiresAt).toBe('2027-02-18T09:00:00.000Z')
    expect(short.token.expiresAt).toBe('2026-11-21T09:00:00.000Z')
    time += day - 1
    expect((await askFor(short.secret)).status).toBe(200)
    time += 1
    const expired = { status: 401, error: 'This release token has expired.' }
    expect(await askFor(short.secret)).toEqual(expired)
    expect((await askFor(usual.secret)).status).toBe(200)
    time += 89 * day
    expect(await askFor(usual.secret)).toEqual(expired)
    // Its name is free again.
    await expect(create()).resolves.toBeDefined()
    for (const days of [0, 366, 1.5]) {
      await expect(create('other', 'meetings', days)).rejects.toMatchObject({ status: 400 })
    }
  })

  it('expires a token 90 days after it was created if it is older than that rule', async () => {
    const { token, secret } = await create('old', 'meetings', 365)
    const { store } = api.ports
    const stored = await store.get('release_tokens', token.id)
    const { id, revision, updatedAt: _, expiresAt: __, ...body } = stored!
    await store.update('release_tokens', id, body, revision)
    expect((await list())[0]!.expiresAt).toBe('2027-02-18T09:00:00.000Z')
    time += 90 * day - 1
    expect((await askFor(secret)).status).toBe(200)
    time += 1
    expect((await askFor(secret)).error).toBe('This release token has expired.')
  })

  it('is refused where only a person may act, with what is needed instead', async () => {
    const { secret } = await create()
    const body = JSON.stringify({ qa: ['wei.chen@larkspur.example'], team: [] })
    const headers = {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      'if-none-match': '*',
    }
    const path = '/api/releases/meetings/cohorts'
    for (const request of [{ headers }, { headers, method: 'PUT', body }]) {
      const response = await api.request(path, request)
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({
        error:
          'A release token can’t do this: it needs the ID token of a person who may, such as an admin.',
      })
    }
  })

  it('requires a unique name among the valid tokens of the remote', async () => {
    const { token } = await create()
    await expect(create()).rejects.toMatchObject({
      code: 'conflict',
      message: 'meetings already has a release token ci.',
    })
    await create('ci', 'directory')
    await api.call('admin')(revokeReleaseToken, { params: { id: token.id } })
    await expect(create()).resolves.toBeDefined()
  })

  it('logs a warning for a wrong or revoked token, with the address and without the token', async () => {
    const { token, secret } = await create()
    const warned = () =>
      api.logged.filter((line) => line.includes('a wrong release token was sent'))
    const path = '/api/releases/meetings/pointer'
    expect(await ask(`${secret}x`, path)).toBe(401)
    expect(await ask(secret, path)).toBe(404)
    expect(warned().map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', address: expect.any(String) },
    ])
    const other = await testApi({ ports: { store: api.ports.store } })
    await api.call('admin')(revokeReleaseToken, { params: { id: token.id } })
    const headers = { authorization: `Bearer ${secret}` }
    expect((await other.request(path, { headers })).status).toBe(401)
    expect(other.logged.some((line) => line.includes('a wrong release token was sent'))).toBe(true)
    expect([...api.logged, ...other.logged].join()).not.toContain(secret)
    await other.close()
  })

  it('accepts a token for releasing only, and for no other reads', async () => {
    const { secret } = await create()
    for (const path of ['/api/portal', '/api/documents', '/api/release-tokens', '/api/audit']) {
      expect(await ask(secret, path)).toBe(401)
    }
  })

  it('allows only admins to create a token', async () => {
    const body = { name: 'ci', remote: 'meetings' }
    await expect(api.call('member')(createReleaseToken, { body })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(api.call('member')(listReleaseTokens)).rejects.toMatchObject({ code: 'forbidden' })
    expect((await api.call('member')(getPortal)).person.isAdmin).toBe(false)
  })
})
