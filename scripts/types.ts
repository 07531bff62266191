import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const root = path.resolve(import.meta.dirname, '..')
const projects = [
  'api/contract',
  'api',
  'shared-ui',
  'shell/remote-kit',
  'shell',
  ...readdirSync(root).filter((name) => name.startsWith('mf-')),
  'e2e',
  'scripts',
]

/** Type-checks every package by its own tsconfig: browser code sees no Node, server code sees no DOM. */
let failed = 0
for (const project of projects) {
  try {
    await promisify(execFile)('tsc', ['-p', path.join(root, project)], { cwd: root })
  } catch (error) {
    failed += 1
    console.error((error as { stdout?: string }).stdout ?? error)
  }
}
if (failed > 0) {
  console.error(`${failed} of ${projects.length} packages have type errors.`)
  process.exitCode = 1
} else console.log(`${projects.length} packages are sound.`)
