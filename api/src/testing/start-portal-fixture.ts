import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '../platform/files/temporary-folder.ts'

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

/** The portal's address, from its log. */
export const loggedUrl = (output: string) => /"url":"([^"]+)"/.exec(output)?.[1]
