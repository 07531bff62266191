import { spawnSync } from 'node:child_process'
import path from 'node:path'

/** Lists the dependencies of every package that have newer versions. */
const { status } = spawnSync('npx', ['-y', 'pnpm@12', 'outdated', '--recursive'], {
  cwd: path.resolve(import.meta.dirname, '..'),
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
// 1 means that there are some, which isn't an error here.
process.exitCode = status === 1 ? 0 : (status ?? 1)
