import { execFileSync, spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const formatted = /\.(?:[cm]?[jt]sx?|css|json|ya?ml|html)$/
const linted = /\.[cm]?[jt]sx?$/

const staged = execFileSync(
  'git',
  ['diff', '--cached', '--name-only', '--diff-filter=ACMR', '-z'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\0')
  .filter(Boolean)

const format = check('oxfmt', ['--check', '--no-error-on-unmatched-pattern'], formatted)
const lint = check('oxlint', [], linted)
if (!format) console.error('Run `npx -y pnpm@12 format`, and stage the files again.')
if (!format || !lint) process.exitCode = 1

/** True if the program finds nothing wrong with the staged files of its kinds. */
function check(program: string, options: string[], kinds: RegExp): boolean {
  const files = staged.filter((file) => kinds.test(file))
  if (files.length === 0) return true
  const { status } = spawnSync(program, [...options, ...files], { cwd: root, stdio: 'inherit' })
  return status === 0
}
