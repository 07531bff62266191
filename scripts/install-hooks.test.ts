import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: { prepare: string }
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hooks-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('uses the hooks of this repository after an install', () => {
  git('init', '--quiet')
  prepare()
  expect(hooksPath()).toBe('.githooks')
})

it('keeps hooks that somebody has set', () => {
  git('init', '--quiet')
  git('config', 'core.hooksPath', 'my-hooks')
  prepare()
  expect(hooksPath()).toBe('my-hooks')
})

it('sets no hooks in CI', () => {
  git('init', '--quiet')
  prepare({ CI: 'true' })
  expect(hooksPath()).toBe('')
})

it('does nothing in a folder without a repository of its own', () => {
  git('init', '--quiet')
  const unpacked = path.join(folder, 'unpacked')
  prepare({}, unpacked)
  expect(hooksPath()).toBe('')
})

it('lets an install pass that has the manifests alone', () => {
  expect(run(folder).status).toBe(0)
})

/** What `pnpm install` runs, in a folder with the script. */
function prepare(env: NodeJS.ProcessEnv = {}, cwd = folder): void {
  const script = 'scripts/install-hooks.ts'
  cpSync(path.join(root, script), path.join(cwd, script))
  expect(run(cwd, env).status).toBe(0)
}

function run(cwd: string, env: NodeJS.ProcessEnv = {}) {
  const isolated = { CI: '', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }
  return spawnSync(scripts.prepare, {
    cwd,
    shell: true,
    env: { ...process.env, ...isolated, ...env },
  })
}

function hooksPath(): string {
  const { stdout } = spawnSync('git', ['config', '--local', '--get', 'core.hooksPath'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return stdout.trim()
}

function git(...args: string[]): void {
  execFileSync('git', args, { cwd: folder })
}
