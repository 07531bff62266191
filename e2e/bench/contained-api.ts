import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { admin, standInGoogle } from '../support/production-portal.ts'

const google = standInGoogle()

export type ContainedApi = {
  url: string
  /** Of the process, in MB: now, and at most since its start. */
  memory: () => { now: number; peak: number }
  /** A sentence's end: whether the process still runs. */
  ending: () => string
  stop: () => Promise<void>
}

/** A new ID token: acts of admins need a recent sign-in. */
export const tokenOf = (name: string) => google.tokenOf({ email: `${name}@larkspur.example` })
export const adminToken = () => google.tokenOf(admin)

/** Starts the API as its own process in production mode, where possible in a control group of `memory` bytes. */
export async function startContainedApi(
  folder: string,
  { memory, env = {} }: { memory: number; env?: NodeJS.ProcessEnv },
): Promise<ContainedApi> {
  const group = process.env['CONTAINER'] === 'none' ? undefined : controlGroup(memory)
  const shell = path.join(folder, 'shell')
  mkdirSync(shell)
  writeFileSync(path.join(shell, 'index.html'), '<!--preload--><!--first-paint--><!--page-data-->')
  const main = path.resolve(import.meta.dirname, '../../api/src/main.ts')
  const join = group === undefined ? '' : `echo $$ > ${group}; `
  const api = spawn(
    'sh',
    ['-c', `${join}exec "$@"`, 'sh', process.execPath, ...google.hostOptions.nodeArgs, main],
    {
      env: {
        ...process.env,
        ...google.hostOptions.env,
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: '0',
        DATA_FOLDER: path.join(folder, 'data'),
        SHELL_FOLDER: shell,
        RELEASES_FOLDER: ',',
        IDENTITY: 'firebase',
        FIREBASE_PROJECT_ID: 'production-portal',
        FIREBASE_API_KEY: 'none',
        FOUNDATION_DOMAIN: 'larkspur.example',
        DEFAULT_ADMIN_EMAIL: admin.email,
        MALLOC_ARENA_MAX: '2',
        ...env,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const inMb = (field: string) =>
    Number(
      new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${api.pid}/status`, 'utf8'))?.[1],
    ) / 1024
  return {
    url: await addressOf(api),
    memory: () => ({ now: inMb('VmRSS'), peak: inMb('VmHWM') }),
    ending() {
      const { exitCode, signalCode } = api
      return exitCode === null && signalCode === null
        ? 'lives'
        : `has ended with ${exitCode ?? signalCode}`
    },
    async stop() {
      if (api.exitCode !== null || api.signalCode !== null) return
      api.kill('SIGTERM')
      await once(api, 'exit')
    },
  }
}

function addressOf(api: ChildProcess): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    api.stderr!.setEncoding('utf8').on('data', (text: string) => {
      if (process.env['LOG']) process.stderr.write(text)
      output = `${output}${text}`.slice(-20_000)
      const address = /"url":"([^"]+)"/.exec(output)?.[1]
      if (address && output.includes('"msg":"ready"')) resolve(address)
    })
    api.once('exit', (code, signal) => {
      if (code !== 0)
        console.log(`The API has ended with ${code ?? signal}:\n${output.slice(-3000)}`)
      reject(new Error(output.slice(-3000)))
    })
  })
}

/** The tasks file of a control group with this much memory; undefined where this process may make none. */
function controlGroup(memory: number): string | undefined {
  const own = `/sys/fs/cgroup/memory/bench-${process.pid}`
  try {
    mkdirSync(own)
    writeFileSync(path.join(own, 'memory.limit_in_bytes'), String(memory))
    return path.join(own, 'cgroup.procs')
  } catch {
    console.log('No control group can be made here, so the memory is only measured.')
    return undefined
  }
}

/** The value below which this part of the sorted numbers is; `Infinity` without any. */
export function at(numbers: readonly number[], part: number): number {
  const index = Math.min(Math.floor(numbers.length * part), numbers.length - 1)
  return numbers.toSorted((a, b) => a - b)[index] ?? Infinity
}
