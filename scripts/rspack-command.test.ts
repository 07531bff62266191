import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { remotes } from './remotes.ts'

const root = path.resolve(import.meta.dirname, '..')
const run = promisify(execFile)
const folder = mkdtempSync(path.join(tmpdir(), 'rspack-command-'))
afterAll(() => rmSync(folder, { recursive: true }))

const places = [{ name: 'shell', dir: path.join(root, 'shell') }, ...remotes()]

/** In an ordinary run one of them: all use the same preset. */
const compared = process.env['TEST_LONG'] === '1' ? remotes() : remotes().slice(1, 2)

// With the build that `test` makes before all suites; nothing writes to it here.
it.each(compared)('builds the same release of $name with `rspack build`', async ({ name, dir }) => {
  const out = path.join(folder, name)
  const rspack = path.join(dir, 'node_modules/@rspack/cli/bin/rspack.js')
  await run(process.execPath, [rspack, 'build', '--output-path', out], { cwd: dir })
  expect(filesOf(out)).toEqual(filesOf(path.join(dir, 'dist')))
})

it.each(places)('has scripts to build and serve $name from its folder', ({ dir }) => {
  const { scripts } = JSON.parse(readFileSync(path.join(dir, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  expect(scripts).toMatchObject({ build: 'rspack build', dev: 'rspack serve' })
})

/** The files of a build with their hashes; the stamp of our own build command is no part of it. */
function filesOf(out: string): Record<string, string> {
  const names = readdirSync(out).filter((name) => name !== '.inputs')
  return Object.fromEntries(
    names.map((name) => [name, hash('sha256', readFileSync(path.join(out, name)))]),
  )
}
