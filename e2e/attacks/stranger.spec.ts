import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { getPointer } from '@portal/contract/pointers'
import { exchangeToken, trustPipeline } from '@portal/contract/trusted-pipelines'
import { startIssuer } from '../../api/src/adapters/oidc/issuer-fixture.ts'
import { callWith } from '../bench/session.ts'
import { expect, test } from '../support/fixtures.ts'
import { admin, type ProductionPortal } from '../support/production-portal.ts'

const built = path.resolve(import.meta.dirname, '../../mf-directory/dist')

// One worker: all of them use one portal.
test.describe.configure({ mode: 'default' })

let portal: ProductionPortal
test.beforeAll(async ({ productionPortal }) => {
  portal = await productionPortal({
    RELEASES_FOLDER: built,
    TRUSTED_PROXIES: '1',
    ADMIN_API_KEY: randomUUID() + randomUUID(),
  })
})
test.afterAll(() => portal.stop())

test('a stranger learns of no remote and no release', async () => {
  const params = { remote: 'directory' }
  const asAdmin = callWith(portal.url, portal.tokenOf(admin))
  const release = (await asAdmin(getPointer, { params })).stable!
  for (const address of [
    '/',
    '/login',
    '/directory',
    '/admin/releases',
    '/remotes/',
    `/remotes/directory/${release}/release.json`,
    `/remotes/directory/${release}/sbom.cdx.json`,
    '/api/portal',
    `/api/releases/directory/pointer`,
    '/branding/',
    '/robots.txt',
    '/shell.json',
    '/.well-known/security.txt',
  ]) {
    const response = await fetch(`${portal.url}${address}`, { redirect: 'manual' })
    const seen = `${JSON.stringify([...response.headers])}${await response.text()}`
    // The page repeats its own address, and nothing else.
    expect([address, seen.includes(release) && !address.includes(release)]).toEqual([
      address,
      false,
    ])
    expect([address, seen.includes('portal-remotes-directory')]).toEqual([address, false])
    if (address.startsWith('/remotes/')) expect([address, response.status]).toEqual([address, 404])
  }
})

for (const address of ['/.env', '/.git/config', '/.npmrc', '/.data/portal.sqlite', '/..%2f.env']) {
  test(`${address} returns 404 to a stranger`, async () => {
    const response = await fetch(`${portal.url}${address}`)
    expect(response.status).toBe(404)
  })
}

test('a stranger learns whether the portal is ready, and not which part of it fails', async () => {
  const response = await fetch(`${portal.url}/readyz`)
  expect(await response.json()).toEqual({ status: 'ok' })
})

test('a stranger with a network of addresses has the guesses of one address', async () => {
  const guess = async (address: string) => {
    const headers = { 'x-admin-key': 'a guess', 'x-forwarded-for': address }
    return (await fetch(`${portal.url}/api/admin/users`, { headers })).status
  }
  const statuses = []
  for (let n = 1; n <= 11; n += 1) statuses.push(await guess(`[2001:db8:1:2::${n}]:${5000 + n}`))
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
  expect(await guess('2001:db8:1:3::1')).toBe(401)
})

test('a stranger’s own CI token is refused, and the portal requests no address of the stranger’s choice', async () => {
  const issuer = await startIssuer()
  const claims = issuer.claimsAt(new Date(), { aud: portal.url })
  const anyone = callWith(portal.url, '')
  for (const token of [
    await issuer.sign(claims),
    issuer.unsigned(claims),
    await issuer.confused(claims),
  ]) {
    const body = { remote: 'directory', token }
    await expect(anyone(exchangeToken, { body })).rejects.toMatchObject({ status: 401 })
  }
  expect(issuer.world.requests).toEqual([])
  // An admin can't add one without TLS either.
  const pinned = {
    name: 'directory main',
    remote: 'directory',
    issuer: issuer.url,
    audience: portal.url,
    repository: 'larkspur/mf-directory',
    repositoryId: '4711',
    ref: 'refs/heads/main',
  }
  const asAdmin = callWith(portal.url, portal.tokenOf(admin))
  await expect(asAdmin(trustPipeline, { body: pinned })).rejects.toMatchObject({ status: 422 })
  expect(issuer.world.requests).toEqual([])
  await issuer.stop()
})

test('production doesn’t start with an emulator, which would let everyone in', async ({
  productionPortal,
}) => {
  for (const env of [
    { FIRESTORE_EMULATOR_HOST: '127.0.0.1:1' },
    { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:1' },
    { IDENTITY: 'emulator' },
  ]) {
    await expect(productionPortal(env)).rejects.toThrow(/production/)
  }
})
