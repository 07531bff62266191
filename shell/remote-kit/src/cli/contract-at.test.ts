import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { contractVersion } from '@portal/contract/releases'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { repositoryOf } from '../build/repository.ts'
import { contractAt } from './contract-at.ts'
import { checkTypes } from './check-release.ts'

let workspace: string
beforeEach(() => {
  workspace = mkdtempSync(path.join(tmpdir(), 'portal-contract-'))
  git('init', '-q')
  write('api/contract/node_modules/.keep', '')
  write('.gitignore', 'node_modules/\n.cache/\n')
})
afterEach(() => rmSync(workspace, { recursive: true, force: true }))

function git(...args: string[]): string {
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@larkspur.example']
  return execFileSync('git', [...who, ...args], { cwd: workspace, encoding: 'utf8' })
}

function write(file: string, text: string): void {
  const target = path.join(workspace, file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, text)
}

/** Commits the contract at a version, with one addition. */
function commitContract(version: string, names: string[]): void {
  write('api/contract/src/releases.ts', `export const contractVersion = '${version}'\n`)
  const lines = names.map((name) => `export const ${name}: number = 1\n`)
  write('api/contract/src/things.ts', lines.join(''))
  git('add', '-A')
  git('commit', '-qm', `contract ${version}`)
}

describe('an older contract', () => {
  it('takes an older contract as it last was before its version was raised', async () => {
    commitContract('1.0.0', ['one'])
    commitContract('1.0.0', ['one', 'two'])
    commitContract('1.1.0', ['one', 'two', 'three'])
    commitContract('1.1.0', ['one', 'two', 'three', 'four'])
    const of = async (version: string) =>
      readFileSync(path.join(await contractAt(workspace, version), 'src/things.ts'), 'utf8')
        .split('\n')
        .filter(Boolean).length
    expect(await of('1.0.0')).toBe(2)
    expect(await of('1.0.0')).toBe(2)
    expect(await of('1.1.0')).toBe(4)
  })

  it('reports in a sentence that the history doesn’t contain it', async () => {
    commitContract('1.1.0', ['one'])
    await expect(contractAt(workspace, '1.0.0')).rejects.toThrow(
      'The repository’s history doesn’t contain contract 1.0.0',
    )
  })
})

describe('without a repository', () => {
  it('refuses an older contract in a sentence', async () => {
    rmSync(path.join(workspace, '.git'), { recursive: true })
    await expect(contractAt(workspace, '1.0.0')).rejects.toThrow(
      /^The older contract can’t be read from the repository’s history\. .*not a git repository/,
    )
  })
})

// Each runs a compiler up to two times.
describe('a remote’s types', () => {
  const lowest = '0.9.0'
  const using = (...names: string[]) => {
    const calls = names.map((name) => `console.log(${name}.toFixed())`)
    write(
      'mf-people/src/remote.ts',
      `import { ${names.join(', ')} } from '@portal/contract/things'\n${calls.join('\n')}\n`,
    )
  }
  const check = () =>
    checkTypes({ name: 'people', dir: path.join(workspace, 'mf-people') }, workspace)

  beforeEach(() => {
    commitContract(lowest, ['one'])
    commitContract(contractVersion, ['one', 'two'])
    symlinkSync(
      path.join(repositoryOf(import.meta.dirname), 'node_modules'),
      path.join(workspace, 'node_modules'),
    )
    write(
      'mf-people/tsconfig.json',
      JSON.stringify({
        compilerOptions: {
          module: 'esnext',
          moduleResolution: 'bundler',
          noEmit: true,
          strict: true,
          allowImportingTsExtensions: true,
          target: 'es2024',
          types: [],
          lib: ['es2024', 'dom'],
          paths: { '@portal/contract/*': ['../api/contract/src/*.ts'] },
        },
        include: ['src'],
      }),
    )
    write('shell/remote-kit/src/css.d.ts', 'export {}\n')
  })

  const ranged = (contractRange?: string) =>
    write(
      'mf-people/package.json',
      JSON.stringify(contractRange ? { portal: { contractRange } } : {}),
    )

  it('also checks the types against the lowest contract of the range', async () => {
    ranged(`^${lowest}`)
    using('one', 'two')
    const { faults, summary } = await check()
    expect(summary).toBe(
      `compiles against contract ${contractVersion} and against ${lowest}, the lowest of ^${lowest}`,
    )
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(
      /^Against contract 0\.9\.0, the lowest of \^0\.9\.0: mf-people\/src\/remote\.ts\(1,15\): error/,
    )
  })

  it('checks the types once when the lowest contract is the current one, and reports it', async () => {
    ranged()
    using('three')
    const { faults, summary } = await check()
    expect(summary).toBe(
      `compiles against contract ${contractVersion}, which is also the lowest of ^${contractVersion}`,
    )
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(
      `Against contract ${contractVersion}: mf-people/src/remote.ts(1,10)`,
    )
  })

  it('fails the check when the range is invalid', async () => {
    ranged('1.x')
    using('one')
    await expect(check()).rejects.toThrow('package.json has the contractRange 1.x')
  })
})
