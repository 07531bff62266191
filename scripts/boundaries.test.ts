import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractCode, exportedForOthers, movedNames } from './contract-code.ts'
import { checkBoundaries, type Violation } from './cruise.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'boundaries-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** For each rule the smallest violation: a file, and what it must not import. */
const breaches: [rule: string, from: string, to: string][] = [
  ['no-circle', 'shared-ui/src/a.ts', 'shared-ui/src/b.ts'],
  ['resolvable', 'shared-ui/src/a.ts', 'shared-ui/src/missing.ts'],
  ['domain', 'api/domain/src/a.ts', 'api/contract/src/agendas.ts'],
  ['domain-packages', 'api/domain/src/a.ts', 'node_modules/luxon/index.js'],
  ['domain-without-io', 'api/domain/src/a.ts', 'node:fs'],
  ['contract', 'api/contract/src/a.ts', 'shared-ui/src/button.ts'],
  ['contract-zod-alone', 'api/contract/src/a.ts', 'node_modules/hono/index.js'],
  ['contract-moved', 'shell/src/a.ts', 'api/contract/src/moved.ts'],
  ['shared-ui', 'shared-ui/src/a.ts', 'shell/remote-kit/src/portal.ts'],
  ['stories', 'shared-ui/src/a.ts', 'shared-ui/stories/b.ts'],
  ['stories', 'shared-ui/src/a.ts', 'shared-ui/src/b.stories.tsx'],
  ['remote-kit', 'shell/remote-kit/src/a.ts', 'shell/src/session/session.ts'],
  ['portal-command', 'shell/remote-kit/src/cli/a.ts', 'api/src/app.ts'],
  ['kit-without-command', 'shell/remote-kit/src/a.ts', 'shell/remote-kit/src/cli/b.ts'],
  ['remote', 'mf-meetings/src/a.ts', 'mf-admin/src/remote.ts'],
  ['remote', 'mf-meetings/src/a.ts', 'shell/src/bootstrap.ts'],
  ['remote', 'mf-board-news/src/a.ts', 'mf-admin/src/remote.ts'],
  ['remote', 'shell/remote-kit/template/src/a.ts', 'shell/src/bootstrap.ts'],
  ['remote-test', 'mf-meetings/src/a.test.ts', 'api/src/app.ts'],
  ['feature-folder', 'mf-meetings/src/calendar/a.ts', 'mf-meetings/src/materials/b.ts'],
  ['feature-folder', 'mf-meetings/src/shared/a.ts', 'mf-meetings/src/materials/b.ts'],
  ['feature-folder', 'mf-admin/src/users/a.ts', 'mf-admin/src/releases/b.ts'],
  ['feature-folder', 'mf-governance/src/policy/a.ts', 'mf-governance/src/resource/b.ts'],
  ['feature-folder', 'mf-admin/src/agendas/a.ts', 'mf-admin/src/mappings/b.ts'],
  ['feature-folder', 'mf-admin/src/users/a.ts', 'mf-admin/src/quarters/b.ts'],
  ['feature-folder', 'mf-admin/src/shared/a.test.ts', 'mf-admin/src/agendas/b-fixture.ts'],
  ['feature-folder', 'mf-directory/src/directory/a.ts', 'mf-directory/src/remote.ts'],
  [
    'feature-folder',
    'shell/remote-kit/template/src/a/a.ts',
    'shell/remote-kit/template/src/b/b.ts',
  ],
  ['shell', 'shell/src/a.ts', 'mf-meetings/src/remote.ts'],
  ['shell', 'shell/src/a.ts', 'api/src/app.ts'],
  ['firebase-in-session', 'shell/src/frame/a.ts', 'node_modules/firebase/index.js'],
  ['firebase-in-session', 'shell/src/session/portal-identity.ts', 'node_modules/firebase/index.js'],
  ['api', 'api/src/features/users/a.test.ts', 'shell/remote-kit/src/portal.ts'],
  ['api', 'api/src/platform/http/a.ts', 'shared-ui/src/silence.ts'],
  ['api-client', 'api/src/platform/http/a.ts', 'shell/remote-kit/src/client.ts'],
  ['api-platform', 'api/src/platform/store/a.ts', 'api/src/features/mappings/mappings-service.ts'],
  ['api-platform', 'api/src/platform/http/a.ts', 'api/src/ports.ts'],
  ['api-feature', 'api/src/features/mappings/a.ts', 'api/src/adapters/sqlite/b.ts'],
  [
    'api-feature',
    'api/src/features/mappings/a.ts',
    'api/src/features/directory/directory-service.ts',
  ],
  ['api-public-file', 'api/src/app.ts', 'api/src/features/directory/directory-service.ts'],
  ['api-feature', 'api/src/features/mappings/a.ts', 'api/src/ports.ts'],
  ['api-feature', 'api/src/features/mappings/a.ts', 'api/src/testing/test-api.ts'],
  ['api-feature', 'api/src/features/mappings/a.ts', 'api/src/features/directory/rules.ts'],
  [
    'api-http',
    'api/src/features/mappings/mappings-service.ts',
    'api/src/platform/http/prepared.ts',
  ],
  ['api-http', 'api/src/platform/store/a.ts', 'api/src/platform/http/request-context.ts'],
  [
    'api-http',
    'api/src/features/releases/pointers/a-service.ts',
    'api/src/platform/http/headers.ts',
  ],
  [
    'api-collection',
    'api/src/features/mappings/a.ts',
    'api/src/features/documents/stored-document.ts',
  ],
  ['api-collection', 'api/src/features/page/a.ts', 'api/src/features/releases/release-records.ts'],
  [
    'ungated-papers',
    'api/src/features/reading/a.ts',
    'api/src/features/documents/synced-documents-service.ts',
  ],
  ['adapter', 'api/src/adapters/folder/a.ts', 'api/src/features/mappings/mappings-service.ts'],
  ['adapter', 'api/src/adapters/folder/a.ts', 'api/src/adapters/sqlite/b.ts'],
  ['adapter', 'api/src/adapters/folder/a.ts', 'api/src/ports.ts'],
  ['sdk-in-adapters', 'api/src/features/calendar/a.ts', 'node_modules/ical.js/ical.js'],
  ['traces-when-on', 'api/src/main.ts', 'api/src/adapters/otlp/b.ts'],
  ['stand-in', 'api/src/adapters/google/a.ts', 'api/src/adapters/google/stand-in/b.ts'],
  ['e2e', 'e2e/journeys/a.ts', 'shell/src/bootstrap.ts'],
  ['e2e', 'e2e/journeys/a.ts', 'shell/remote-kit/src/portal.ts'],
  ['remote', 'e2e/remotes/polls/src/a.ts', 'e2e/support/a.ts'],
]

describe('boundaries', () => {
  let found: Violation[]
  beforeAll(async () => {
    const base = mkdtempSync(path.join(folder, 'tree-'))
    const files = new Map<string, string>()
    const add = (file: string, line: string) =>
      files.set(file, `${files.get(file) ?? 'export {}\n'}${line}\n`)
    for (const [rule, from, to] of breaches) {
      const isBuiltIn = to.startsWith('node:')
      add(from, `import '${isBuiltIn ? to : relativeTo(from, to)}'`)
      if (rule === 'no-circle') add(to, `import '${relativeTo(to, from)}'`)
      else if (rule !== 'resolvable' && !isBuiltIn) add(to, '')
    }
    for (const [file, text] of files) write(base, file, text)
    const places = new Set(breaches.map(([, from]) => from.split('/')[0]!))
    found = (await checkBoundaries([...places], base)).violations
  })

  it.each(breaches)('%s: %s may not import %s', (rule, from, to) => {
    // What isn’t a file is reported as it was found.
    const target = rule === 'resolvable' ? relativeTo(from, to) : to.replace(/^node:/, '')
    expect(found).toContainEqual({ rule, from, to: target })
  })

  it('lets a remote import the remote-kit, shared-ui, the contract, the domain and itself', async () => {
    const base = mkdtempSync(path.join(folder, 'tree-'))
    const allowed = [
      'shell/remote-kit/src/portal.ts',
      'shared-ui/src/button.ts',
      'api/contract/src/agendas.ts',
      'api/domain/src/quarter.ts',
      'mf-meetings/src/shared/mappings.ts',
      'mf-meetings/src/meetings-paths.ts',
    ]
    for (const file of allowed) write(base, file, 'export const x = 1\n')
    const lines = allowed.map((file) => `import '../../../${file}'`)
    write(base, 'mf-meetings/src/calendar/a.ts', `${lines.join('\n')}\nexport {}\n`)
    const { violations } = await checkBoundaries(['mf-meetings'], base)
    expect(violations).toEqual([])
  })

  it('allows only a remote’s declaration, routes and addresses next to its features', () => {
    const beside = globSync('mf-*/src/*.{ts,tsx}', { cwd: path.join(import.meta.dirname, '..') })
    const others = beside.filter(
      (file) => !/\/(remote|routes|[a-z-]+-paths|[a-z-]+\.test)\.tsx?$/.test(file),
    )
    expect(beside.length).toBeGreaterThan(11)
    expect(others).toEqual([])
  })

  it('allows no code in the contract but what reads and writes values of requests', () => {
    expect(contractCode('greeting.ts', 'export function greeting() {}')).toEqual([
      'greeting of greeting.ts',
    ])
    expect(contractCode('menu.ts', 'export const menuOf = () => []')).toEqual(['menuOf of menu.ts'])
    const code = sourcesOf('api/contract/src/*.ts').flatMap(([file, text]) =>
      contractCode(path.basename(file), text),
    )
    expect(code).toEqual([])
  })

  it('imports from its own home what the contract exports only for other repositories', () => {
    const line = "import { type Endpoint, pathOf } from '@portal/contract/endpoint'"
    const moved = new Map([['endpoint', ['pathOf']]])
    expect(movedNames('a.ts', line, moved)).toEqual(['pathOf of endpoint in a.ts'])
    const sources = sourcesOf('{api,shared-ui,shell,mf-*,e2e,scripts}/**/*.{ts,tsx}')
    expect(sources.length).toBeGreaterThan(2000)
    const names = exportedForOthers(sourcesOf('api/contract/src/*.ts'))
    expect(names.get('endpoint')).toEqual(['pathOf'])
    expect(sources.flatMap(([file, text]) => movedNames(file, text, names))).toEqual([])
  })

  it('requires the addresses of a remote in its paths module', () => {
    const root = path.join(import.meta.dirname, '..')
    const sources = globSync('mf-*/src/**/*.{ts,tsx}', { cwd: root }).filter(
      (file) => !/(-paths|\.test|-fixture)\.tsx?$/.test(file),
    )
    const written = sources.flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
      const addresses = text.match(
        /['"`](?:\/(?:admin|calendar|meetings|governance|communications|directory)\b|admin\/)[^'"`]*/g,
      )
      return (addresses ?? []).map((address) => `${file}: ${address}`)
    })
    expect(sources.length).toBeGreaterThan(250)
    expect(written).toEqual([])
  })
})

function sourcesOf(pattern: string): [file: string, text: string][] {
  const root = path.join(import.meta.dirname, '..')
  return globSync(pattern, {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  })
    .filter((file) => !file.endsWith('.test.ts') || !file.startsWith('api/contract/'))
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')])
}

function relativeTo(from: string, to: string): string {
  const target = path.relative(path.dirname(from), to)
  return target.startsWith('.') ? target : `./${target}`
}

function write(base: string, file: string, text: string): void {
  const target = path.join(base, file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, text)
}
