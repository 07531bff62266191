import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './temporary-folder.ts'

function shellFolder(): string {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'index.html'), '<!--preload--><!--page-data-->')
  return folder
}

/** Starts the portal as an operator does; `ready` resolves when it listens or has ended. */
export function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: '0',
      DATA_FOLDER: temporaryFolder(),
      SHELL_FOLDER: shellFolder(),
      RELEASES_FOLDER: ',',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const listening = new Promise<void>((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.includes('"msg":"ready"')) resolve()
    })
  })
  return { child, ended, ready: Promise.race([listening, ended]), said: () => said.trim() }
}

/** The portal's address, from its log. */
export const loggedUrl = (said: string) => /"url":"([^"]+)"/.exec(said)?.[1]
