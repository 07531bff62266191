import type { ComposedRelease, Composition, ReleaseManifest } from '@portal/contract/releases'
import { afterEach, expect, it, vi } from 'vitest'
import { localReleases, withReleases } from './tab-override.ts'

const address = 'http://localhost:3011'
const manifest: ReleaseManifest = {
  name: 'meetings',
  contract: 1,
  routes: ['/meetings'],
  navigation: [],
  slots: [],
  audience: 'members',
  release: 'dev',
  version: '1.0.0',
  entry: 'container.js',
  global: 'meetings_dev',
  shared: {},
  files: [],
  preload: {},
}

const answers = (body: unknown, status = 200) =>
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(body, { status }))
afterEach(() => vi.restoreAllMocks())

it('takes a remote from its developer’s server, without an integrity check', async () => {
  answers(manifest)
  const { releases, failures } = await localReleases([
    { name: 'meetings', address },
    { name: 'directory', release: '1.0.0-a' },
  ])
  expect(releases).toEqual([{ ...manifest, base: `${address}/`, dev: true }])
  expect(failures).toEqual([])
})

it.each([
  ['is down', () => vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('refused'))],
  ['has nothing', () => answers({}, 404)],
  ['has something else', () => answers({ hello: 'world' })],
  ['has another remote', () => answers({ ...manifest, name: 'directory' })],
])('reports a server that %s, and leaves the remote unchanged', async (_, answer) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  answer()
  const { releases, failures } = await localReleases([{ name: 'meetings', address }])
  expect(releases).toEqual([])
  expect(failures).toEqual([
    'http://localhost:3011 doesn’t have meetings, so it runs as usual. Is “portal dev meetings” running?',
  ])
})

it('replaces its remote without a fallback but with its settings, and leaves the others', () => {
  const release = (name: string, id: string): ComposedRelease => ({
    ...manifest,
    name,
    release: id,
    base: `/remotes/${name}/${id}/`,
  })
  const composition: Composition = {
    id: 'directory@1~meetings@2_1',
    remotes: [
      { name: 'directory', releases: [release('directory', '1')] },
      {
        name: 'meetings',
        releases: [
          { ...release('meetings', '2'), settingValues: { greeting: 'Hello' } },
          release('meetings', '1'),
        ],
      },
    ],
  }
  const local = { ...release('meetings', 'dev'), base: `${address}/` }
  const fifth = { ...release('board', 'dev'), base: 'http://localhost:3012/' }
  const { id, remotes } = withReleases(composition, [local, fifth])
  expect(remotes.map(({ name, releases }) => [name, releases.map(({ base }) => base)])).toEqual([
    ['directory', ['/remotes/directory/1/']],
    ['meetings', ['http://localhost:3011/']],
    ['board', ['http://localhost:3012/']],
  ])
  expect(remotes[1]!.releases[0]!.settingValues).toEqual({ greeting: 'Hello' })
  expect(id).toContain('meetings@http://localhost:3011/')
  expect(withReleases(composition, [])).toBe(composition)
})
