import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { repositoryOf } from '../build/repository.ts'
import { type BuiltRelease, buildRelease } from './built-release.ts'

const dir = path.join(repositoryOf(import.meta.dirname), 'e2e/remotes/polls')
const types = ['@mf-types.d.ts', '@mf-types.zip']

describe('a release’s files for module federation’s own tools', () => {
  let usual: BuiltRelease
  let published: BuiltRelease[]
  beforeAll(async () => {
    usual = await buildRelease({ name: 'polls', dir })
    published = []
    for (const _ of [1, 2])
      published.push(await buildRelease({ name: 'polls', dir }, { types: true }))
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

  it('contain its types when it is published, under the same id and with the same bytes each time', () => {
    const [one, two] = published
    expect(one!.manifest.release).toBe(usual.manifest.release)
    expect(names(one!)).toEqual([...names(usual), ...types].toSorted())
    expect(manifestIn(one!)).toMatchObject({
      metaData: { types: { zip: '@mf-types.zip', api: '@mf-types.d.ts' } },
    })
    expect(two!.files).toEqual(one!.files)
    const archive = Buffer.from(one!.files.get('@mf-types.zip')!).toString('latin1')
    expect(archive).toContain('compiled-types/e2e/remotes/polls/src/remote.d.ts')
  })
})
