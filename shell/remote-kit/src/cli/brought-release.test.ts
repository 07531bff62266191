import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { repositoryOf } from '../build/repository.ts'
import { type BuiltRelease, buildRelease } from './built-release.ts'
import { checkHostOwned } from './bundle-checks.ts'

const root = repositoryOf(import.meta.dirname)
const polls = path.join(root, 'e2e/remotes/polls')
const around = { live: [], provided: { react: '19.3.1' } }
const copies: string[] = []
afterEach(() => {
  for (const copy of copies.splice(0)) rmSync(copy, { recursive: true, force: true })
})

/** The remote that brings React 18, with a changed file. */
function buildWith(file: string, from: string | RegExp, to: string) {
  const cache = path.join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  // Inside the workspace, whose packages it finds.
  const dir = mkdtempSync(path.join(cache, 'polls-'))
  copies.push(dir)
  for (const part of ['src', 'package.json', 'rspack.config.ts']) {
    cpSync(path.join(polls, part), path.join(dir, part), { recursive: true })
  }
  symlinkSync(path.join(polls, 'node_modules'), path.join(dir, 'node_modules'))
  const place = path.join(dir, file)
  writeFileSync(place, readFileSync(place, 'utf8').replace(from, to))
  return buildRelease({ name: 'polls', dir })
}

describe('a remote that brings React 18', () => {
  let release: BuiltRelease
  beforeAll(async () => {
    release = await buildRelease({ name: 'polls', dir: polls })
  })

  it('puts it into a separate script, records its size, and shares the rest', () => {
    const { shared, brings, preload } = release.manifest
    const { version, file, compressed } = brings!['react']!
    expect(version).toBe('18.3.1')
    expect(compressed).toBe(brotliCompressSync(release.files.get(file)!).byteLength)
    expect(preload['/polls']).toContain(file)
    expect(Object.keys(shared)).toEqual(['@portal/remote-kit/foreign', '@portal/remote-kit/zod'])
    expect(checkHostOwned(release, around)).toMatchObject({
      faults: [],
      summary: expect.stringMatching(
        /^brings react 18\.3\.1 of its own: \+\d\d KB \(Brotli\); shares /,
      ),
    })
  })

  it('fails if the same bytes aren’t declared', () => {
    const { brings, ...manifest } = release.manifest
    const { faults } = checkHostOwned({ ...release, manifest }, around)
    const { file } = brings!['react']!
    expect(faults).toContain(`${file} contains a copy of react, which the shell provides.`)
    expect(faults.join('\n')).toMatch(/react-dom\S* is bundled: import react-dom/)
  })

  it('can’t put it into the container, which every dashboard loads', async () => {
    const building = buildWith('src/remote.ts', /^/, "import 'react'\n")
    await expect(building).rejects.toThrow('src/remote.ts imports react, which package.json brings')
  })

  it.each([
    ['isn’t the shell’s', '["vue"]', 'brings vue, which the shell doesn’t share'],
    ['isn’t installed', '["zustand"]', 'brings zustand, which isn’t installed'],
  ])('can’t declare a package that %s', async (_, brings, fault) => {
    const building = buildWith('package.json', /\[\s*"react"\s*\]/, brings)
    await expect(building).rejects.toThrow(fault)
  })

  it('can’t declare a package that no screen uses', async () => {
    const lazy = "() => import('./polls/polls-screen.tsx')"
    const building = buildWith('src/routes.ts', lazy, 'async () => ({ Component: () => null })')
    await expect(building).rejects.toThrow('brings react, but no screen uses it')
  })
})
