import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCall } from '../shell/remote-kit/src/client.ts'
import { saveMapping } from '../api/contract/src/mappings.ts'
import { publishedBuild } from '../api/src/features/releases/published-build-fixture.ts'
import { loggedUrl, type StartedPortal, startIn } from '../api/src/testing/start-portal-fixture.ts'
import { testPeople, unsignedToken } from '../api/src/testing/test-api.ts'
import { type Hosting, startHosting } from './hosting-fixture.ts'

const { manifest, files } = publishedBuild()

/** The portal behind Firebase Hosting, with this workspace's firebase.json. */
const folder = mkdtempSync(path.join(tmpdir(), 'hosting-'))
let portal: StartedPortal
let hosting: Hosting
const ask = (address: string, init?: RequestInit) => fetch(`${hosting.url}${address}`, init)

beforeAll(async () => {
  const remote = path.join(folder, 'remote')
  mkdirSync(remote)
  writeFileSync(path.join(remote, 'release.json'), JSON.stringify(manifest))
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(remote, file), text)
  portal = startIn(folder, { RELEASES_FOLDER: remote })
  await portal.ready
  hosting = await startHosting(loggedUrl(portal.output())!)
})
afterAll(async () => {
  await hosting.stop()
  portal.child.kill('SIGTERM')
  await portal.ended
  rmSync(folder, { recursive: true })
})

const token = () => unsignedToken(testPeople.admin, 'demo-board-portal', new Date())

describe('behind Firebase Hosting', () => {
  it('forwards every request to the one service, and lets only browsers keep a release’s files', async () => {
    for (const address of ['/', '/meetings/2026/q/4', '/login']) {
      const page = await ask(address)
      expect(page.status).toBe(200)
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(page.headers.get('cache-control')).toBe('private, no-cache')
    }
    const { name, release, entry } = manifest
    const address = `/remotes/${name}/${release}/${entry}`
    const file = await ask(address, { headers: { cookie: `__session=${token()}` } })
    expect(await file.text()).toBe(files[entry])
    expect(file.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect((await ask(address)).status).toBe(404)
    // Hosting's edge would otherwise cache a 404 for ten minutes.
    for (const missing of ['/remotes/meetings/2.0.0-b/container.js', '/assets/x.js', '/api/x']) {
      const answer = await ask(missing)
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-type')).toBe('application/problem+json')
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
    const services = hosting.requests.map((request) => request.split('/locations/')[1])
    expect(new Set(services)).toEqual(new Set(['us-west1/services/board-portal']))
  })

  it('accepts a reload by its cookie, and saves keep their revisions and messages', async () => {
    const headers = { authorization: `Bearer ${token()}` }
    const synced = await ask('/api/auth/token', { method: 'POST', headers })
    const cookie = synced.headers.getSetCookie()[0]!.split(';')[0]!
    expect(cookie.startsWith('__session=')).toBe(true)
    const page = await (await ask('/', { headers: { cookie } })).text()
    expect(page).toContain(testPeople.admin.displayName)
    expect(await (await ask('/')).text()).not.toContain(testPeople.admin.displayName)

    const call = createCall({ baseUrl: hosting.url, token: async () => token() })
    const save = (title: string, revision: number | 'new') =>
      call(saveMapping, { params: { id: 'governance-bylaws' }, body: { title }, revision })
    const { revision } = await save('Bylaws', 'new')
    await save('Newer', revision)
    await expect(save('Late', revision)).rejects.toMatchObject({ code: 'stale', status: 412 })
  })
})
