import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { print, printError } from '../api/domain/src/print.ts'
import '../api/commands/print-defects.ts'
import { buildAll } from './build.ts'
import { step } from './steps.ts'
import { startGateRunner } from './gate-runner/start-gate-runner.ts'
import { portIsTaken } from './ports.ts'
import { runPortal, type RunningPortal, startEmulator } from './portal.ts'
import { sampleAccounts } from '../api/sample/accounts.ts'

const port = Number(process.env['PORT'] ?? 3000)
/** The gate runner's, which is started with the portal: nobody else has to know it. */
const gateRunnerKey = process.env['GATE_RUNNER_KEY'] || randomBytes(32).toString('hex')
const hasSample = !['0', 'false'].includes(process.env['SAMPLE'] ?? '')
const dataFolder = path.resolve(process.env['DATA_FOLDER'] ?? '.data')

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
  fail(error instanceof Error ? error.message : String(error))
}

/** If the API ends on its own, the message includes its last output. */
async function run(): Promise<string> {
  // In parallel: each keeps one core busy for some seconds.
  const starting = startEmulator(dataFolder)
  undo.push(async () => (await starting.catch(() => undefined))?.stop())
  const [emulator] = await Promise.all([starting, buildAll()])
  const publicUrl = process.env['PUBLIC_URL'] || `http://localhost:${port}`
  const env = {
    GATE_RUNNER_KEY: gateRunnerKey,
    PUBLIC_URL: publicUrl,
    ...(hasSample ? {} : { SAMPLE: '0' }),
  }
  running = await step('Starting the API', () =>
    runPortal({ port, dataFolder, emulator, env, onLine: showProblems }),
  )
  undo.push(running.stop)
  print(...welcome(running.url).split('\n'))
  undo.push(startGateRunner({ url: running.url, key: gateRunnerKey }).stop)
  return running.ended
}

async function stopAll(): Promise<void> {
  for (const stop of undo.toReversed()) await stop()
}

function welcome(url: string): string {
  const accounts = hasSample ? `\n  Sample accounts\n${accountLines()}\n` : ''
  return `
  Board Portal runs at ${url}
${accounts}
  Data is in ${dataFolder}
  Papers       drop files into ${path.join(dataFolder, 'drive')}
  Stop         Ctrl-C
`
}

function accountLines(): string {
  return sampleAccounts
    .slice(0, 3)
    .map((account) => {
      const way = account.password ? `password ${account.password}` : 'Sign in with Google'
      return `    ${account.email.padEnd(34)} ${way.padEnd(32)} ${account.note}`
    })
    .join('\n')
}

/** During the start, the error that ends it reports the reason once. */
function showProblems(line: string): void {
  if (!line.startsWith('{')) return running ? printError(line) : undefined
  const { level, msg } = JSON.parse(line) as { level?: string; msg?: string }
  if (level === 'error') printError(`  The API reports: ${msg}`)
}

function fail(message: string): never {
  printError(...message.split('\n'))
  process.exit(1)
}
