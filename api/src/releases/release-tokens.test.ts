import { listAudit } from '@portal/contract/audit'
import { getPortal } from '@portal/contract/portal'
import {
  createReleaseToken,
  listReleaseTokens,
  releaseTokenPrefix,
  revokeReleaseToken,
} from '@portal/contract/release-tokens'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../testing.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

const create = (name = 'ci', remote = 'meetings') =>
  api.call('admin')(createReleaseToken, { body: { name, remote } })
const list = async () => (await api.call('admin')(listReleaseTokens)).tokens
const ask = async (secret: string, path = '/api/portal') =>
  (await api.request(path, { headers: { authorization: `Bearer ${secret}` } })).status

describe('a release token', () => {
  it('tells its secret once, and only its digest is stored', async () => {
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

  it('is made and revoked with an entry of the audit each, and one that is gone stays known', async () => {
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

  it('has a name of its own among those of its remote that are good', async () => {
    const { token } = await create()
    await expect(create()).rejects.toMatchObject({
      code: 'conflict',
      message: 'meetings has a release token ci already.',
    })
    await create('ci', 'directory')
    await api.call('admin')(revokeReleaseToken, { params: { id: token.id } })
    await expect(create()).resolves.toBeDefined()
  })

  it('leaves a warning when it is wrong or was revoked, with the address and without the token', async () => {
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

  it('is for machines that release: it reads nothing else', async () => {
    const { secret } = await create()
    for (const path of ['/api/portal', '/api/documents', '/api/release-tokens', '/api/audit']) {
      expect(await ask(secret, path)).toBe(401)
    }
  })

  it('is made by admins alone', async () => {
    const body = { name: 'ci', remote: 'meetings' }
    await expect(api.call('member')(createReleaseToken, { body })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(api.call('member')(listReleaseTokens)).rejects.toMatchObject({ code: 'forbidden' })
    expect((await api.call('member')(getPortal)).person.isAdmin).toBe(false)
  })
})
