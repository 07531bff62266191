import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { commitOf } from './source-state.ts'

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

const asked = () => commitOf(path.join(workspace, 'mf-people'), workspace)

describe('the commit that a release names', () => {
  it('is the present one, whatever changed outside of what its build reads', async () => {
    git('init', '-q')
    for (const file of ['mf-people/src/remote.ts', 'shared-ui/src/a.tsx']) write(file)
    git('add', '-A')
    git('commit', '-qm', 'All of it')
    for (const file of ['docs/a.md', 'mf-other/a.ts', 'shell/remote-kit/src/cli/a.ts']) write(file)
    expect(await asked()).toBe(git('rev-parse', 'HEAD'))
  })

  it.each(['mf-people/src/new.ts', 'shared-ui/src/a.tsx', 'pnpm-lock.yaml'])(
    'is refused while %s isn’t committed',
    async (file) => {
      git('init', '-q')
      for (const known of ['mf-people/src/remote.ts', 'shared-ui/src/a.tsx']) write(known)
      git('add', '-A')
      git('commit', '-qm', 'All of it')
      write(file)
      await expect(asked()).rejects.toThrow(`Commit these first:\n`)
      await expect(asked()).rejects.toThrow(path.basename(file))
    },
  )

  it('is refused where there is no repository', async () => {
    await expect(asked()).rejects.toThrow(/names the commit that it was built from\. .*repository/)
  })
})
