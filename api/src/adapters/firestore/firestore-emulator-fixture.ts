import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { freePort } from '../../../../scripts/ports.ts'

export type FirestoreEmulator = {
  host: string
  /** Whether it enforces `firestore.rules` for everyone but the API. */
  hasRules: boolean
  stop: () => Promise<void>
}

/** Reported by the tests that are skipped without an emulator. */
export const emulatorAbsent =
  'Google’s Firestore emulator and Java are needed: apt-get install google-cloud-cli-firestore-emulator default-jre-headless, or set FIRESTORE_EMULATOR_HOST'

const rules = join(import.meta.dirname, '../../../../firestore.rules')

/** The emulator that is already running, or a new one; undefined if none is installed. */
export async function startFirestoreEmulator(): Promise<FirestoreEmulator | undefined> {
  const running = process.env['FIRESTORE_EMULATOR_HOST']
  if (running) return { host: running, hasRules: false, stop: async () => {} }
  const jar = emulatorJar()
  if (!jar || !hasJava()) return undefined
  const port = await freePort()
  const child = spawn(
    'java',
    [
      '-Xmx512m',
      // It lives for a minute: optimizing its code takes longer than it saves.
      '-XX:TieredStopAtLevel=1',
      '-cp',
      jar,
      'com.google.cloud.datastore.emulator.firestore.CloudFirestore',
      '--host=127.0.0.1',
      `--port=${port}`,
      `--rules=${rules}`,
    ],
    { stdio: 'ignore' },
  )
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const host = `127.0.0.1:${port}`
  await answering(host, child)
  return {
    host,
    hasRules: true,
    async stop() {
      process.off('exit', kill)
      const ended = once(child, 'exit')
      if (child.kill()) await ended
    },
  }
}

async function answering(host: string, child: ChildProcess): Promise<void> {
  for (const until = Date.now() + 60_000; ; await after(100)) {
    if (child.exitCode !== null) throw new Error(`The emulator ended with ${child.exitCode}.`)
    try {
      const answer = await fetch(`http://${host}/`)
      await answer.body?.cancel()
      return
    } catch (cause) {
      if (Date.now() > until) throw new Error('The emulator doesn’t answer.', { cause })
    }
  }
}

/** Google's Debian package, or the one that firebase-tools has downloaded. */
function emulatorJar(): string | undefined {
  const jar = packaged() ?? cached()
  return jar !== undefined && existsSync(jar) ? jar : undefined
}

function packaged(): string | undefined {
  try {
    const files = execFileSync('dpkg', ['-L', 'google-cloud-cli-firestore-emulator'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return files.split('\n').find((file) => file.endsWith('/cloud-firestore-emulator.jar'))
  } catch {
    return undefined
  }
}

function cached(): string | undefined {
  const folder = join(homedir(), '.cache/firebase/emulators')
  if (!existsSync(folder)) return undefined
  const jars = readdirSync(folder).filter((name) => /^cloud-firestore-emulator-.*\.jar$/.test(name))
  const newest = jars.toSorted().at(-1)
  return newest === undefined ? undefined : join(folder, newest)
}

function hasJava(): boolean {
  try {
    execFileSync('java', ['-version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
