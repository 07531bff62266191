import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inputsOf, inputSpecs } from '../build/build-inputs.ts'
import { repositoryOf } from '../build/repository.ts'
import { commitOf } from './publish-remote.ts'

const root = repositoryOf(import.meta.dirname)
let workspace: string
beforeEach(() => {
  workspace = mkdtempSync(path.join(tmpdir(), 'portal-source-'))
})
afterEach(() => rmSync(workspace, { recursive: true, force: true }))

function git(...args: string[]): string {
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@larkspur.example']
  return execFileSync('git', [...who, ...args], { cwd: workspace, encoding: 'utf8' }).trim()
}

function write(file: string): void {
  const target = path.join(workspace, file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, String(Math.random()))
}

function commitAll(message: string): string {
  git('add', '-A')
  git('commit', '-qm', message)
  return git('rev-parse', 'HEAD')
}

const sources = ['mf-people/src/remote.ts', 'shared-ui/src/a.tsx']
/** One of each kind that the remote is built from; the whole list is compared with the release’s id below. */
const inputs = ['mf-people/src/remote.ts', 'shared-ui/src/a.module.css', 'pnpm-lock.yaml']
const others = [
  'docs/a.md',
  'mf-other/src/a.ts',
  'mf-people/README.md',
  'mf-people/src/a.test.tsx',
  'shell/src/a.ts',
  'shell/remote-kit/src/cli/a.ts',
]

const commit = () => commitOf(path.join(workspace, 'mf-people'), workspace)

describe('the commit that a release names', () => {
  it('stays the same when only files outside its build’s inputs change, also once they are committed', async () => {
    git('init', '-q')
    for (const file of sources) write(file)
    const built = commitAll('All of it')
    for (const file of others.filter((other) => !other.startsWith('mf-people/'))) write(file)
    expect(await commit()).toBe(built)
    for (const file of others) write(file)
    commitAll('What it isn’t built from')
    expect(await commit()).toBe(built)
  })

  it('changes once a change of an input is committed', async () => {
    git('init', '-q')
    for (const file of sources) write(file)
    commitAll('All of it')
    for (const file of inputs) {
      write(file)
      const newest = commitAll('A change')
      expect(await commit(), file).toBe(newest)
    }
  })

  it('equals the newest commit of the sources in the remote’s own repository', async () => {
    git('init', '-q')
    for (const known of ['src/remote.ts', 'package-lock.json']) write(known)
    const built = commitAll('All of it')
    write('README.md')
    commitAll('Words')
    expect(await commitOf(workspace, workspace)).toBe(built)
    write('package-lock.json')
    const newest = commitAll('Other packages')
    expect(await commitOf(workspace, workspace)).toBe(newest)
    write('src/remote.ts')
    await expect(commitOf(workspace, workspace)).rejects.toThrow('Commit these first')
  })

  it('finds the commit that deleted a file', async () => {
    git('init', '-q')
    for (const known of ['mf-people/src/remote.ts', 'mf-people/src/old.ts']) write(known)
    commitAll('All of it')
    rmSync(path.join(workspace, 'mf-people/src/old.ts'))
    const without = commitAll('Less')
    write('docs/a.md')
    commitAll('Words')
    expect(await commit()).toBe(without)
  })

  it('refuses a clone whose history doesn’t reach back to the commit', async () => {
    git('init', '-q')
    write('mf-people/src/remote.ts')
    commitAll('All of it')
    write('docs/a.md')
    commitAll('Words')
    const shallow = path.join(workspace, 'shallow')
    git('clone', '-q', '--depth', '1', `file://${workspace}`, shallow)
    await expect(commitOf(path.join(shallow, 'mf-people'), shallow)).rejects.toThrow('--unshallow')
    execFileSync('git', ['fetch', '-q', '--unshallow'], { cwd: shallow })
    expect(await commitOf(path.join(shallow, 'mf-people'), shallow)).toBe(
      git('rev-parse', 'HEAD~1'),
    )
  })

  it('comes from the same files that determine the release’s id', () => {
    const files = (...args: string[]) =>
      execFileSync('git', ['ls-files', ...args], { cwd: root, encoding: 'utf8' })
        .trim()
        .split('\n')
    const tracked = new Set(files())
    for (const remote of ['mf-meetings', 'mf-admin']) {
      const hashed = inputsOf(path.join(root, remote)).map((file) => path.relative(root, file))
      const kept = files('--', ...inputSpecs(remote)).filter((file) =>
        existsSync(path.join(root, file)),
      )
      expect(kept.toSorted()).toEqual(hashed.filter((file) => tracked.has(file)).toSorted())
    }
  })

  it('can’t be determined while an input isn’t committed', async () => {
    git('init', '-q')
    for (const file of sources) write(file)
    commitAll('All of it')
    const changed = ['mf-people/src/new.ts', 'shared-ui/src/a.tsx', 'pnpm-lock.yaml']
    for (const file of changed) write(file)
    const { message } = await commit().then(
      () => new Error('It was determined.'),
      (error: Error) => error,
    )
    expect(message).toContain(`Commit these first:\n`)
    for (const file of changed) expect(message).toContain(path.basename(file))
  })

  it('refuses to run without a repository', async () => {
    await expect(commit()).rejects.toThrow(/names the commit it was built from\. .*repository/)
  })
})
