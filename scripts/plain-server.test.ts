import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { environment, parseSettings } from '../api/src/platform/env/env.ts'
import { findProgram } from './debian-packages.ts'
import { exampleSettings as example, startCaddy } from './plain-server-fixture.ts'
import { freePort } from './ports.ts'

const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, 'deploy/plain-server')
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
const guide = readFileSync(path.join(root, 'docs/a-plain-server.md'), 'utf8')
/** What an operator has to fill in. */
const filledIn = {
  OIDC_CLIENT_ID: 'client.apps.googleusercontent.com',
  OIDC_CLIENT_SECRET: 'secret-of-the-client',
  METRICS_TOKEN: 'f3b0c1d2e4a59687f3b0c1d2e4a59687',
}
const run = (program: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
  spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, ...env } })

describe('the example of settings', () => {
  it('is complete but for the client, and contains no secret', () => {
    expect(Object.keys(example).filter((name) => !(name in environment.shape))).toEqual([])
    for (const name of Object.keys(filledIn)) expect(example[name], name).toBe('')
    expect(() => parseSettings(example)).toThrow('OIDC_CLIENT_ID and OIDC_CLIENT_SECRET')
    expect(parseSettings({ ...example, ...filledIn })).toMatchObject({
      production: true,
      identity: { kind: 'portal', provider: { isTrusted: true } },
      store: { kind: 'sqlite' },
      blobs: { kind: 'folder' },
      drive: { kind: 'folder' },
      calendar: { kind: 'ics' },
      limits: { trustedProxies: 1 },
    })
  })
})

describe('the Compose file', () => {
  // https://github.com/compose-spec/compose-spec/blob/main/spec.md, the part that is used here.
  const service = {
    image: z.string(),
    volumes: z.array(z.string()),
    restart: z.literal('unless-stopped'),
    logging: z.strictObject({ driver: z.literal('journald') }),
  }
  const compose = z.strictObject({
    name: z.string(),
    services: z.strictObject({
      portal: z.strictObject({
        ...service,
        build: z.string(),
        env_file: z.string(),
        environment: z.record(z.string(), z.string()),
        healthcheck: z.strictObject({
          test: z.tuple([z.literal('CMD'), z.literal('node'), z.literal('-e'), z.string()]),
          interval: z.literal('10s'),
          timeout: z.literal('3s'),
          start_period: z.literal('60s'),
        }),
        stop_grace_period: z.literal('15s'),
        cap_drop: z.tuple([z.literal('ALL')]),
        security_opt: z.tuple([z.literal('no-new-privileges:true')]),
      }),
      caddy: z.strictObject({
        ...service,
        environment: z.record(z.string(), z.string()),
        ports: z.array(z.string()),
      }),
    }),
    volumes: z.record(z.string(), z.null()),
  })
  const { services, volumes } = compose.parse(parse(read('compose.yaml')))
  const { portal, caddy } = services

  it('runs the image as it is, with the settings of the file', () => {
    expect(existsSync(path.join(folder, portal.build, 'Dockerfile'))).toBe(true)
    // Without a command of its own, the image’s runs: PID 1 receives SIGTERM.
    expect(portal).not.toHaveProperty('command')
    expect(portal.env_file).toBe('/etc/board-portal/production.env')
    const env = { ...example, ...filledIn, ...portal.environment }
    expect(Object.keys(portal.environment).filter((name) => !(name in environment.shape))).toEqual(
      [],
    )
    expect(parseSettings(env).host).toBeUndefined()
  })

  it('keeps all data, backups and certificates outside of the containers', () => {
    const places = portal.volumes.map((volume) => volume.split(':'))
    for (const [onHost, inContainer] of places) expect(inContainer).toBe(onHost)
    const kept = places.map(([onHost]) => onHost!)
    // A restore renames the data folder, so that the volume has to be the folder above.
    expect(kept).toContain(path.posix.dirname(example['DATA_FOLDER']!))
    expect(kept).toContain(example['BACKUP_FOLDER'])
    expect(caddy.volumes).toEqual([
      '/etc/board-portal/Caddyfile:/etc/caddy/Caddyfile:ro',
      'caddy-data:/data',
    ])
    expect(volumes).toHaveProperty('caddy-data')
  })

  it('probes the portal at its port, and publishes only Caddy', () => {
    const [, , , probe] = portal.healthcheck.test
    expect(probe).toContain(`'http://127.0.0.1:${example['PORT']}/readyz'`)
    expect(caddy.environment['PORTAL_UPSTREAM']).toBe(`portal:${example['PORT']}`)
    expect(portal).not.toHaveProperty('ports')
    expect(caddy.ports).toEqual(['80:80', '443:443', '443:443/udp'])
  })
})

describe('the guide', () => {
  it('names only files and commands that exist', () => {
    const named = [
      ...guide.matchAll(/\b(?:deploy\/plain-server|api\/commands|scripts)\/[\w./-]+\w/g),
    ]
    const files = new Set(named.map(([file]) => file))
    expect(files.size).toBeGreaterThan(5)
    expect([...files].filter((file) => !existsSync(path.join(root, file)))).toEqual([])
  })

  it('copies the files to where the units and the containers read them', () => {
    for (const name of ['production.env', 'Caddyfile']) {
      expect(guide).toMatch(new RegExp(`^sudo install .* /etc/board-portal/${name}$`, 'm'))
    }
    expect(guide).toContain('sudo cp /etc/board-portal/Caddyfile /etc/caddy/Caddyfile\n')
  })

  it('makes the folders that the portal expects, with Docker and without', () => {
    const made = [...guide.matchAll(/^sudo install -d .*$/gm)].map(([line]) => line.split(' '))
    const [withDocker = [], withoutDocker = []] = made.slice(1)
    expect(withDocker).toEqual(
      expect.arrayContaining([example['DATA_FOLDER'], example['BACKUP_FOLDER']]),
    )
    expect(withoutDocker).toContain(example['BACKUP_FOLDER'])
    // systemd makes it: https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html#RuntimeDirectory=
    const [, states = ''] = /^StateDirectory=(.+)$/m.exec(read('board-portal.service'))!
    const folders = states.split(' ').map((state) => `/var/lib/${state}`)
    expect(folders).toContain(example['DATA_FOLDER'])
  })

  it('builds the shell that the settings name', () => {
    expect(guide).toContain('node scripts/build.ts --shell-identity=firebase')
    expect(example['SHELL_FOLDER']).toBe('shell/dist-production')
  })
})

describe.skipIf(!findProgram(['caddy']))('the Caddyfile', () => {
  const adapted = run('caddy', ['adapt', '--config', path.join(folder, 'Caddyfile')])

  it('is valid, well formatted, and has a certificate for the address alone', () => {
    expect(adapted.status, adapted.stderr).toBe(0)
    expect(run('caddy', ['fmt', path.join(folder, 'Caddyfile')]).stdout).toBe(read('Caddyfile'))
    const data = mkdtempSync(path.join(tmpdir(), 'caddy-'))
    const file = path.join(folder, 'Caddyfile')
    const { status, stderr } = run('caddy', ['validate', '--config', file], { XDG_DATA_HOME: data })
    rmSync(data, { recursive: true })
    expect(status, stderr).toBe(0)
    const hosts = [...adapted.stdout.matchAll(/"host":\[([^\]]+)\]/g)].map(([, host]) => host)
    expect(hosts).toEqual(['"board.larkspur.example"'])
    expect(example['PUBLIC_URL']).toBe('https://board.larkspur.example')
  })

  it('forwards requests to the portal’s port', () => {
    expect(adapted.stdout).toContain(`"dial":"${example['HOST']}:${example['PORT']}"`)
  })

  it('lets requests wait while the portal restarts, with the one address that Caddy has seen', async () => {
    const data = mkdtempSync(path.join(tmpdir(), 'caddy-'))
    const port = await freePort()
    const caddy = await startCaddy(data, port)
    let seen: IncomingHttpHeaders = {}
    const portal = createServer((incoming, outgoing) => {
      seen = incoming.headers
      outgoing.end('the portal')
    })
    try {
      const forged = { 'x-forwarded-for': '203.0.113.9', 'accept-encoding': 'br' }
      const asking = request(caddy.url, { ca: readFileSync(caddy.authority), headers: forged })
      const answered = once(asking, 'response')
      asking.end()
      // The request is on its way before there is a portal.
      await once(asking, 'finish')
      portal.listen(port, '127.0.0.1')
      const [response] = (await answered) as [{ statusCode: number; resume: () => void }]
      response.resume()
      expect(response.statusCode).toBe(200)
      expect(seen['x-forwarded-for']).toMatch(/^(127\.0\.0\.1|::1)$/)
      expect(seen['x-forwarded-proto']).toBe('https')
      expect(seen['accept-encoding']).toBe('br')
    } finally {
      portal.closeAllConnections()
      portal.close()
      await caddy.stop()
      rmSync(data, { recursive: true })
    }
  })
})

describe.skipIf(!findProgram(['systemd-analyze']))('the systemd units', () => {
  const units = ['board-portal.service', 'board-portal-backup.service', 'board-portal-backup.timer']
  let copies: string
  beforeAll(() => {
    copies = mkdtempSync(path.join(tmpdir(), 'units-'))
    for (const unit of units) {
      // systemd-analyze looks for the programs.
      writeFileSync(path.join(copies, unit), read(unit).replaceAll('/opt/board-portal', root))
    }
  })
  afterAll(() => rmSync(copies, { recursive: true }))

  it('are valid, and name programs that exist', () => {
    const files = units.map((unit) => path.join(copies, unit))
    // Other units of this machine may have faults of their own.
    const options = ['--man=no', '--recursive-errors=no']
    const { status, stderr } = run('systemd-analyze', ['verify', ...options, ...files])
    expect(stderr.split('\n').filter((line) => line.includes('board-portal'))).toEqual([])
    expect(status, stderr).toBe(0)
    for (const unit of units.filter((name) => name.endsWith('.service'))) {
      const [, script = ''] = /^ExecStart=.* (api\/\S+\.ts)/m.exec(read(unit)) ?? []
      expect(existsSync(path.join(root, script)), unit).toBe(true)
    }
  })

  it('let the portal write to its own folders alone', () => {
    for (const unit of units.filter((name) => name.endsWith('.service'))) {
      const { status, stdout } = run('systemd-analyze', [
        'security',
        '--offline=yes',
        '--threshold=25',
        path.join(copies, unit),
      ])
      expect(status, stdout).toBe(0)
      expect(read(unit)).toContain(`EnvironmentFile=/etc/board-portal/production.env\n`)
    }
    expect(example['DATA_FOLDER']).toMatch(/^\/var\/lib\/board-portal\//)
    expect(read('board-portal-backup.service')).toContain(`=${example['BACKUP_FOLDER']}\n`)
  })
})
