import { brotliCompressSync, constants } from 'node:zlib'
import { findCompositions } from '@portal/contract/compositions'
import { getPortal } from '@portal/contract/portal'
import { createReleaseToken } from '@portal/contract/release-tokens'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { testApi, type TestApi, testPeople } from '../../../testing/test-api.ts'
import { integrityOf } from '../../../platform/files/bytes.ts'
import { adoptRelease, type ReleaseSource } from '../publishing/adopt-release.ts'

import { pointersCollection, storedPointer } from '../release-records.ts'

type Build = Partial<{
  name: string
  release: string
  audience: 'members' | 'admins'
  files: Record<string, string>
  manifest: Record<string, unknown>
  /** Files in the folder, if they differ from release.json. */
  lying: Record<string, Uint8Array | undefined>
}>

/** A build as a remote produces it. */
function build({ name = 'meetings', release = '1.0.0-a', ...given }: Build = {}): ReleaseSource {
  const files = given.files ?? { 'container.js': `/* ${release} */`, 'screen.css': 'h1{}' }
  const manifest = {
    name,
    contract: 1,
    routes: [`/${name}`],
    navigation: [],
    slots: [],
    audience: given.audience ?? 'members',
    release,
    version: '1.0.0',
    entry: 'container.js',
    global: `${name}_1`,
    shared: {},
    files: Object.entries(files).map(([file, text]) => ({
      file,
      integrity: integrityOf(Buffer.from(text)),
      size: Buffer.byteLength(text),
    })),
    preload: { [`/${name}`]: ['container.js', 'screen.css'] },
    ...given.manifest,
  }
  const lying: Record<string, Uint8Array | undefined> = {
    'release.json': Buffer.from(JSON.stringify(manifest)),
    ...Object.fromEntries(
      Object.entries(files).flatMap(([file, text]) => [
        [file, Buffer.from(text)],
        [`${file}.br`, brotliCompressSync(text)],
      ]),
    ),
    ...given.lying,
  }
  return { name: `${name}/dist`, read: async (file) => lying[file] }
}

let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

const adopt = (given?: Build) => adoptRelease(api.ports, build(given))
const releasesOf = async (who: 'member' | 'admin') => {
  const { composition } = await api.call(who)(getPortal)
  return composition.remotes.map(({ name, releases }) => [
    name,
    ...releases.map(({ release }) => release),
  ])
}

it('finds by their address that a guest runs no release', async () => {
  await adopt()
  const email = 'sam@elsewhere.example'
  const given = { email, displayName: 'Sam Guest', password: 'a-lantern-by-the-lake' }
  const { uid } = await api.accounts.create({ ...given, isOutsiders: true })
  const record = { kind: 'guest', name: 'Sam Guest', email, since: '2026-11-12T20:00:00.000Z' }
  await api.ports.store.create('account_kinds', uid, record)
  const { people } = await api.call('admin')(findCompositions, { query: { email } })
  expect(people).toMatchObject([{ uid, composition: 'none', remotes: [] }])
})

describe('adopting a build', () => {
  it('makes an adopted build the stable release, and the previous ones last good, up to three', async () => {
    for (const release of ['1-a', '1-b', '1-c', '1-d', '1-e']) {
      expect(await adopt({ release })).toMatchObject({ moved: true })
    }
    expect(await releasesOf('member')).toEqual([['meetings', '1-e', '1-d', '1-c', '1-b']])
  })

  it('lists the screens of what runs, and not those of its fallbacks', async () => {
    const screens = [{ path: '/meetings/:year', heading: 'Meetings' }]
    await adopt({ release: '1-a', manifest: { screens } })
    await adopt({ release: '1-b', manifest: { screens } })
    const { composition } = await api.call('member')(getPortal)
    const listed = composition.remotes.flatMap(({ releases }) => releases)
    expect(listed.map((release) => release.screens)).toEqual([screens, undefined])
  })

  it('serves the files for tools, and omits from a tab’s page what only tools and people read', async () => {
    const react = { version: '18.3.1', file: 'container.js', compressed: 1 }
    const tools = { 'mf-manifest.json': '{}', '@mf-types.zip': 'PK' }
    await adopt({
      files: { 'container.js': 'code', ...tools },
      manifest: { brings: { react }, preload: {} },
    })
    const { composition } = await api.call('member')(getPortal)
    const [release] = composition.remotes[0]!.releases
    expect(release!.files.map(({ file }) => file)).toEqual(['container.js'])
    expect(release!.brings).toBeUndefined()
    for (const file of Object.keys(tools)) {
      expect((await api.releaseFile(`meetings/1.0.0-a/${file}`)).status, file).toBe(200)
    }
  })

  it('omits from people’s pages what a release is made of', async () => {
    await adopt({ manifest: { parts: { clsx: 400 } } })
    const { composition } = await api.call('member')(getPortal)
    expect(composition.remotes[0]!.releases[0]).not.toHaveProperty('parts')
  })

  it('changes nothing the second time', async () => {
    await adopt()
    const first = await api.ports.store.list('release_history')
    expect(await adopt()).toMatchObject({ moved: false })
    expect(await api.ports.store.list('release_history')).toEqual(first)
    expect(await releasesOf('member')).toEqual([['meetings', '1.0.0-a']])
  })

  it('records each move in the history', async () => {
    await adopt({ release: '1-a' })
    await adopt({ release: '1-b' })
    const { documents } = await api.ports.store.list('release_history')
    expect(documents).toMatchObject([
      { remote: 'meetings', to: '1-a', by: 'start' },
      { remote: 'meetings', from: '1-a', to: '1-b' },
    ])
  })

  it('goes back to an earlier release without listing it twice', async () => {
    await adopt({ release: '1-a' })
    await adopt({ release: '1-b' })
    await adopt({ release: '1-a' })
    expect(await releasesOf('member')).toEqual([['meetings', '1-a', '1-b']])
  })

  it('skips a build that collides with another remote, or can’t run here', async () => {
    await adopt({ release: '1-a' })
    const taking = build({ name: 'board', manifest: { routes: ['/meetings/board'] } })
    await expect(adoptRelease(api.ports, taking)).rejects.toMatchObject({
      message:
        'It is skipped: The path /meetings/board is claimed by board (1.0.0-a) and by meetings (1-a).',
    })
    const wanting = build({ release: '1-b', manifest: { shared: { react: '^20.0.0' } } })
    const provided = { react: '19.3.1' }
    await expect(adoptRelease({ ...api.ports, provided }, wanting)).rejects.toMatchObject({
      message: 'It is skipped: 1-b needs react@^20.0.0, which this portal’s shell doesn’t provide.',
    })
    expect(await releasesOf('member')).toEqual([['meetings', '1-a']])
  })

  it('gives a changed composition another id', async () => {
    await adopt({ release: '1-a' })
    const before = (await api.call('member')(getPortal)).composition.id
    expect((await api.call('member')(getPortal)).composition.id).toBe(before)
    await adopt({ release: '1-b' })
    expect((await api.call('member')(getPortal)).composition.id).not.toBe(before)
  })

  it('loses none of many simultaneous moves', async () => {
    await adopt({ release: '1-a' })
    const ids = ['1-b', '1-c', '1-d']
    await Promise.all(ids.map((release) => adopt({ release })))
    const [remote] = await releasesOf('member')
    expect(remote!.slice(1).toSorted()).toEqual(['1-a', ...ids])
    expect((await api.ports.store.list('release_history')).documents).toHaveLength(4)
  })

  it('moves a pointer that another instance moved in the meantime', async () => {
    await adopt({ release: '1-a' })
    let raced = false
    const store: typeof api.ports.store = {
      ...api.ports.store,
      transaction: async (work) => {
        if (!raced) {
          raced = true
          await adopt({ release: '1-x' })
          const { Refusal } = await import('../../../refusal.ts')
          throw new Refusal('stale', 'Someone was faster.')
        }
        return api.ports.store.transaction(work)
      },
    }
    await adoptRelease({ ...api.ports, store }, build({ release: '1-b' }))
    expect(await api.ports.store.get('release_pointers', 'meetings')).toMatchObject({
      stable: '1-b',
      lastGood: ['1-x', '1-a'],
    })
  })

  it.each<[string, Build, string]>([
    ['a flipped byte', { lying: { 'container.js': Buffer.from('/* 1.0.0-b */') } }, 'container.js'],
    ['a missing file', { lying: { 'screen.css': undefined } }, 'screen.css is missing'],
    [
      'a compressed file of other content',
      { lying: { 'container.js.br': brotliCompressSync('evil') } },
      'container.js.br',
    ],
    [
      'a compressed file that grows without end',
      { lying: { 'container.js.br': brotliCompressSync('x'.repeat(9_000_000)) } },
      'container.js.br',
    ],
    ['no release.json', { lying: { 'release.json': undefined } }, 'build the remote first'],
    ['a release.json that is none', { lying: { 'release.json': Buffer.from('{') } }, 'not JSON'],
    ['an entry that isn’t listed', { manifest: { entry: 'other.js' } }, 'other.js'],
    [
      'a name that leaves the folder',
      { files: { 'container.js': '', '../evil.js': '' } },
      'release.json',
    ],
    ['a hidden name', { files: { 'container.js': '', 'screen.css': '', '.env': '' } }, '.env'],
    ['a name for a remote that can’t be one', { name: '../x' }, 'release.json'],
  ])('refuses to adopt a build with %s, and stores nothing of it', async (_, given, named) => {
    await expect(adopt(given)).rejects.toThrow(named)
    expect(await releasesOf('admin')).toEqual([])
    const keys: string[] = []
    for await (const key of api.ports.blobs.keys('')) keys.push(key)
    expect(keys).toEqual([])
  })

  it('refuses to adopt a release again with other files', async () => {
    await adopt()
    const other = adopt({ files: { 'container.js': 'other', 'screen.css': 'h1{}' } })
    await expect(other).rejects.toThrow('was already adopted with other files')
    const response = await api.releaseFile('meetings/1.0.0-a/container.js')
    expect(await response.text()).toBe('/* 1.0.0-a */')
  })
})

/** Changes one byte of a stored file, as somebody with access to the disk could. */
async function alter(key: string): Promise<void> {
  const stored = await new Response(await api.ports.blobs.read(key)).arrayBuffer()
  const bytes = new Uint8Array(stored)
  bytes[bytes.length - 1]! ^= 1
  await api.ports.blobs.put(key, bytes)
}

describe.each(['missing', 'altered'])('a release with %s files', (harm) => {
  const forget = (release: string) => {
    const key = `remotes/meetings/${release}/container.js`
    return harm === 'missing' ? api.ports.blobs.delete(key) : alter(key)
  }
  const restart = () => testApi({ ports: { store: api.ports.store, blobs: api.ports.blobs } })
  const offered = async (again: TestApi, who: 'member' | 'admin' = 'member') =>
    (await again.call(who)(getPortal)).composition.remotes.flatMap(({ releases }) =>
      releases.map(({ release }) => release),
    )

  it('doesn’t offer the release after a start, stable or last good', async () => {
    for (const release of ['1-a', '1-b', '1-c']) await adopt({ release })
    await forget('1-a')
    expect(await offered(await restart())).toEqual(['1-c', '1-b'])
    await forget('1-c')
    expect(await offered(await restart())).toEqual(['1-b'])
  })

  it('offers the release if there is no fallback, so that its place shows the error', async () => {
    await adopt({ release: '1-a' })
    await forget('1-a')
    expect(await offered(await restart())).toEqual(['1-a'])
  })

  it('doesn’t replace the release by one for another audience', async () => {
    await adopt({ release: '1-a' })
    await adopt({ release: '1-b', audience: 'admins' })
    await forget('1-b')
    const again = await restart()
    expect(await offered(again)).toEqual([])
    expect(await offered(again, 'admin')).toEqual(['1-a'])
  })

  it('stops offering the release once a request for one of its files has failed', async () => {
    await adopt({ release: '1-a' })
    await adopt({ release: '1-b' })
    await forget('1-b')
    expect((await api.releaseFile('meetings/1-b/container.js')).status).toBe(503)
    expect(await releasesOf('member')).toEqual([['meetings', '1-a']])
  })

  it('offers the release again once its build is adopted again', async () => {
    await adopt({ release: '1-a' })
    await adopt({ release: '1-b' })
    await forget('1-b')
    const again = await restart()
    expect(await offered(again)).toEqual(['1-a'])
    const adopted = await adoptRelease(again.ports, build({ release: '1-b' }))
    expect(adopted).toMatchObject({ moved: false, restored: true })
    expect(await offered(again)).toEqual(['1-b', '1-a'])
    expect((await again.releaseFile('meetings/1-b/container.js')).status).toBe(200)
  })
})

describe('an altered file of a release', () => {
  it('never serves an altered file, nor an altered Brotli copy', async () => {
    await adopt({ release: '1-a' })
    await alter('remotes/meetings/1-a/container.js.br')
    const read = (encoding: string) =>
      api.releaseFile('meetings/1-a/container.js', 'member', {
        headers: { 'accept-encoding': encoding },
      })
    const refused = await read('br')
    expect(refused.status).toBe(503)
    expect(await refused.text()).not.toContain('1-a */')
    expect((await read('identity')).status).toBe(200)
    expect(api.logged.join()).toContain('Files of a release are missing or altered')
  })

  it('limits memory when an altered Brotli copy contains far more', async () => {
    await adopt({ release: '1-a' })
    const bomb = brotliCompressSync(Buffer.alloc(64 * 1024 * 1024), {
      params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
    })
    await api.ports.blobs.put('remotes/meetings/1-a/container.js.br', bomb)
    const before = process.memoryUsage().arrayBuffers
    const refused = await api.releaseFile('meetings/1-a/container.js', 'member', {
      headers: { 'accept-encoding': 'br' },
    })
    expect(refused.status).toBe(503)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024)
  })
})

describe('a composition', () => {
  it('contains no remote for admins when a member asks', async () => {
    await adopt()
    await adopt({ name: 'admin', audience: 'admins' })
    expect(await releasesOf('admin')).toEqual([
      ['admin', '1.0.0-a'],
      ['meetings', '1.0.0-a'],
    ])
    expect(await releasesOf('member')).toEqual([['meetings', '1.0.0-a']])
  })

  it('doesn’t fall back to an older release that members could see', async () => {
    await adopt({ name: 'staff', release: '1-a', audience: 'members' })
    await adopt({ name: 'staff', release: '1-b', audience: 'admins' })
    expect(await releasesOf('member')).toEqual([])
    expect(await releasesOf('admin')).toEqual([['staff', '1-b', '1-a']])
  })
})

describe('the readers of a release’s files', () => {
  const tokenFor = async (remote: string) => {
    const body = { name: 'ci', remote }
    const { secret } = await api.call('admin')(createReleaseToken, { body })
    return { authorization: `Bearer ${secret}` }
  }
  const statusFor = async (path: string, headers: Record<string, string> = {}) => {
    const response = await api.request(`/remotes/${path}`, { headers })
    const { headers: sent, status } = response
    const text = await response.text()
    return { status, cache: sent.get('cache-control'), type: sent.get('content-type'), text }
  }
  const readersOf = async (path: string) => {
    const allowed: string[] = []
    for (const who of [
      'member',
      'staff',
      'admin',
      'adminByPassword',
      'selfMade',
      'stranger',
    ] as const) {
      if ((await api.releaseFile(path, who)).ok) allowed.push(who)
    }
    return allowed
  }
  const members = ['member', 'staff', 'admin', 'adminByPassword']

  it('serves the files to the people who may run the release', async () => {
    await adopt()
    await adopt({ name: 'admin', audience: 'admins' })
    for (const file of ['container.js', 'screen.css', 'release.json']) {
      expect(await readersOf(`meetings/1.0.0-a/${file}`)).toEqual(members)
      expect(await readersOf(`admin/1.0.0-a/${file}`)).toEqual(['admin'])
    }
  })

  it('answers strangers as if the file didn’t exist', async () => {
    await adopt()
    await adopt({ name: 'admin', audience: 'admins' })
    const expired = api.tokenFor({ ...testPeople.admin, expiresIn: -60 })
    const strangers: Record<string, string>[] = [
      {},
      { cookie: '__session=nonsense' },
      { cookie: `__session=${expired}` },
      { authorization: 'Bearer portal_release_0123456789ab_secret' },
      { authorization: 'Basic cnV0aA==' },
    ]
    const known = (await api.releaseFile('meetings/1.0.0-a/screen.css')).headers.get('etag')!
    for (const headers of strangers) {
      const nothing = await statusFor('none/1.0.0-a/container.js', headers)
      expect(nothing).toMatchObject({ status: 404, cache: 'no-store' })
      for (const name of ['meetings/1.0.0-a/screen.css', 'admin/1.0.0-a/screen.css']) {
        const answer = await statusFor(name, { ...headers, 'if-none-match': known })
        const withoutIds = (text: string) => text.replace(/"requestId":"[^"]*"/, '')
        expect(answer).toMatchObject({ status: 404, cache: 'no-store', type: nothing.type })
        expect(withoutIds(answer.text)).toBe(withoutIds(nothing.text))
      }
    }
  })

  it('excludes members once the remote is for admins, or the release was denied', async () => {
    await adopt({ release: '1-a' })
    await adopt({ release: '1-b' })
    const stored = (await api.ports.store.get(pointersCollection.name, 'meetings'))!
    const denied = { ...z.parse(storedPointer, stored), denied: ['1-a'] }
    await api.ports.store.update(pointersCollection.name, 'meetings', denied, stored.revision)
    expect(await readersOf('meetings/1-a/container.js')).toEqual(['admin'])
    expect(await readersOf('meetings/1-b/container.js')).toEqual(members)
    await adopt({ name: 'staff', release: '1-a' })
    await adopt({ name: 'staff', release: '1-b', audience: 'admins' })
    expect(await readersOf('staff/1-a/container.js')).toEqual(['admin'])
  })

  it('serves an admin’s page the files only after an approval, and an admin’s program always', async () => {
    await adopt({ release: '1-a' })
    const stored = (await api.ports.store.get(pointersCollection.name, 'meetings'))!
    const unapproved = { ...z.parse(storedPointer, stored), approvals: [] }
    await api.ports.store.update(pointersCollection.name, 'meetings', unapproved, stored.revision)
    expect(await readersOf('meetings/1-a/container.js')).toEqual([
      'member',
      'staff',
      'adminByPassword',
    ])
    const bearer = { authorization: `Bearer ${await api.tokenOf('admin')}` }
    expect((await statusFor('meetings/1-a/container.js', bearer)).status).toBe(200)
  })

  it('accepts a release token for its own remote and for what others are offered', async () => {
    await adopt()
    await adopt({ name: 'admin', audience: 'admins' })
    const token = await tokenFor('meetings')
    expect((await statusFor('meetings/1.0.0-a/container.js', token)).status).toBe(200)
    expect((await statusFor('admin/1.0.0-a/container.js', token)).status).toBe(200)
    await api.ports.store.delete(pointersCollection.name, 'admin')
    expect((await statusFor('admin/1.0.0-a/container.js', token)).status).toBe(404)
  })
})

describe('the files of a release', () => {
  beforeEach(() => adopt())
  const get = (path: string, headers: Record<string, string> = {}) =>
    api.releaseFile(path, 'member', { headers })

  it('lets only browsers keep the files, for a year, with their types and a policy for scripts', async () => {
    const response = await get('meetings/1.0.0-a/container.js')
    expect(await response.text()).toBe('/* 1.0.0-a */')
    expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'")
  })

  it('sends the files as Brotli to clients that accept it', async () => {
    const response = await get('meetings/1.0.0-a/screen.css', { 'accept-encoding': 'br' })
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
  })

  it('returns 304 to clients that have the files, and responds to HEAD', async () => {
    const etag = (await get('meetings/1.0.0-a/screen.css')).headers.get('etag')!
    expect((await get('meetings/1.0.0-a/screen.css', { 'if-none-match': etag })).status).toBe(304)
    const head = await api.releaseFile('meetings/1.0.0-a/screen.css', 'member', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '4'])
  })

  it('reads each file once, because it never changes', async () => {
    let reads = 0
    const { blobs } = api.ports
    const counting = {
      ...blobs,
      read: (...given: Parameters<typeof blobs.read>) => {
        reads += 1
        return blobs.read(...given)
      },
    }
    const again = await testApi({ ports: { store: api.ports.store, blobs: counting } })
    // The start has verified every file.
    reads = 0
    for (let n = 0; n < 3; n++) {
      const response = await again.releaseFile('meetings/1.0.0-a/container.js')
      expect(await response.text()).toBe('/* 1.0.0-a */')
    }
    expect(reads).toBe(1)
  })

  it.each([
    'meetings/1.0.0-a/unknown.js',
    'meetings/1.0.0-b/container.js',
    'unknown/1.0.0-a/container.js',
    'meetings/1.0.0-a/container.js.br',
    'meetings/1.0.0-a/',
    'meetings',
    'meetings/1.0.0-a/..%2F..%2Fx',
  ])('returns a 404 problem and never a page: %s', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})
