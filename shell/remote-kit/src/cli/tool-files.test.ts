import path from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { repositoryOf } from '../build/repository.ts'
import { type BuiltRelease, buildRelease } from './built-release.ts'

const dir = path.join(repositoryOf(import.meta.dirname), 'e2e/remotes/polls')
const types = ['@mf-types.d.ts', '@mf-types.zip']

describe('a release’s files for module federation’s own tools', () => {
  let usual: BuiltRelease
  let published: BuiltRelease
  beforeAll(async () => {
    const log = vi.spyOn(console, 'info').mockImplementation(() => {})
    usual = await buildRelease({ name: 'polls', dir })
    published = await buildRelease({ name: 'polls', dir }, { types: true })
    log.mockRestore()
  })
  const manifestIn = ({ files }: BuiltRelease) =>
    JSON.parse(Buffer.from(files.get('mf-manifest.json')!).toString()) as Record<string, unknown>
  const names = ({ files }: BuiltRelease) => [...files.keys()].toSorted()

  it('contain the manifest, with its id and its container, but not the statistics', () => {
    const { release, global, entry } = usual.manifest
    expect(manifestIn(usual)).toMatchObject({
      id: global,
      metaData: {
        globalName: global,
        publicPath: `/remotes/polls/${release}/`,
        remoteEntry: { name: entry },
      },
      exposes: [{ path: './remote' }],
    })
    expect(JSON.stringify(manifestIn(usual))).not.toContain('ReleaseIdHex')
    expect(names(usual).filter((name) => /mf-|types/.test(name))).toEqual(['mf-manifest.json'])
  })

  it('list the shared modules in an order that doesn’t depend on the build’s timing', () => {
    const ids = (manifestIn(usual)['shared'] as { id: string }[]).map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(1)
    expect(ids).toEqual(ids.toSorted())
  })

  it('contain its types when it is published, under the same id', () => {
    expect(published.manifest.release).toBe(usual.manifest.release)
    expect(names(published)).toEqual([...names(usual), ...types].toSorted())
    expect(manifestIn(published)).toMatchObject({
      metaData: { types: { zip: '@mf-types.zip', api: '@mf-types.d.ts' } },
    })
    const archive = Buffer.from(published.files.get('@mf-types.zip')!).toString('latin1')
    expect(archive).toContain('compiled-types/e2e/remotes/polls/src/remote.d.ts')
  })

  it('come with source maps that no script names, without sources or folders of the developer', () => {
    expect(published.manifest.preload).toEqual(usual.manifest.preload)
    const scripts = names(published).filter((file) => file.endsWith('.js'))
    expect(usual.maps.size).toBe(0)
    expect([...published.maps.keys()].toSorted()).toEqual(scripts.map((file) => `${file}.map`))
    for (const script of scripts) {
      const text = Buffer.from(published.maps.get(`${script}.map`)!).toString()
      expect(JSON.parse(text)).not.toHaveProperty('sourcesContent')
      expect(text).not.toContain(dir)
      expect(Buffer.from(published.files.get(script)!).toString()).not.toContain('sourceMapping')
    }
  })
})
