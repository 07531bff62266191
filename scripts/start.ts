import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { mustRespond } from '../api/src/platform/env/named-paths.ts'
import { applySettingsFile } from '../api/src/platform/env/settings-file.ts'
import { print, printError } from '../api/domain/src/print.ts'
import '../api/commands/print-defects.ts'
import { buildAll } from './build.ts'
import { step } from './steps.ts'
import { startGateRunner } from './gate-runner/start-gate-runner.ts'
import { portIsTaken } from './ports.ts'
import {
  needsEmulator,
  portalSettings,
  runPortal,
  type RunningPortal,
  startEmulator,
} from './portal.ts'
import { settingsFileOf, setUpOwnPortal, usableDataFolder } from './own-portal.ts'
import { commandLine, welcome } from './welcome.ts'

const args = readArgs()
// A portal of one's own is made there.
const dataFolder = await usableDataFolder({ mayBeMissing: args.own }).catch(failWith)
const command = commandLine(process.env)
await readSettings(args)
const port = Number(process.env['PORT'] || 3000)
/** The gate runner's, which is started with the portal: nobody else has to know it. */
const gateRunnerKey = process.env['GATE_RUNNER_KEY'] || randomBytes(32).toString('hex')

if (await portIsTaken(port)) {
  fail(
    `Port ${port} is taken; the portal may already be running at http://localhost:${port}. ` +
      `Stop it there, or start on another port: PORT=${port + 1} npx -y pnpm@12 start`,
  )
}

print('Starting Board Portal.')
const asked = new Promise<undefined>((resolve) => {
  process.once('SIGINT', () => resolve(undefined))
  process.once('SIGTERM', () => resolve(undefined))
})
let running: RunningPortal | undefined
const undo: (() => Promise<void>)[] = []

try {
  const death = await Promise.race([asked, run()])
  if (death === undefined) print('', 'Stopping …')
  await stopAll()
  if (death !== undefined) fail(`The API stopped by itself.\n${death}`)
  process.exit(0)
} catch (error) {
  await stopAll()
  failWith(error)
}

function readArgs(): { own: boolean; file: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { own: { type: 'boolean', default: false } },
    })
    const [file, extra] = positionals
    const unexpected = values.own ? extra : file
    if (unexpected === undefined) return { own: values.own, file }
    throw new Error(`Unexpected argument “${unexpected}”.`)
  } catch (error) {
    printError((error as Error).message, '', '  start [--own [<file with settings>]]')
    process.exit(2)
  }
}

/** Adds this data folder's settings to the environment, after `--own` has written them. */
async function readSettings({ own, file }: ReturnType<typeof readArgs>): Promise<void> {
  try {
    if (file !== undefined) await mustRespond('--own', file)
    if (own) await askFor(file)
    if (existsSync(settingsFileOf(dataFolder))) applySettingsFile(settingsFileOf(dataFolder))
  } catch (error) {
    failWith(error)
  }
}

/** Sets up a portal of one's own; asks where there is a terminal. */
async function askFor(file: string | undefined): Promise<void> {
  // oxlint-disable-next-line no-restricted-properties -- only the questions are written there
  const { stdin: input, stdout: output } = process
  const terminal = input.isTTY ? createInterface({ input, output }) : undefined
  // Ctrl-C and Ctrl-D end the questions, and with them the start.
  const stopped = () => fail('Nothing was started.')
  terminal?.on('close', stopped)
  const ask = async (question: string, suggestion?: string) =>
    terminal!.question(`${question}${suggestion ? ` [${suggestion}]` : ''}: `)
  const explain = (sentence: string) => print(sentence)
  await setUpOwnPortal({ dataFolder, env: process.env, file, ask: terminal && ask, explain })
  terminal?.off('close', stopped).close()
}

/** If the API ends on its own, the message includes its last output. */
async function run(): Promise<string> {
  // In parallel: each keeps one core busy for some seconds.
  const starting = needsEmulator(process.env) ? startEmulator(dataFolder) : undefined
  undo.push(async () => (await starting?.catch(() => undefined))?.stop())
  const [emulator] = await Promise.all([starting, buildAll()])
  const publicUrl = process.env['PUBLIC_URL'] || `http://localhost:${port}`
  const env = {
    GATE_RUNNER_KEY: gateRunnerKey,
    PUBLIC_URL: publicUrl,
  }
  running = await step('Starting the API', () =>
    runPortal({ port, dataFolder, ...(emulator && { emulator }), env, onLine: showProblems }),
  )
  undo.push(running.stop)
  const settings = { ...process.env, ...portalSettings({ port, dataFolder, env }, emulator?.url) }
  const hasFile = existsSync(settingsFileOf(dataFolder))
  print(...welcome({ url: running.url, settings, hasFile, command }))
  undo.push(startGateRunner({ url: running.url, key: gateRunnerKey }).stop)
  return running.ended
}

async function stopAll(): Promise<void> {
  for (const stop of undo.toReversed()) await stop()
}

/** During the start, the error that ends it reports the reason once. */
function showProblems(line: string): void {
  if (!line.startsWith('{')) return running ? printError(line) : undefined
  const { level, msg } = JSON.parse(line) as { level?: string; msg?: string }
  if (level === 'error' || level === 'warn') printError(`  The API reports: ${msg}`)
}

function failWith(error: unknown): never {
  fail(error instanceof Error ? error.message : String(error))
}

function fail(message: string): never {
  printError(...message.split('\n'))
  process.exit(1)
}
