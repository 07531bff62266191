import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Call, createCall } from '../../shell/remote-kit/src/client.ts'
import { testPeople, type TestPersonName, unsignedToken } from '../../api/src/testing/test-api.ts'

export type StartedApi = {
  call: (as: TestPersonName) => Call
  /** A file as its reader requests it. */
  read: (as: TestPersonName, path: string) => Promise<Response>
  stop: () => Promise<void>
  /** Ends it at once, as a crash does. */
  kill: () => Promise<void>
}

/** Starts an API, today's or an older one, on a data folder. With a Firestore database others may use it too. */
export async function startApi(
  main: string,
  dataFolder: string,
  env: Record<string, string> = {},
): Promise<StartedApi> {
  const shellFolder = path.join(dataFolder, 'shell')
  mkdirSync(shellFolder, { recursive: true })
  writeFileSync(path.join(shellFolder, 'index.html'), '<!--preload--><!--page-data-->')
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: '0',
      DATA_FOLDER: dataFolder,
      SHELL_FOLDER: shellFolder,
      RELEASES_FOLDER: ',',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const baseUrl = await addressOf(child)
  const token = async (as: TestPersonName) =>
    unsignedToken(testPeople[as], env['FIREBASE_PROJECT_ID'] ?? 'demo-board-portal', new Date())
  return {
    call: (as) => createCall({ baseUrl, token: () => token(as) }),
    read: async (as, file) =>
      fetch(`${baseUrl}${file}`, { headers: { authorization: `Bearer ${await token(as)}` } }),
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
  }
}

/** Resolves when it listens; rejects with its output if it ends first. */
async function addressOf(child: ChildProcess): Promise<string> {
  let output = ''
  const listening = new Promise<string>((resolve, reject) => {
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const url = /"url":"([^"]+)"/.exec(output)?.[1]
      if (url !== undefined && output.includes('"msg":"ready"')) resolve(url)
    })
    child.once('exit', () => reject(new Error(`The API ended:\n${output}`)))
  })
  return listening
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
