import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build, inputHash, shellPreset } from '../shell/remote-kit/src/rspack.ts'
import { remotes } from './remotes.ts'
import { step } from './steps.ts'

const root = path.resolve(import.meta.dirname, '..')
const shell = path.join(root, 'shell')

export type BuildOptions = {
  /** `firebase` builds the production shell, to `shell/dist-production`. */
  shellIdentity?: 'emulator' | 'firebase'
  /** `shell` or names of remotes; everything by default. */
  only?: string[]
}

type Task = { name: string; dir: string; out: string; run: () => Promise<void> }

/** Builds the shell and every remote. Builds of unchanged sources are reused. */
export async function buildAll({ shellIdentity = 'emulator', only }: BuildOptions = {}) {
  const tasks = [shellTask(shellIdentity), ...remotes().map(remoteTask)]
  const wanted = only ? tasks.filter(({ name }) => only.includes(name)) : tasks
  const unknown = only?.filter((name) => !tasks.some((task) => task.name === name)) ?? []
  if (unknown.length > 0) throw new Error(`Nothing to build is called ${unknown.join(', ')}.`)
  const stale = wanted.filter((task) => !isFresh(task))
  if (stale.length === 0) return
  const names = stale.map(({ name }) => name).join(', ')
  await step(`Building ${names}`, () => Promise.all(stale.map(runTask)))
}

function shellTask(identity: 'emulator' | 'firebase'): Task {
  const out = path.join(shell, identity === 'firebase' ? 'dist-production' : 'dist')
  const run = () => build(shellPreset({ dir: shell, out, identity }))
  return { name: 'shell', dir: shell, out, run }
}

function remoteTask({ name, dir }: { name: string; dir: string }): Task {
  const run = async () => {
    const file = pathToFileURL(path.join(dir, 'rspack.config.ts')).href
    const config = (await import(file)) as { default: Parameters<typeof build>[0] }
    await build(config.default)
  }
  return { name, dir, out: path.join(dir, 'dist'), run }
}

async function runTask(task: Task): Promise<void> {
  const hash = inputHash(task.dir)
  await task.run()
  writeFileSync(stampOf(task), hash)
}

function isFresh(task: Task): boolean {
  const stamp = stampOf(task)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === inputHash(task.dir)
}

function stampOf({ out }: Task): string {
  return path.join(out, '.inputs')
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { 'shell-identity': { type: 'string' }, only: { type: 'string' } },
  })
  const identity = values['shell-identity'] ?? 'emulator'
  if (identity !== 'emulator' && identity !== 'firebase') {
    throw new Error(`--shell-identity must be emulator or firebase, not ${identity}.`)
  }
  const only = values.only?.split(',')
  await buildAll({ shellIdentity: identity, ...(only ? { only } : {}) })
}
