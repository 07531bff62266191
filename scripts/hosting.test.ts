import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createCall } from '../api/contract/src/client.ts'
import { saveMapping } from '../api/contract/src/mappings.ts'
import { publishedBuild } from '../api/src/releases/published-build-fixture.ts'
import { loggedUrl, start } from '../api/src/start-portal-fixture.ts'
import { temporaryFolder } from '../api/src/temporary-folder.ts'
import { testPeople, unsignedToken } from '../api/src/testing.ts'
import { startHosting } from './hosting-fixture.ts'

const { manifest, files } = publishedBuild()

/** The portal behind Firebase Hosting, with this workspace's firebase.json. */
async function hosted() {
  const folder = temporaryFolder()
  for (const name of ['shell', 'remote']) mkdirSync(path.join(folder, name))
  writeFileSync(path.join(folder, 'shell/index.html'), '<!--preload--><!--page-data-->')
  writeFileSync(path.join(folder, 'remote/release.json'), JSON.stringify(manifest))
  for (const [file, text] of Object.entries(files)) {
    writeFileSync(path.join(folder, 'remote', file), text)
  }
  const portal = start({
    SHELL_FOLDER: path.join(folder, 'shell'),
    RELEASES_FOLDER: path.join(folder, 'remote'),
  })
  await portal.ready
  const hosting = await startHosting(loggedUrl(portal.said())!)
  onTestFinished(hosting.stop)
  const ask = (address: string, init?: RequestInit) => fetch(`${hosting.url}${address}`, init)
  return { ...hosting, ask }
}

const token = () => unsignedToken(testPeople.admin, 'demo-board-portal', new Date())

describe('behind Firebase Hosting', () => {
  it('forwards every request to the one service, and lets only browsers keep a release’s files', async () => {
    const { ask, asked } = await hosted()
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
    const services = asked.map((one) => one.split('/locations/')[1])
    expect(new Set(services)).toEqual(new Set(['us-west1/services/board-portal']))
  })

  it('accepts a reload by its cookie, and saves keep their revisions and messages', async () => {
    const { ask, url: baseUrl } = await hosted()
    const headers = { authorization: `Bearer ${token()}` }
    const synced = await ask('/api/auth/token', { method: 'POST', headers })
    const cookie = synced.headers.getSetCookie()[0]!.split(';')[0]!
    expect(cookie.startsWith('__session=')).toBe(true)
    const page = await (await ask('/', { headers: { cookie } })).text()
    expect(page).toContain(testPeople.admin.email)
    expect(await (await ask('/')).text()).not.toContain(testPeople.admin.email)

    const call = createCall({ baseUrl, token: async () => token() })
    const save = (title: string, revision: number | 'new') =>
      call(saveMapping, { params: { id: 'governance-bylaws' }, body: { title }, revision })
    const { revision } = await save('Bylaws', 'new')
    await save('Newer', revision)
    await expect(save('Late', revision)).rejects.toMatchObject({ code: 'stale', status: 412 })
  })
})
