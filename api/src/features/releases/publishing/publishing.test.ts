import { createHash } from 'node:crypto'
import { listAudit } from '@portal/contract/audit'
import {
  readReleaseFile,
  getRelease,
  listReleases,
  noteCheck,
  type PublishedManifest,
  releaseLimits,
} from '@portal/contract/publishing'
import { promoteRelease } from '@portal/contract/pointers'
import { getPortal } from '@portal/contract/portal'
import { revokeReleaseToken } from '@portal/contract/release-tokens'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../../testing/test-api.ts'
import { integrityOf } from '../../../platform/files/bytes.ts'
import { adoptRelease } from './adopt-release.ts'
import { machineOf, publishedBuild } from '../published-build-fixture.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

const hex = (text: string) => createHash('sha384').update(text).digest('hex')
const put = (secret: string, path: string, body: string | ReadableStream<Uint8Array>) =>
  api.request(path, {
    method: 'PUT',
    body,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/octet-stream' },
    duplex: 'half',
  })
const blobs = async () => {
  const keys: string[] = []
  for await (const key of api.ports.blobs.keys('')) keys.push(key)
  return keys
}
const releases = async () => (await api.ports.store.list('releases')).documents.map(({ id }) => id)

/** Adopted as at a start of the portal: it runs immediately. */
const adopt = (given: Parameters<typeof publishedBuild>[0], fields = {}) => {
  const { manifest, files } = publishedBuild(given, fields)
  const lying: Record<string, string> = { ...files, 'release.json': JSON.stringify(manifest) }
  return adoptRelease(api.ports, {
    name: 'dist',
    read: async (file) => (lying[file] === undefined ? undefined : Buffer.from(lying[file])),
  })
}

describe('a file of a release', () => {
  it('notes the addresses in the code of a published and of an adopted release', async () => {
    const machine = await machineOf(api, 'meetings')
    const files = { 'container.js': 'call("/api/audit")', 'readme.md': '"/api/notes"' }
    const published = await machine.publish(publishedBuild({ files }))
    expect(published.named).toEqual([{ address: '/api/audit', onlyAdmins: true }])
    await adopt({ name: 'directory', files })
    const params = { remote: 'directory' }
    const [adopted] = (await api.call('admin')(listReleases, { params })).releases
    expect(adopted?.named).toEqual(published.named)
  })

  it('stores a file under its hash, however often it is sent', async () => {
    const { secret } = await machineOf(api, 'meetings')
    const path = `/api/releases/meetings/files/${hex('one')}`
    for (let n = 0; n < 2; n++) {
      const response = await put(secret, path, 'one')
      expect(await response.json()).toEqual({ sha384: hex('one'), size: 3 })
    }
    expect(await blobs()).toEqual([`release-files/meetings/${hex('one')}`])
  })

  it('refuses a file with another hash, and keeps the existing file', async () => {
    const { secret } = await machineOf(api, 'meetings')
    const path = `/api/releases/meetings/files/${hex('one')}`
    await put(secret, path, 'one')
    expect((await put(secret, path, 'two')).status).toBe(422)
    const kept = await api.ports.blobs.read(`release-files/meetings/${hex('one')}`)
    expect(await new Response(kept).text()).toBe('one')
    expect((await put(secret, `/api/releases/meetings/files/${hex('new')}`, 'x')).status).toBe(422)
    expect(await blobs()).toHaveLength(1)
  })

  it('refuses a file over its size limit while it arrives, and stores nothing of it', async () => {
    const { secret } = await machineOf(api, 'meetings')
    const chunk = new Uint8Array(1024 * 1024)
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += chunk.byteLength
        controller.enqueue(chunk)
      },
    })
    const response = await put(secret, `/api/releases/meetings/files/${'0'.repeat(96)}`, endless)
    expect(response.status).toBe(413)
    expect(sent).toBeLessThan(releaseLimits.file * 2)
    expect(await blobs()).toEqual([])
  })

  it('accepts a file only with the token of its remote, and not with a revoked one', async () => {
    const { secret, token, call } = await machineOf(api, 'meetings')
    const path = (remote: string) => `/api/releases/${remote}/files/${hex('one')}`
    const refused = await put(secret, path('directory'), 'one')
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({
      error: 'The release token ci is for meetings, not for directory.',
    })
    await expect(call(listReleases, { params: { remote: 'directory' } })).rejects.toMatchObject({
      status: 403,
    })
    expect((await put(`${secret}x`, path('meetings'), 'one')).status).toBe(401)
    await api.call('admin')(revokeReleaseToken, { params: { id: token.id } })
    expect((await put(secret, path('meetings'), 'one')).status).toBe(401)
    expect(await blobs()).toEqual([])
  })
})

describe('publishing a release', () => {
  it('stores the record of a release, and serves its files as they were sent, but runs it for nobody', async () => {
    const machine = await machineOf(api, 'meetings')
    const build = publishedBuild()
    const record = await machine.publish(build)
    expect(record).toMatchObject({
      ...build.manifest,
      base: '/remotes/meetings/1.0.0-a/',
      publishedBy: 'release token ci',
    })
    for (const [file, text] of Object.entries(build.files)) {
      const response = await api.releaseFile(`meetings/1.0.0-a/${file}`)
      expect(integrityOf(new Uint8Array(await response.arrayBuffer()))).toBe(
        integrityOf(Buffer.from(text)),
      )
    }
    const compressed = await api.releaseFile('meetings/1.0.0-a/container.js', 'member', {
      headers: { 'accept-encoding': 'br' },
    })
    expect(compressed.headers.get('content-encoding')).toBe('br')
    expect(compressed.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect((await api.call('admin')(getPortal)).composition.remotes).toEqual([])
    const params = { remote: 'meetings', release: '1.0.0-a' }
    expect(await machine.call(getRelease, { params })).toEqual(record)
    expect((await machine.call(listReleases, { params })).releases).toEqual([record])
  })

  it('audits a publication once, with the token’s name', async () => {
    const machine = await machineOf(api, 'meetings', 'meetings ci')
    await machine.publish(publishedBuild())
    await machine.publish(publishedBuild())
    const { entries } = await api.call('admin')(listAudit, { query: { what: 'release published' } })
    expect(entries).toMatchObject([
      { by: 'release token meetings ci', subject: 'meetings@1.0.0-a', before: null },
    ])
  })

  it('returns the first answer when repeated, and restores lost files', async () => {
    const machine = await machineOf(api, 'meetings')
    const record = await machine.publish(publishedBuild())
    expect(await machine.publish(publishedBuild())).toEqual(record)
    for (const key of await blobs()) await api.ports.blobs.delete(key)
    expect((await api.releaseFile('meetings/1.0.0-a/container.js')).status).toBe(503)
    await machine.publish(publishedBuild())
    expect((await api.releaseFile('meetings/1.0.0-a/container.js')).status).toBe(200)
  })

  it('restores altered files, which can’t be read back meanwhile', async () => {
    const machine = await machineOf(api, 'meetings')
    const build = publishedBuild()
    await machine.publish(build)
    for (const key of await blobs()) await api.ports.blobs.put(key, Buffer.from('/* 1.0.0-x */'))
    const sha384 = hex(build.files['container.js']!)
    const read = () => machine.call(readReleaseFile, { params: { remote: 'meetings', sha384 } })
    await expect(read()).rejects.toMatchObject({ code: 'notFound' })
    await expect(machine.register(build)).rejects.toMatchObject({
      message: 'container.js is damaged on the server: upload it again.',
    })
    await machine.publish(build)
    for (const encoding of ['br', 'identity']) {
      const response = await api.releaseFile('meetings/1.0.0-a/container.js', 'member', {
        headers: { 'accept-encoding': encoding },
      })
      expect(response.status).toBe(200)
    }
  })

  it('returns the first answer for the same sources of another commit, as after a revert or a squash', async () => {
    const machine = await machineOf(api, 'meetings')
    const record = await machine.publish(publishedBuild())
    const squashed = publishedBuild({}, { commit: 'fedcba9876543210' })
    expect(await machine.publish(squashed)).toEqual(record)
    const other = publishedBuild({}, { commit: 'fedcba9876543210', contractRange: '^1.0.1' })
    await expect(machine.publish(other)).rejects.toMatchObject({ status: 409 })
  })

  it('records a release as tested, which is audited once', async () => {
    const machine = await machineOf(api, 'meetings', 'meetings ci')
    await machine.publish(publishedBuild())
    const params = { remote: 'meetings', release: '1.0.0-a' }
    const note = (shell: string) => machine.call(noteCheck, { params, body: { shell } })
    const { checked } = await note('a-build')
    expect(checked).toMatchObject({
      by: 'release token meetings ci',
      shell: 'a-build',
      current: true,
    })
    expect((await note('a-build')).checked).toEqual(checked)
    expect((await note('another')).checked).toMatchObject({ shell: 'another' })
    const { entries } = await api.call('admin')(listAudit, { query: { what: 'release checked' } })
    expect(entries).toMatchObject([
      { subject: 'meetings@1.0.0-a', before: { shell: 'a-build' }, after: { shell: 'another' } },
      { subject: 'meetings@1.0.0-a', before: null, after: { shell: 'a-build' } },
    ])
    const unknown = { remote: 'meetings', release: '1.0.0-x' }
    await expect(
      machine.call(noteCheck, { params: unknown, body: { shell: 'a-build' } }),
    ).rejects.toMatchObject({ status: 404 })
  })

  it('refuses a release that exists with other files, or another record', async () => {
    const machine = await machineOf(api, 'meetings')
    await machine.publish(publishedBuild())
    const other = publishedBuild({ files: { 'container.js': 'other' } })
    await expect(machine.publish(other)).rejects.toMatchObject({
      status: 409,
      message: 'Release 1.0.0-a of meetings exists with other files.',
    })
    const says = publishedBuild({}, { routes: ['/elsewhere'] })
    await expect(machine.publish(says)).rejects.toMatchObject({
      status: 409,
      message: 'Release 1.0.0-a of meetings exists with another record.',
    })
  })

  it('accepts a release again with other files for tools, and keeps the first ones', async () => {
    const machine = await machineOf(api, 'meetings')
    const code = { 'container.js': 'code' }
    const first = await machine.publish(
      publishedBuild({ files: { ...code, 'mf-manifest.json': '{}' } }),
    )
    const types = { 'mf-manifest.json': '{"types": 1}', '@mf-types.zip': 'PK' }
    const again = await machine.publish(publishedBuild({ files: { ...code, ...types } }))
    expect(again).toEqual(first)
  })

  it('keeps the first record when only the sizes of its sources differ', async () => {
    const machine = await machineOf(api, 'meetings')
    await machine.publish(publishedBuild({}, { parts: { clsx: 400 } }))
    await machine.publish(publishedBuild({}, { parts: { clsx: 500 } }))
    const params = { remote: 'meetings', release: '1.0.0-a' }
    expect(await machine.call(getRelease, { params })).toMatchObject({ parts: { clsx: 400 } })
  })

  it('refuses a version that was published with other files', async () => {
    const machine = await machineOf(api, 'meetings')
    await machine.publish(publishedBuild({ release: '1.0.0-a' }, { version: '1.0.0' }))
    const again = publishedBuild({ release: '1.0.0-b' }, { version: '1.0.0' })
    await expect(machine.publish(again)).rejects.toMatchObject({
      status: 409,
      message:
        'Version 1.0.0 of meetings was published with other files, as 1.0.0-a: raise the version.',
    })
  })

  it('refuses a release while a file is missing or has another size', async () => {
    const machine = await machineOf(api, 'meetings')
    const build = publishedBuild()
    await expect(machine.register(build)).rejects.toMatchObject({
      status: 422,
      message: 'container.js has not been uploaded yet.',
    })
    await machine.upload(build)
    const files = build.manifest.files.map((file) => ({ ...file, size: file.size + 1 }))
    await expect(machine.register(publishedBuild({}, { files }))).rejects.toMatchObject({
      message: 'container.js has 13 bytes, not 14 as its record says.',
    })
    expect(await releases()).toEqual([])
  })

  it.each<[string, Partial<PublishedManifest>, string]>([
    ['of another remote', { name: 'directory' }, 'a release of directory, not of meetings'],
    ['of another contract', { contract: 2 }, '1.0.0-a uses contract 2, but this portal uses 1.'],
    ['built for a later API', { contractRange: '^1.77.0' }, 'the API’s contract ^1.77.0, but'],
    ['without its entry', { entry: 'main.js' }, 'doesn’t list main.js'],
    [
      'with more than it may hold',
      {
        files: [{ file: 'container.js', integrity: integrityOf(Buffer.of()), size: 99_000_000 }],
      },
      'at most 20 MB',
    ],
  ])('refuses a release for one %s', async (_, fields, sentence) => {
    const machine = await machineOf(api, 'meetings')
    await machine.upload(publishedBuild())
    await expect(machine.register(publishedBuild({}, fields))).rejects.toMatchObject({
      message: expect.stringContaining(sentence),
    })
    expect(await releases()).toEqual([])
  })

  it('reads no releases of other remotes, however many there are', async () => {
    const others = await machineOf(api, 'directory')
    for (const release of ['1', '2', '3', '4']) {
      await others.publish(publishedBuild({ name: 'directory', release }))
    }
    const machine = await machineOf(api, 'meetings')
    await machine.publish(publishedBuild())
    const { store } = api.ports
    const { list, transaction } = store
    const read: string[] = []
    const noted =
      (ask: typeof list): typeof list =>
      async (of, query) => {
        const page = await ask(of, query)
        if (of === 'releases') read.push(...page.documents.map(({ id }) => id))
        return page
      }
    store.list = noted(list)
    store.transaction = (work) => transaction((tx) => work({ ...tx, list: noted(tx.list) }))
    await machine.publish(publishedBuild({ release: '1.0.0-b' }))
    expect(read).toEqual(['meetings@1.0.0-a'])
    read.length = 0
    await machine.call(listReleases, { params: { remote: 'meetings' } })
    expect(read).toEqual(['meetings@1.0.0-a', 'meetings@1.0.0-b'])
  })

  it('refuses a release when this portal’s shell doesn’t share what it needs', async () => {
    const shell = {
      page: async () => '<!--preload--><!--page-data-->',
      file: () => undefined,
      provided: { react: '19.3.1' },
    }
    const shared = await testApi({ ports: { shell } })
    const machine = await machineOf(shared, 'meetings')
    await machine.publish(publishedBuild({}, { shared: { react: '^19.3.0' } }))
    const newer = publishedBuild({ release: '1.0.0-b' }, { shared: { react: '^19.4.0' } })
    await expect(machine.publish(newer)).rejects.toMatchObject({
      status: 422,
      message: '1.0.0-b needs react@^19.4.0, which this portal’s shell doesn’t provide.',
    })
    await shared.close()
  })

  it('refuses a new release whose menu entry has an unknown icon', async () => {
    const machine = await machineOf(api, 'meetings')
    const entry = { to: '/meetings', label: 'Meetings', icon: 'gavel', order: 1 }
    await expect(
      machine.publish(publishedBuild({}, { navigation: [entry] })),
    ).rejects.toMatchObject({
      status: 422,
      message: expect.stringMatching(
        /^1\.0\.0-a can’t be published\. The menu entry “Meetings” has an unknown icon, “gavel”\./,
      ),
    })
    expect(await releases()).toEqual([])
  })

  describe('that uses names which this portal’s shell doesn’t have', () => {
    const module = '@portal/remote-kit/portal'
    const shell = {
      page: async () => '<!--preload--><!--page-data-->',
      file: () => undefined,
      exportedNames: { [module]: ['usePortal'] },
    }
    const build = (names: string[]) => publishedBuild({}, { usedNames: { [module]: names } })

    it('can’t be published', async () => {
      const portal = await testApi({ ports: { shell } })
      const machine = await machineOf(portal, 'meetings')
      await expect(machine.publish(build(['today', 'usePortal']))).rejects.toMatchObject({
        status: 422,
        message: expect.stringMatching(
          /^meetings 1\.0\.0-a uses today of @portal\/remote-kit\/portal, which this portal’s shell/,
        ),
      })
      await machine.publish(build(['usePortal']))
      await portal.close()
    })

    it('can’t be promoted after the shell has changed', async () => {
      const before = await testApi()
      const machine = await machineOf(before, 'meetings')
      await machine.publish(build(['today']))
      const { ports } = before
      const after = await testApi({ ports: { store: ports.store, blobs: ports.blobs, shell } })
      await expect(
        after.call('admin')(promoteRelease, {
          params: { remote: 'meetings' },
          body: { release: '1.0.0-a', step: 'qa', reason: 'It is time', anyway: true },
          revision: 'new',
        }),
      ).rejects.toMatchObject({ message: expect.stringContaining(`uses today of ${module}`) })
      await after.stop()
      await before.close()
    })

    it('stays published when it is published again by a kit that records names', async () => {
      const machine = await machineOf(api, 'meetings')
      await machine.publish(publishedBuild())
      const again = await machine.publish(build(['usePortal']))
      expect(again.usedNames).toBeUndefined()
      await expect(machine.publish(build(['today']))).resolves.toMatchObject({ release: '1.0.0-a' })
    })
  })

  const directory = { name: 'directory', release: '2' }
  it.each<[string, Partial<PublishedManifest>, Partial<PublishedManifest>, string]>([
    ['path', {}, { routes: ['/directory/old'] }, 'The path /directory/old'],
    ['single name', { routes: ['/:id'] }, { routes: ['/:name'] }, 'The path /:name'],
    [
      'navigation entry',
      {},
      { navigation: [{ to: '/meetings', label: 'Directory', icon: 'users', order: 1 }] },
      'The navigation entry “Directory” to /meetings',
    ],
    [
      'place in a slot',
      { slots: [{ slot: 'dashboard', component: 'a', order: 10 }] },
      { slots: [{ slot: 'dashboard', component: 'b', order: 10 }] },
      'Place 10 in the slot dashboard',
    ],
  ])('refuses the %s of another running remote', async (_, theirs, ours, what) => {
    await adopt(directory, theirs)
    const machine = await machineOf(api, 'meetings')
    await expect(machine.publish(publishedBuild({}, ours))).rejects.toMatchObject({
      status: 409,
      message: `${what} is claimed by meetings (1.0.0-a) and by directory (2).`,
    })
    await machine.publish(publishedBuild({ release: '1.0.0-b' }))
    expect(await releases()).toEqual(['directory@2', 'meetings@1.0.0-b'])
  })

  it.each(['/', '/api/x', '/remotes', '/assets', '/login'])(
    'refuses the path %s',
    async (route) => {
      const machine = await machineOf(api, 'meetings')
      await expect(machine.publish(publishedBuild({}, { routes: [route] }))).rejects.toMatchObject({
        status: 409,
        message: `The path ${route}, which meetings (1.0.0-a) claims, is the portal’s own.`,
      })
    },
  )

  it('refuses one of two simultaneous releases with other files', async () => {
    const machine = await machineOf(api, 'meetings')
    const builds = ['one', 'two'].map((text) => publishedBuild({ files: { 'container.js': text } }))
    const outcomes = await Promise.allSettled(builds.map(machine.publish))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const stored = await api.releaseFile('meetings/1.0.0-a/container.js')
    expect(await stored.text()).toBe(outcomes[0]!.status === 'fulfilled' ? 'one' : 'two')
  })
})
