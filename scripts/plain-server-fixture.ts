import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openSqliteStore } from '../api/src/adapters/sqlite/sqlite-document-store.ts'
import { readSettingsFile, settingsLine } from '../api/src/platform/env/settings-file.ts'
import { type Child, startNode } from './child.ts'
import { freePort } from './ports.ts'

const root = path.resolve(import.meta.dirname, '..')
/** What an operator copies. */
const plainServer = path.join(root, 'deploy/plain-server')

export const exampleSettings = readSettingsFile(path.join(plainServer, 'production.env.example'))

/** In place of Google, whose people can be admins: a provider that only describes itself. */
const issuerPath = '/issuer'

type Caddy = {
  url: string
  /** The certificate of the authority that has issued Caddy's. */
  authority: string
  issuer: string
  stop: () => Promise<void>
}

type CaddyConfig = { apps: { http: { servers: Record<string, { routes: unknown[] }> } } }

/** Caddy with the Caddyfile for operators, on this machine's free ports, and with a certificate of its own. */
export async function startCaddy(folder: string, upstreamPort: number): Promise<Caddy> {
  const [port, httpPort] = [await freePort(), await freePort()]
  const url = `https://localhost:${port}`
  const adapted = execFileSync(
    'caddy',
    ['adapt', '--config', path.join(plainServer, 'Caddyfile')],
    {
      env: {
        ...process.env,
        PORTAL_ADDRESS: url,
        PORTAL_UPSTREAM: `127.0.0.1:${upstreamPort}`,
      },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const { apps } = JSON.parse(adapted) as CaddyConfig
  const issuer = `${url}${issuerPath}`
  const described = { issuer, authorization_endpoint: `${issuer}/sign-in` }
  apps.http.servers['srv0']!.routes.unshift({
    match: [{ path: [`${issuerPath}/.well-known/openid-configuration`] }],
    handle: [{ handler: 'static_response', body: JSON.stringify(described) }],
  })
  const storage = path.join(folder, 'caddy')
  const config = path.join(folder, 'caddy.json')
  writeFileSync(
    config,
    JSON.stringify({
      admin: { disabled: true },
      storage: { module: 'file_system', root: storage },
      apps: {
        http: { ...apps.http, http_port: httpPort },
        pki: { certificate_authorities: { local: { install_trust: false } } },
      },
    }),
  )
  // Its input closes when this process ends, however that happens, and Caddy ends with it.
  const script = 'caddy run --config "$0" & read _; kill $!; wait'
  const child = spawn('sh', ['-c', script, config], { stdio: ['pipe', 'ignore', 'pipe'] })
  const ended = once(child, 'exit')
  let log = ''
  const ready = new Promise<void>((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text
      if (log.includes('certificate obtained successfully')) resolve()
    })
  })
  const failed = ended.then(() => {
    throw new Error(`Caddy doesn’t run: ${log}`)
  })
  await Promise.race([ready, failed])
  failed.catch(() => undefined)
  return {
    url,
    authority: path.join(storage, 'pki/authorities/local/root.crt'),
    issuer,
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}

/** The arguments of a unit's command, for Node in the workspace. */
function commandOf(unit: string): string[] {
  const text = readFileSync(path.join(plainServer, unit), 'utf8')
  const [, command = ''] = /^ExecStart=\/opt\/board-portal\/node_modules\/\.bin\/node (.+)$/m.exec(
    text,
  )!
  return command.split(' ')
}

type Printed = { code: number | null; output: string }

/**
 * A portal that runs from the files for operators: the command and the settings, behind Caddy. Only ports, folders, the
 * provider and what an operator fills in differ.
 */
export async function openPlainServer(folder: string) {
  const dataFolder = path.join(folder, 'data')
  const port = await freePort()
  const caddy = await startCaddy(folder, port)
  const settings = {
    ...exampleSettings,
    PORT: String(port),
    DATA_FOLDER: dataFolder,
    BACKUP_FOLDER: path.join(folder, 'backups'),
    PUBLIC_URL: caddy.url,
    OIDC_ISSUER: caddy.issuer,
    TRUSTED_ISSUER: caddy.issuer,
    OIDC_CLIENT_ID: 'board-portal',
    OIDC_CLIENT_SECRET: 'secret-of-the-client',
    METRICS_TOKEN: '6f1d8a2c90b34e7f85c2d1a0e9b7c634',
    BACKUP_DAYS: '30',
    // Is resolved without a network.
    EMBED_HOSTS: '127.0.0.1',
  }
  mkdirSync(path.join(dataFolder, 'drive'), { recursive: true, mode: 0o700 })
  mkdirSync(settings.BACKUP_FOLDER, { mode: 0o700 })
  const file = path.join(folder, 'production.env')
  const lines = Object.entries(settings).map(([name, value]) => settingsLine(name, value))
  writeFileSync(file, lines.join(''))
  // The first start would create it.
  await openSqliteStore({ path: path.join(dataFolder, 'portal.sqlite') }).close()
  const env = { PATH: process.env['PATH'], NODE_EXTRA_CA_CERTS: caddy.authority }
  const run = (args: string[], more: NodeJS.ProcessEnv = {}) =>
    new Promise<Printed>((resolve) => {
      const options = { cwd: root, env: { ...env, ...more } }
      const child = execFile(process.execPath, [...args, '--env', file], options, (_, out, err) =>
        resolve({ code: child.exitCode, output: out + err }),
      )
    })
  let portal: Child | undefined
  return {
    url: caddy.url,
    dataFolder,
    /** Starts the portal as its unit does. */
    async start(): Promise<void> {
      const args = commandOf('board-portal.service')
      const script = args.at(-1)!
      const ready = Promise.withResolvers<void>()
      const child = (portal = startNode(script, [], {
        cwd: root,
        nodeArgs: args.slice(0, -1),
        env: { ...settings, NODE_EXTRA_CA_CERTS: caddy.authority },
        onLine: (line) => line.includes('"msg":"ready"') && ready.resolve(),
      }))
      child.process.once('exit', () => ready.reject(new Error(child.tail())))
      await ready.promise
    },
    /** Runs a command of an operator with the settings. */
    run: (command: string, ...args: string[]) => run([`api/commands/${command}.ts`, ...args]),
    /** Makes a backup as its unit does. */
    backup: () => run(commandOf('board-portal-backup.service')),
    /** Restores a backup to another folder, which takes precedence over the file's. */
    drill: (backup: string, to: string) =>
      run(['api/commands/restore.ts', backup], { DATA_FOLDER: to }),
    async stop() {
      await portal?.stop()
      await caddy.stop()
    },
  }
}
