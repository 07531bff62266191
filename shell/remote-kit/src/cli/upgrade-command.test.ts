import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { upgradeCommand, withKit } from './upgrade-command.ts'

const source = `import type { Call } from '@portal/contract/client'\n`
const rewritten = `import type { Call } from '@portal/remote-kit/client'\n`
let folder: string
let printed: string[]
const read = () => readFileSync(path.join(folder, 'src/query.ts'), 'utf8')

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-upgrade-'))
  mkdirSync(path.join(folder, 'src'))
  writeFileSync(path.join(folder, 'src/query.ts'), source)
  const settings = { portal: { remote: 'news' }, dependencies: {} }
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(settings))
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  printed = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

function git(...args: string[]): void {
  const author = ['-c', 'user.name=Wei Chen', '-c', 'user.email=wei@larkspur.example']
  execFileSync('git', [...author, ...args], { cwd: folder, stdio: 'ignore' })
}

it('rewrites a committed repository, and refuses one with changes of its own', async () => {
  git('init')
  git('add', '--all')
  await expect(upgradeCommand.run([])).rejects.toThrow(/aren’t committed/)
  git('commit', '--message', 'feat: add the remote')
  expect(await upgradeCommand.run([])).toBe(0)
  expect(read()).toBe(rewritten)
  expect(printed.join('\n')).toMatch(
    /src\/query\.ts[^]*Call of @portal\/contract\/client is Call of/,
  )
  await expect(upgradeCommand.run([])).rejects.toThrow(/aren’t committed/)
  expect(await upgradeCommand.run(['--force'])).toBe(0)
  expect(printed.at(-1)).toBe('news is up to date: there is nothing to change.')
})

it('shows with --dry-run what it would do, and needs no repository for that', async () => {
  await expect(upgradeCommand.run([])).rejects.toThrow(/isn’t in a git repository/)
  expect(await upgradeCommand.run(['--dry-run'])).toBe(0)
  expect(printed.at(-1)).toMatch(/Nothing was changed/)
  expect(read()).toBe(source)
})

it('runs the kit of the version that it upgrades to', async () => {
  const npm = path.join(folder, 'npm')
  writeFileSync(npm, `#!/bin/sh\necho "$@" > called\nexit 3\n`, { mode: 0o755 })
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(withKit('2.0.0', folder, ['--to', '2.0.0', '--dry-run'])).toBe(3)
  expect(readFileSync(path.join(folder, 'called'), 'utf8')).toBe(
    'exec --yes --package=@portal/remote-kit@2.0.0 -- portal upgrade --dry-run\n',
  )
})

it('refuses a version that isn’t one', async () => {
  await expect(upgradeCommand.run(['--to', '; rm'])).rejects.toThrow(/latest or a version/)
})
