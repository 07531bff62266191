import type { ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { type AuthEmulator, startAuthEmulator } from './auth-emulator.ts'
import { type Child, startNode } from './child.ts'
import { remotes } from './remotes.ts'
import { step } from './steps.ts'

const root = path.resolve(import.meta.dirname, '..')
const project = 'demo-board-portal'
/** Creating the sample takes a busy machine more than a minute; in ms. */
const startLimit = 240_000

export type RunOptions = {
  port: number
  /** The data folder of the embedded set. */
  dataFolder: string
  /** Settings of the API that differ from the embedded set's. */
  env?: NodeJS.ProcessEnv
  /** Node options for the API's process. */
  nodeArgs?: string[]
  /** An emulator that already runs; its owner stops it. */
  emulator?: AuthEmulator
  /** Called with each line of the API's log. */
  onLine?: (line: string) => void
}

/**
 * By default V8 keeps up to 48 MB for new objects, which the API never needs: that is a fifth of
 * its idle memory. SIGUSR1 would open a debugger.
 */
const apiNodeArgs = ['--disable-sigusr1', '--max-semi-space-size=4']
/** By default each thread takes memory from its own arena, which glibc seldom returns. */
const apiMemory = { MALLOC_ARENA_MAX: '2' }

export type RunningPortal = {
  url: string
  /** The API's process, for tests that kill it and benchmarks that measure it. */
  process: ChildProcess
  /** Resolves with a message when the API ends on its own. */
  ended: Promise<string>
  stop: () => Promise<void>
}

/** Starts the embedded set: the API with the built shell and remotes, and the sign-in emulator if it is needed. */
export async function runPortal(options: RunOptions): Promise<RunningPortal> {
  const isNeeded = needsEmulator({ ...process.env, ...options.env })
  const own = options.emulator || !isNeeded ? undefined : await startEmulator(options.dataFolder)
  const stopEmulator = async () => own?.stop()
  try {
    const api = await startApi(options, (options.emulator ?? own)?.url)
    return {
      url: `http://localhost:${options.port}`,
      process: api.process,
      ended: new Promise((resolve) =>
        api.process.once('exit', (code, signal) =>
          resolve(`${api.tail()}\n(${signal ?? `exit code ${code}`})`),
        ),
      ),
      stop: async () => {
        await api.stop()
        await stopEmulator()
      },
    }
  } catch (error) {
    await stopEmulator()
    throw error
  }
}

/** The emulator whose accounts are stored with a portal's data. */
export function startEmulator(dataFolder: string): Promise<AuthEmulator> {
  return step('Starting the sign-in emulator', () =>
    startAuthEmulator(path.join(dataFolder, 'identity'), project),
  )
}

type PortalSettings = Pick<RunOptions, 'port' | 'dataFolder' | 'env'>

const hasSample = (env: NodeJS.ProcessEnv) => !['0', 'false'].includes(env['SAMPLE'] ?? '')

/** Whether people sign in with the emulator. A portal without the sample may sign them in itself. */
export function needsEmulator(env: NodeJS.ProcessEnv): boolean {
  return hasSample(env) || env['IDENTITY'] !== 'portal'
}

/** The API's settings in the embedded set, next to those of the environment. */
export function portalSettings(
  { port, dataFolder, env }: PortalSettings,
  emulatorUrl: string | undefined,
): NodeJS.ProcessEnv {
  const given = { ...process.env, ...env }
  const branding = path.join(root, 'api/sample/branding')
  return {
    PORT: String(port),
    DATA_FOLDER: dataFolder,
    ...(emulatorUrl === undefined
      ? {}
      : { IDENTITY: 'emulator', FIREBASE_PROJECT_ID: project, AUTH_EMULATOR_URL: emulatorUrl }),
    // Every remote of the workspace, including new ones.
    RELEASES_FOLDER: remotes()
      .map(({ dir }) => path.join(dir, 'dist'))
      .join(','),
    ...(hasSample(given)
      ? {
          SAMPLE: given['SAMPLE'] || '1',
          FOUNDATION_LOGO: given['FOUNDATION_LOGO'] || path.join(branding, 'logo.png'),
          FOUNDATION_SIGN_IN_PICTURE:
            given['FOUNDATION_SIGN_IN_PICTURE'] || path.join(branding, 'sign-in.webp'),
        }
      : {}),
    ...env,
  }
}

async function startApi(options: RunOptions, emulatorUrl: string | undefined): Promise<Child> {
  const ready = Promise.withResolvers<void>()
  // The API refuses one that is missing: elsewhere it is a disk that isn't mounted.
  mkdirSync(options.dataFolder, { recursive: true, mode: 0o700 })
  const child = startNode(path.join(root, 'api/src/main.ts'), [], {
    cwd: root,
    nodeArgs: [...apiNodeArgs, ...(options.nodeArgs ?? [])],
    env: { ...apiMemory, ...portalSettings(options, emulatorUrl) },
    onLine: (line) => {
      if (isReady(line)) ready.resolve()
      options.onLine?.(line)
    },
  })
  child.process.once('exit', () => ready.reject(new Error(reason(child.tail()))))
  const timer = setTimeout(() => {
    ready.reject(new Error(`The API did not answer in ${startLimit / 1000} s.\n${child.tail()}`))
    void child.stop('SIGKILL')
  }, startLimit)
  await ready.promise.finally(() => clearTimeout(timer))
  return child
}

function isReady(line: string): boolean {
  return line.startsWith('{') && (JSON.parse(line) as { msg?: string }).msg === 'ready'
}

/** The sentence with which the API refused to start: the last line that isn't part of its log. */
function reason(tail: string): string {
  const plain = tail.split('\n').filter((line) => line.trim() && !line.startsWith('{'))
  return plain.join('\n') || tail || 'The API ended without a message.'
}
