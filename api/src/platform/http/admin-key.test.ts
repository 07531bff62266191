import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseSettings } from '../env/env.ts'
import { testAdminKey, testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'

let time = Date.parse('2026-11-20T10:00:00Z')
let api: TestApi
beforeAll(async () => {
  api = await testApi({ now: () => new Date(time) })
})
afterAll(() => api.close())

type Headers = Record<string, string>
const ask = async (headers: Headers, path = '/api/admin/users', through = api) => {
  time += 60_000
  const response = await through.request(path, { headers })
  const { error } = (await response.json()) as { error?: string }
  return error === undefined ? response.status : `${response.status} ${error}`
}
const key = { 'x-admin-key': testAdminKey }
const wrong = '401 The admin key is wrong.'

describe('the admin key', () => {
  it('lets a server manage users', async () => {
    expect(await ask(key)).toBe(200)
  })

  it('accepts a server that uses Node’s fetch, which sends its mode like browsers', async () => {
    expect(await ask({ ...key, 'sec-fetch-mode': 'cors' })).toBe(200)
  })

  it('names the admin key in the audit', async () => {
    const uid = uidOf(testPeople.passwordMember)
    const changed = await api.request(`/api/admin/users/${uid}`, {
      method: 'PATCH',
      headers: { ...key, 'content-type': 'application/json' },
      body: JSON.stringify({ displayName: 'Maria Ruiz' }),
    })
    expect(changed.status).toBe(200)
    expect((await api.ports.store.list('audit')).documents).toMatchObject([
      { what: 'user saved', subject: uid, by: { key: 'admin' } },
    ])
  })

  it.each([
    '/api/admin/designated-admins',
    '/api/portal',
    '/api/sync/status',
    '/api/directory',
    '/api/documents',
  ])('accepts the admin key on no other route: %s', async (path) => {
    expect(await ask(key, path)).toBe('401 Please sign in.')
  })

  it.each([
    ['another key', 'x'.repeat(testAdminKey.length)],
    ['a part of it', testAdminKey.slice(0, -1)],
    ['more than it', `${testAdminKey}x`],
    ['nothing', ''],
  ])('refuses the admin key when it is %s', async (_, sent) => {
    expect(await ask({ 'x-admin-key': sent })).toBe(wrong)
  })

  it('doesn’t accept a token in place of the admin key, nor a valid one in addition to a wrong key', async () => {
    const authorization = `Bearer ${await api.tokenOf('admin')}`
    expect(await ask({ 'x-admin-key': 'wrong', authorization })).toBe(wrong)
  })

  it.each([
    ['an origin', { origin: 'http://portal.test' }],
    ['fetch metadata', { 'sec-fetch-site': 'same-origin' }],
    ['other fetch metadata', { 'Sec-Fetch-Dest': 'empty' }],
    ['a cookie', { cookie: 'theme=dark' }],
  ])('refuses the admin key from a browser, which sends %s', async (_, header) => {
    expect(await ask({ ...key, ...(header as unknown as Headers) })).toBe(
      '403 The admin key is for servers only: sign in instead.',
    )
  })

  it('refuses the admin key when none is set', async () => {
    const without = await testApi({ env: { ADMIN_API_KEY: '' } })
    for (const sent of ['', testAdminKey, 'undefined']) {
      expect(await ask({ 'x-admin-key': sent }, '/api/admin/users', without)).toBe(wrong)
    }
    await without.close()
  })

  it('accepts ten wrong keys a minute, and the right one even after that', async () => {
    const guess = () => api.request('/api/admin/users', { headers: { 'x-admin-key': 'guess' } })
    time += 60_000
    const statuses: number[] = []
    for (let at = 0; at < 12; at += 1) statuses.push((await guess()).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
    expect((await guess()).headers.get('retry-after')).toBeTruthy()
    expect((await api.request('/api/admin/users', { headers: key })).status).toBe(200)
  })

  it.each(['secret-but-short', `${'x'.repeat(31)} y`])(
    'refuses an admin key with fewer than 32 characters or a space, and doesn’t print it: %s',
    (secret) => {
      const reading = () => parseSettings({ ADMIN_API_KEY: secret })
      expect(reading).toThrow(
        "The setting ADMIN_API_KEY can't be used: it must have at least 32 characters and no blanks.",
      )
      expect(reading).not.toThrow(secret)
    },
  )

  it('logs a warning for a wrong admin key, once a minute and address, with the address and without the key', async () => {
    const proxied = await testApi({ now: () => new Date(time), env: { TRUSTED_PROXIES: '1' } })
    const guess = (address: string) =>
      proxied.request('/api/admin/users', {
        headers: { 'x-admin-key': 'guessed-secret', 'x-forwarded-for': address },
      })
    const warned = () =>
      proxied.logged
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ msg }) => msg === 'a wrong admin key was sent')
    time += 60_000
    for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.1']) await guess(address)
    expect(warned()).toMatchObject([
      { level: 'warn', address: '192.0.2.1' },
      { level: 'warn', address: '192.0.2.2' },
    ])
    for (let at = 0; at < 20; at += 1) await guess(`198.51.100.${at}`)
    expect(warned()).toHaveLength(10)
    time += 60_000
    await guess('192.0.2.1')
    expect(warned()).toHaveLength(11)
    expect(proxied.logged.join()).not.toContain('guessed-secret')
    await proxied.close()
  })

  it('never logs the admin key', async () => {
    await ask({ ...key, origin: 'http://portal.test' })
    expect(api.logged.join()).not.toContain(testAdminKey)
  })
})
