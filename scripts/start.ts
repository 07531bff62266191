import path from 'node:path'
import { buildAll } from './build.ts'
import { portIsTaken } from './ports.ts'
import { runPortal } from './portal.ts'
import { sampleAccounts } from '../api/sample/accounts.ts'

const port = Number(process.env['PORT'] ?? 3000)
const dataFolder = path.resolve(process.env['DATA_FOLDER'] ?? '.data')

if (await portIsTaken(port)) {
  fail(
    `Port ${port} is taken; the portal may be running already at http://localhost:${port}. ` +
      `Stop it there, or start on another port: PORT=${port + 1} npx -y pnpm@12 start`,
  )
}

console.log('Board Portal is getting ready.')
const stopped = new AbortController()
process.once('SIGINT', () => stopped.abort())
process.once('SIGTERM', () => stopped.abort())

try {
  await buildAll()
  if (stopped.signal.aborted) process.exit(0)
  const portal = await runPortal({ port, dataFolder, onLine: showProblems })
  if (!stopped.signal.aborted) console.log(welcome(portal.url))
  const asked = new Promise<undefined>((resolve) => {
    if (stopped.signal.aborted) resolve(undefined)
    stopped.signal.addEventListener('abort', () => resolve(undefined))
  })
  const death = await Promise.race([asked, portal.ended])
  if (death === undefined) console.log('\nStopping …')
  await portal.stop()
  if (death !== undefined) fail(`The API stopped by itself.\n${death}`)
  process.exit(0)
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

function welcome(url: string): string {
  const accounts = sampleAccounts
    .slice(0, 3)
    .map((account) => {
      const way = account.password ? `password ${account.password}` : 'Sign in with Google'
      return `    ${account.email.padEnd(34)} ${way.padEnd(32)} ${account.note}`
    })
    .join('\n')
  return `
  Board Portal runs at ${url}

  Sample accounts
${accounts}

  Data lies in ${dataFolder}
  Papers       drop files into ${path.join(dataFolder, 'drive')}
  Stop         Ctrl-C
`
}

function showProblems(line: string): void {
  if (!line.startsWith('{')) return console.error(line)
  const { level, msg } = JSON.parse(line) as { level?: string; msg?: string }
  if (level === 'error') console.error(`  The API reports: ${msg}`)
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
