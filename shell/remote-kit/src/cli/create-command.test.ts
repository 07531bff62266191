import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createRemote, createRepository } from './create-command.ts'

const top = path.resolve(import.meta.dirname, '../../../..')
const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

function workspace(): string {
  const root = mkdtempSync(path.join(tmpdir(), 'board-portal-create-'))
  folders.push(root)
  writeFileSync(path.join(root, 'CODEOWNERS'), '/shell/ @board-portal/platform\n')
  return root
}

const news = { name: 'board-news', label: 'Board News & Notes', owner: '@board-portal/news' }
const read = (root: string, file: string) => readFileSync(path.join(root, file), 'utf8')

it('creates a complete remote with its own name everywhere', () => {
  const root = workspace()
  const { files } = createRemote({ root, ...news })
  expect(files).toContain('mf-board-news/package.json')
  expect(files).toContain('mf-board-news/tsconfig.json')
  expect(files).toContain('mf-board-news/src/board-news-paths.ts')
  expect(files).toContain('mf-board-news/src/overview/overview-screen.test.tsx')
  for (const file of files) {
    expect(file).not.toContain('template')
    expect(read(root, file)).not.toMatch(/\bexample\b/i)
  }
  expect(JSON.parse(read(root, 'mf-board-news/package.json'))).toMatchObject({
    name: '@portal/mf-board-news',
  })
  const remote = read(root, 'mf-board-news/src/remote.ts')
  expect(remote).toContain("owns: ['/board-news']")
  expect(remote).toContain("label: 'Board News & Notes'")
})

it.each([
  ['tv', 'TV'],
  ['a-remote-with-quite-a-long-name', 'As Long as a Label Can Ever Be'],
])('creates files that are already formatted: %s', (name, label) => {
  const root = workspace()
  createRemote({ root, ...news, name, label })
  const config = path.join(top, '.oxfmtrc.json')
  const oxfmt = path.join(top, 'node_modules/.bin/oxfmt')
  const check = () =>
    execFileSync(oxfmt, ['--config', config, '--check', `mf-${name}`], { cwd: root })
  expect(check).not.toThrow()
})

it('creates a repository with everything the remote needs, independent of the workspace', () => {
  const root = workspace()
  const { files } = createRepository({
    root,
    name: 'board-news',
    label: 'Board News & Notes',
    registry: 'https://npm.portal.test',
  })
  expect(read(root, 'board-news/.npmrc')).toBe('@portal:registry=https://npm.portal.test\n')
  expect(files).toEqual(
    expect.arrayContaining([
      'board-news/.github/workflows/ci.yml',
      'board-news/.github/workflows/preview.yml',
      'board-news/.gitignore',
      'board-news/README.md',
      'board-news/package.json',
      'board-news/rspack.config.ts',
      'board-news/src/overview/overview-screen.test.tsx',
      'board-news/src/overview/overview-screen.tsx',
      'board-news/src/overview/upcoming-queries.ts',
      'board-news/vitest.config.ts',
    ]),
  )
  for (const file of files) {
    expect(file).not.toContain('template')
    expect(read(root, file)).not.toMatch(/\.\.\/(?:shell|tsconfig)|@portal\/api|\bexample\b/i)
    // An address has no placeholder that the name could replace.
    expect(read(root, file)).not.toMatch(/https?:\S*board-news/)
  }
  expect(JSON.parse(read(root, 'board-news/package.json'))).toMatchObject({
    name: 'portal-board-news',
    portal: { remote: 'board-news' },
  })
  expect(read(root, 'CODEOWNERS').split('\n')).toHaveLength(2)
  expect(() => createRepository({ root, name: 'board-news', label: 'News' })).toThrow(
    'already exists',
  )
  expect(() => createRepository({ root, name: 'api', label: 'API' })).toThrow(
    'belongs to the portal',
  )
})

it('changes no other file except for a CODEOWNERS line', () => {
  const root = workspace()
  createRemote({ root, ...news })
  expect(read(root, 'CODEOWNERS')).toBe(
    '/shell/ @board-portal/platform\n/mf-board-news/ @board-portal/news\n',
  )
  expect(() => createRemote({ root, ...news })).toThrow('already exists')
  expect(read(root, 'CODEOWNERS').split('\n')).toHaveLength(3)
})

it.each(['News', '1news', 'news-', 'a', 'board--news', '../news', 'api', 'login'])(
  'refuses the name %s and creates nothing',
  (name) => {
    const root = workspace()
    expect(() => createRemote({ root, ...news, name })).toThrow()
    expect(existsSync(path.join(root, `mf-${name}`))).toBe(false)
    expect(read(root, 'CODEOWNERS').split('\n')).toHaveLength(2)
  },
)
