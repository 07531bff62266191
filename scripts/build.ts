import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { inputHash } from '../shell/remote-kit/src/build/build-inputs.ts'
import { loadConfig, build } from '../shell/remote-kit/src/build/rspack-build.ts'

import { shellPreset } from '../shell/remote-kit/src/build/shell-preset.ts'
import type { SharedOffer } from '../shell/remote-kit/src/build/shared-modules.ts'
import { remotes } from './remotes.ts'
import { step } from './steps.ts'

const root = path.resolve(import.meta.dirname, '..')
const shell = path.join(root, 'shell')

type Identity = 'emulator' | 'firebase'

export type BuildOptions = {
  /** `firebase` builds the production shell, to `shell/dist-production`. */
  shellIdentity?: Identity
  /** `shell` or names of remotes; everything by default. */
  only?: string[]
}

type Task = { name: string; dir: string; out: string; run: () => Promise<void> }

/** Builds the shell and every remote. Builds of unchanged sources are reused. */
export async function buildAll({ shellIdentity = 'emulator', only }: BuildOptions = {}) {
  const tasks = [
    taskOf('shell', shell, shellIdentity),
    ...remotes().map(({ name, dir }) => taskOf(name, dir)),
  ]
  const wanted = only ? tasks.filter(({ name }) => only.includes(name)) : tasks
  const unknown = only?.filter((name) => !tasks.some((task) => task.name === name)) ?? []
  if (unknown.length > 0) throw new Error(`Nothing to build is called ${unknown.join(', ')}.`)
  const stale = wanted.filter((task) => !isFresh(task))
  if (stale.length === 0) return
  const names = stale.map(({ name }) => name).join(', ')
  await step(`Building ${names}`, () => Promise.all(stale.map(runTask)))
}

/** Builds the shell to another place, with other modules for remotes than its own. */
export async function buildShellWith(out: string, offer: SharedOffer): Promise<string> {
  const config = shellPreset({ dir: shell, out, identity: 'emulator', offer })
  // Files of the offer may be anywhere.
  const modules = ['node_modules', path.join(shell, 'node_modules')]
  await build({ ...config, resolve: { ...config.resolve, modules } })
  return out
}

/** Builds one remote outside the usual places, unless its sources are unchanged; returns the folder of its build. */
export async function buildRemote(
  name: string,
  dir: string,
  out = path.join(dir, 'dist'),
): Promise<string> {
  const task = {
    name,
    dir,
    out,
    run: async () => {
      const config = await loadConfig(dir)
      await build({ ...config, output: { ...config.output, path: out } })
    },
  }
  if (!isFresh(task)) await runTask(task)
  return task.out
}

/** The configuration is read when it is needed: it hashes the sources. */
function taskOf(name: string, dir: string, identity: Identity = 'emulator'): Task {
  const out = path.join(dir, identity === 'firebase' ? 'dist-production' : 'dist')
  return { name, dir, out, run: async () => build(await loadConfig(dir, { identity })) }
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
    options: {
      'shell-identity': { type: 'string' },
      only: { type: 'string' },
    },
  })
  const identity = values['shell-identity'] ?? 'emulator'
  if (identity !== 'emulator' && identity !== 'firebase') {
    throw new Error(`--shell-identity must be emulator or firebase, not ${identity}.`)
  }
  const only = values.only?.split(',')
  await buildAll({ shellIdentity: identity, ...(only ? { only } : {}) })
}
