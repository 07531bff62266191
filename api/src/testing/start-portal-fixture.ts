import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { LookAtPaths } from '../platform/env/named-paths.ts'
import { temporaryFolder } from '../platform/files/temporary-folder.ts'
import { createLog } from '../platform/log.ts'
import { startPortal } from '../start-portal.ts'

export type StartedPortal = {
  child: ChildProcess
  /** Its exit code. */
  ended: Promise<number | null>
  ready: Promise<unknown>
  /** Its log. */
  output: () => string
}

/** Starts the portal as an operator does, and kills it when the current test has finished. */
export function start(env: Record<string, string>): StartedPortal {
  const portal = startIn(temporaryFolder(), env)
  onTestFinished(() => void portal.child.kill('SIGKILL'))
  return portal
}

/** Starts the portal as an operator does; `ready` resolves when it listens or has ended. */
export function startIn(folder: string, env: Record<string, string>): StartedPortal {
  const [data, shell] = [join(folder, 'data'), join(folder, 'shell')]
  for (const path of [data, shell]) mkdirSync(path, { recursive: true })
  writeFileSync(join(shell, 'index.html'), '<!--preload--><!--page-data-->')
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: '0',
      DATA_FOLDER: data,
      SHELL_FOLDER: shell,
      RELEASES_FOLDER: ',',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const listening = new Promise<void>((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('"msg":"ready"')) resolve()
    })
  })
  return { child, ended, ready: Promise.race([listening, ended]), output: () => output.trim() }
}

/**
 * Starts the portal in this process, by default on an empty folder, which takes a tenth of the time of a process of its
 * own. A test that kills it, or needs its exit code, uses `start`.
 */
export function startHere(env: Record<string, string>, lookAtPaths?: LookAtPaths) {
  const lines: string[] = []
  const now = () => new Date()
  const log = createLog((line) => void lines.push(line), now)
  const usual = {
    PORT: '0',
    DRAIN_GRACE: '0',
    DATA_FOLDER: temporaryFolder(),
    SHELL_FOLDER: shellWith(''),
    RELEASES_FOLDER: ',',
  }
  const runtime = { log, now, ...(lookAtPaths ? { lookAtPaths } : {}) }
  const started = startPortal({ ...usual, ...env }, runtime)
  return { started, output: () => lines.join('\n') }
}

/** A folder with a page that has only this in its head. */
export function shellWith(head: string): string {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'index.html'), `${head}<!--preload--><!--page-data-->`)
  return folder
}

/** The portal's address, from its log. */
export const loggedUrl = (output: string) => /"url":"([^"]+)"/.exec(output)?.[1]
