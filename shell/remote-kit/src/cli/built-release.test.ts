import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repositoryOf } from '../build/repository.ts'
import { buildRelease } from './built-release.ts'

const root = repositoryOf(import.meta.dirname)
const remotes = ['directory', 'governance']
const folders = ['api/contract', 'api/domain', 'shared-ui', 'shell/remote-kit']

/** A copy of two remotes and of what they may bundle, with this workspace's packages. */
let copy: string
let before: string[]
beforeAll(async () => {
  copy = mkdtempSync(path.join(tmpdir(), 'portal-release-'))
  for (const folder of [...folders, ...remotes.map((name) => `mf-${name}`)]) {
    cpSync(path.join(root, folder), path.join(copy, folder), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => path.basename(file) !== 'dist',
    })
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  for (const file of ['pnpm-lock.yaml', 'tsconfig.base.json']) {
    cpSync(path.join(root, file), path.join(copy, file))
  }
  before = await releaseIds()
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

async function releaseIds(): Promise<string[]> {
  const ids: string[] = []
  for (const name of remotes) {
    const { manifest } = await buildRelease({ name, dir: path.join(copy, `mf-${name}`) })
    ids.push(manifest.release)
  }
  return ids
}

/** The ids with a changed file. */
async function idsWith(file: string, change: (text: string) => string): Promise<string[]> {
  const place = path.join(copy, file)
  const text = readFileSync(place, 'utf8')
  expect(change(text)).not.toBe(text)
  writeFileSync(place, change(text))
  try {
    return await releaseIds()
  } finally {
    writeFileSync(place, text)
  }
}

describe('the id of a release', () => {
  it('stays the same when a comment changes of a component that the shell provides', async () => {
    const file = 'shared-ui/src/avatar.tsx'
    expect(await idsWith(file, (text) => `// One more comment.\n${text}`)).toEqual(before)
  })

  it('stays the same when a component changes that the shell provides', async () => {
    const ids = await idsWith('shared-ui/src/avatar.tsx', (text) =>
      text.replace('return (', 'return void 0 ?? ('),
    )
    expect(ids).toEqual(before)
  })

  it('stays the same when a package in the lockfile changes that isn’t bundled', async () => {
    const ids = await idsWith('pnpm-lock.yaml', (text) =>
      text.replaceAll('vitest@', 'vitest-other@'),
    )
    expect(ids).toEqual(before)
  })

  it('changes for the remote alone that bundles what has changed', async () => {
    const [directory, governance] = before
    const [changed, same] = await idsWith('mf-directory/src/remote.ts', (text) =>
      text.replace('owns: [', "owns: ['/people', "),
    )
    expect(same).toBe(governance)
    expect(changed).not.toBe(directory)
    expect(changed).toMatch(/^\d+\.\d+\.\d+-[0-9a-f]{12}$/)
  })

  it('changes with the contract versions that the remote supports', async () => {
    const [directory, governance] = before
    const [changed, same] = await idsWith('mf-directory/package.json', (text) =>
      text.replace('"type"', '"portal": { "contractRange": "^1.2.0" },\n  "type"'),
    )
    expect([changed === directory, same === governance]).toEqual([false, true])
  })

  it('is in every address, global and class name of the release', async () => {
    const { manifest, files } = await buildRelease({
      name: 'directory',
      dir: path.join(copy, 'mf-directory'),
    })
    const hash = manifest.release.split('-')[1]!
    const texts = new Map([...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString()]))
    const container = texts.get(manifest.entry)!
    expect(manifest.global).toBe(`directory_${manifest.release.replaceAll(/\W/g, '_')}`)
    expect(container).toContain(manifest.global)
    expect(container).toContain(`/remotes/directory/${manifest.release}/`)
    expect(container).toContain(`portal-directory-${manifest.release}`)
    const [sheet] = [...texts.keys()].filter((name) => name.endsWith('.css'))
    const classes = texts.get(sheet!)!.match(/\.[A-Za-z_-][\w-]*/g)!
    expect(classes.length).toBeGreaterThan(5)
    expect(classes.filter((name) => !name.endsWith(hash))).toEqual([])
  })
})
