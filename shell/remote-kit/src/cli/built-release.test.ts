import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repositoryOf } from '../build/repository.ts'
import { type BuiltRelease, buildRelease } from './built-release.ts'

const root = repositoryOf(import.meta.dirname)
const remotes = ['directory', 'governance']
const folders = ['api/contract', 'api/domain', 'shared-ui', 'shell/remote-kit']

/** A copy of two remotes and of what they may bundle, with this workspace's packages. */
let copy: string
/** The releases without a change. */
let usual: { directory: BuiltRelease; governance: BuiltRelease }
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
  usual = { directory: await built('directory'), governance: await built('governance') }
  before = [usual.directory, usual.governance].map(({ manifest }) => manifest.release)
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const built = (name: string) => buildRelease({ name, dir: path.join(copy, `mf-${name}`) })

async function releaseIds(): Promise<string[]> {
  const ids: string[] = []
  for (const name of remotes) ids.push((await built(name)).manifest.release)
  return ids
}

/** The result of work with a changed file. */
async function withChange<T>(
  file: string,
  change: (text: string) => string,
  work: () => Promise<T>,
): Promise<T> {
  const place = path.join(copy, file)
  const text = readFileSync(place, 'utf8')
  expect(change(text)).not.toBe(text)
  writeFileSync(place, change(text))
  try {
    return await work()
  } finally {
    writeFileSync(place, text)
  }
}

/** The ids with a changed file. */
function idsWith(file: string, change: (text: string) => string): Promise<string[]> {
  return withChange(file, change, releaseIds)
}

it('gives a preview its own version, so that the real one can still be published', async () => {
  const dir = path.join(copy, 'mf-directory')
  const { manifest } = await buildRelease({ name: 'directory', dir }, { preview: '0a1b2c3d4e' })
  expect(manifest.version).toBe(`${usual.directory.manifest.version}-preview.0a1b2c3d4e`)
  expect(manifest.release.startsWith(`${manifest.version}-`)).toBe(true)
})

it('refuses a menu entry with an unknown icon', async () => {
  const refused = withChange(
    'mf-directory/src/remote.ts',
    (text) => text.replace("icon: 'users'", "icon: 'newspaper'"),
    () => built('directory'),
  )
  await expect(refused).rejects.toThrow(
    'src/remote.ts: The menu entry “Board & Staff Directory” has an unknown icon, “newspaper”. Choose one of these: book-open, ',
  )
})

it('records the declaration of each build, however often the remote’s modules change', async () => {
  const labelsOf = ({ manifest }: BuiltRelease) =>
    manifest.navigation.map(({ label, to }) => `${label} ${to}`)
  const labels = async () => labelsOf(await built('directory'))
  expect(labelsOf(usual.directory)).toEqual(['Board & Staff Directory /directory'])
  const renamed = await withChange(
    'mf-directory/src/remote.ts',
    (text) => text.replace("label: 'Board & Staff Directory'", "label: 'People'"),
    labels,
  )
  expect(renamed).toEqual(['People /directory'])
  const moved = await withChange(
    'mf-directory/src/directory-paths.ts',
    (text) => text.replace('`/${directoryRoutes.directory}`', "'/people'"),
    labels,
  )
  expect(moved).toEqual(['Board & Staff Directory /people'])
})

it('gives a folder that is set apart its own script, which no page preloads', async () => {
  const dir = path.join(copy, 'mf-apart')
  cpSync(path.join(copy, 'mf-directory'), dir, { recursive: true, verbatimSymlinks: true })
  const config = path.join(dir, 'rspack.config.ts')
  const source = readFileSync(config, 'utf8')
  writeFileSync(config, source.replace('dir:', "apart: ['directory'], dir:"))
  const { manifest } = await buildRelease({ name: 'directory', dir })
  const own = manifest.files.map(({ file }) => file).filter((file) => file.startsWith('directory.'))
  expect(own.map((file) => path.extname(file)).toSorted()).toEqual(['.css', '.js'])
  const preloaded = Object.values(manifest.preload).flat()
  expect(preloaded.length).toBeGreaterThan(0)
  expect(preloaded.filter((file) => own.includes(file))).toEqual([])
})

describe('the id of a release', () => {
  it('stays the same when a component that the shell provides changes, and a package that isn’t bundled', async () => {
    const ids = await withChange(
      'pnpm-lock.yaml',
      (text) => text.replaceAll('vitest@', 'vitest-other@'),
      () =>
        idsWith(
          'shared-ui/src/avatar.tsx',
          (text) => `// One more comment.\n${text.replace('return (', 'return void 0 ?? (')}`,
        ),
    )
    expect(ids).toEqual(before)
  })

  it('changes only for the remote that bundles what has changed', async () => {
    const [directory, governance] = before
    const [changed, same] = await idsWith('mf-directory/src/remote.ts', (text) =>
      text.replace('owns: [', "owns: ['/people', "),
    )
    expect(same).toBe(governance)
    expect(changed).not.toBe(directory)
    expect(changed).toMatch(/^\d+\.\d+\.\d+-[0-9a-f]{12}$/)
  })

  it('changes with the contract versions that the remote supports', async () => {
    const { manifest } = await withChange(
      'mf-directory/package.json',
      (text) => text.replace('"type"', '"portal": { "contractRange": "^1.2.0" },\n  "type"'),
      () => built('directory'),
    )
    expect(manifest.release).not.toBe(usual.directory.manifest.release)
  })

  it('occurs in every address, global and class name of the release', () => {
    const { manifest, files } = usual.directory
    const hash = manifest.release.split('-')[1]!
    const texts = new Map([...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString()]))
    const container = texts.get(manifest.entry)!
    expect(manifest.global).toBe(`directory_${manifest.release.replaceAll(/\W/g, '_')}`)
    expect(container).toContain(manifest.global)
    expect(container).toContain(`/remotes/directory/${manifest.release}/`)
    expect(container).toContain(`portal-directory-${manifest.release}`)
    const sheets = [...texts].filter(([name]) => name.endsWith('.css')).map(([, text]) => text)
    const classes = sheets.join('').match(/\.[A-Za-z_-][\w-]*/g)!
    expect(classes.length).toBeGreaterThan(5)
    expect(classes.filter((name) => !name.endsWith(hash))).toEqual([])
  })
})

it('puts the styles of the screens in a sheet that no dashboard loads, as its federation manifest says', () => {
  const { manifest, files } = usual.governance
  const ofTools = JSON.parse(
    Buffer.from(files.get('mf-manifest.json')!).toString(),
  ) as FederationManifest
  const [{ assets }] = ofTools.exposes
  expect(assets.css.sync).toEqual([expect.stringMatching(/^styles\./)])
  expect(assets.css.async).toEqual([expect.stringMatching(/^screens\./)])
  expect(manifest.stylesFirst).toEqual(assets.css.sync)
  expect(manifest.preload['slot:dashboard']!.toSorted()).toEqual(
    [...assets.js.sync, ...assets.css.sync].toSorted(),
  )
  expect(manifest.preload['/governance']).toEqual(
    expect.arrayContaining([...assets.css.sync, ...assets.css.async]),
  )
})

type Assets = { sync: string[]; async: string[] }
type FederationManifest = { exposes: [{ assets: { js: Assets; css: Assets } }] }

describe('the names that a release uses', () => {
  const screen = 'mf-directory/src/directory/directory-screen.tsx'
  const added = `import * as kit from '@portal/remote-kit/portal'
import { type OpenedState, useOpened } from '@portal/remote-kit/use-opened'
import { Redirect } from '@portal/remote-kit/redirect'
import { NavLink as Other } from '@portal/remote-kit/router'
import * as inputs from '@portal/shared-ui/field'

function unused() {
  return Redirect
}

export function added(name: string): unknown[] {
  const today = 'today' in kit ? kit.today : undefined
  const opened: OpenedState = useOpened
  return [today, opened, Other, inputs[name], import('@portal/shared-ui/combobox')]
}
Object.assign(globalThis, { added })
`
  let names: Record<string, string[]>
  beforeAll(async () => {
    const add = (source: string) => `${source}${added}`
    const { manifest } = await withChange(screen, add, () => built('directory'))
    names = manifest.usedNames!
  })

  it('are recorded by shared module, without types and without code that was dropped', () => {
    const own = usual.directory.manifest.usedNames!
    expect(own).toMatchObject({
      'react/jsx-runtime': ['Fragment', 'jsx', 'jsxs'],
      '@portal/remote-kit/portal': ['usePortal'],
      '@portal/shared-ui/button': ['Button', 'buttonStyle'],
      '@portal/shared-ui/field': ['SelectField', 'TextField'],
    })
    expect(own['@portal/remote-kit/zod']).toContain('object')
    expect(own['@portal/remote-kit/router']).toEqual(['Link', 'useParams'])
    expect(names).toMatchObject({
      '@portal/remote-kit/use-opened': ['useOpened'],
      '@portal/remote-kit/router': ['Link', 'NavLink', 'useParams'],
    })
    expect(names['@portal/remote-kit/redirect'] ?? []).toEqual([])
  })

  it('leave out names that are only tested for, and count a namespace as all of its names', () => {
    expect(names).toMatchObject({
      '@portal/remote-kit/portal': ['*', 'usePortal'],
      '@portal/shared-ui/field': ['*', 'SelectField', 'TextField'],
      '@portal/shared-ui/combobox': ['*'],
    })
  })
})
