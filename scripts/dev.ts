import { existsSync } from 'node:fs'
import path from 'node:path'
import { applySettingsFile } from '../api/src/platform/env/settings-file.ts'
import { loadConfig } from '../shell/remote-kit/src/build/rspack-build.ts'
import { serve } from '../shell/remote-kit/src/build/dev-server.ts'
import { buildAll } from './build.ts'
import { settingsFileOf, usableDataFolder } from './own-portal.ts'
import { runPortal } from './portal.ts'
import { portIsTaken } from './ports.ts'
import { remotes } from './remotes.ts'
import { step } from './steps.ts'

const root = path.resolve(import.meta.dirname, '..')
const dataFolder = await usableDataFolder().catch(failWith)
if (existsSync(settingsFileOf(dataFolder))) applySettingsFile(settingsFileOf(dataFolder))
const port = Number(process.env['PORT'] || 3000)
const shellPort = port + 10
const known = remotes()
const named = process.argv.slice(2)

const unknown = named.filter((name) => !known.some((remote) => remote.name === name))
if (unknown.length > 0) {
  const names = known.map(({ name }) => name).join(', ')
  fail(`There is no remote called ${unknown.join(', ')}. There are ${names}.`)
}

const edited = known
  .filter(({ name }) => named.includes(name))
  .map((remote, index) => ({ ...remote, port: shellPort + 1 + index }))
const built = known.filter(({ name }) => !named.includes(name))
const devRemotes = edited
  .map(({ name, port: devPort }) => `${name}@http://localhost:${devPort}`)
  .join(',')
// Read by the presets: the remotes named here are built for their dev servers.
process.env['DEV_REMOTES'] = devRemotes

for (const taken of [port, shellPort, ...edited.map((remote) => remote.port)]) {
  if (await portIsTaken(taken))
    fail(`Port ${taken} is taken. Set another PORT to move all of them.`)
}

try {
  await buildAll({ only: ['shell', ...built.map(({ name }) => name)] })
  const shell = path.join(root, 'shell')
  const servers = await step('Starting the dev servers', async () =>
    Promise.all([
      serve(await loadConfig(shell, { RSPACK_SERVE: true }, { port: shellPort })),
      ...edited.map(async ({ dir }) => serve(await loadConfig(dir))),
    ]),
  )
  const portal = await step('Starting the API', () =>
    runPortal({
      port,
      dataFolder,
      env: {
        SHELL_DEV_URL: `http://localhost:${shellPort}`,
        DEV_REMOTES: devRemotes,
        RELEASES_FOLDER: built.map((remote) => path.join(remote.dir, 'dist')).join(',') || ',',
      },
    }),
  )
  const hot = ['shell', ...edited.map(({ name }) => name)].join(', ')
  console.log(`\n  ${portal.url} with hot reload of ${hot}. Stop: Ctrl-C\n`)
  const stop = new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
  const death = await Promise.race([stop, portal.ended])
  await Promise.all([portal.stop(), ...servers.map((end) => end())])
  if (death) fail(death)
  process.exit(0)
} catch (error) {
  failWith(error)
}

function failWith(error: unknown): never {
  fail(error instanceof Error ? error.message : String(error))
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
