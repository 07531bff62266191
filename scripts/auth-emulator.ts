import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Child, startNode } from './child.ts'

const require = createRequire(import.meta.url)
const startLimit = 120_000

export type AuthEmulator = { url: string; stop: () => Promise<void> }

/**
 * Runs Google's Firebase Auth emulator on a loopback port. Accounts are stored in `folder` when it
 * stops, and loaded from there when it starts. Only the API may reach it; the API forwards its
 * public sign-in paths.
 */
export async function startAuthEmulator(folder: string, project: string): Promise<AuthEmulator> {
  mkdirSync(folder, { recursive: true })
  const [port, hub, logging] = await freePorts(3)
  const host = '127.0.0.1'
  const config = path.join(folder, 'firebase.json')
  const emulators = {
    singleProjectMode: true,
    auth: { host, port },
    hub: { host, port: hub },
    logging: { host, port: logging },
    ui: { enabled: false },
  }
  writeFileSync(config, JSON.stringify({ emulators }))
  const accounts = path.join(folder, 'accounts')
  const kept = existsSync(path.join(accounts, 'firebase-export-metadata.json'))
  const child = startNode(
    require.resolve('firebase-tools/lib/bin/firebase.js'),
    ['emulators:start', '--only', 'auth', '--project', project, '--config', config].concat(
      ['--export-on-exit', accounts],
      kept ? ['--import', accounts] : [],
    ),
    // It finds the hub that exports the accounts by a file in the temporary folder, named after the project: with a
    // shared folder, it would export those of another emulator of the same project on this machine.
    { cwd: folder, env: { CI: 'true', TMPDIR: folder } },
  )
  const url = `http://${host}:${port}`
  await ready(child, url)
  // Only SIGINT makes it save the accounts.
  return { url, stop: () => child.stop('SIGINT') }
}

async function ready(child: Child, url: string): Promise<void> {
  const deadline = Date.now() + startLimit
  // This line is printed once an import is done; the port answers before that.
  while (!child.tail().includes('All emulators ready')) {
    if (child.process.exitCode !== null || Date.now() > deadline) {
      await child.stop('SIGKILL')
      throw new Error(`The sign-in emulator did not start at ${url}:\n${child.tail()}`)
    }
    await delay(100)
  }
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) =>
          server.once('listening', () => resolve((server.address() as { port: number }).port)),
        ),
    ),
  )
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
