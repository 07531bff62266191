import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import getPort from 'get-port'
import { followDockerfile } from '../../scripts/follow-dockerfile.ts'
import { expect, test } from '../support/fixtures.ts'

const root = path.resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

type Bill = { bomFormat: string; components: { purl: string }[] }

/** The minimum settings for production; none of these services is contacted by a start. */
const settings = {
  IDENTITY: 'firebase',
  FIREBASE_PROJECT_ID: 'larkspur-portal',
  FIREBASE_API_KEY: 'the-web-api-key',
  FOUNDATION_DOMAIN: 'larkspur.example',
  DEFAULT_ADMIN_EMAIL: 'ruth.abelman@larkspur.example',
}

test(
  'the Dockerfile’s result starts, is healthy, serves the production shell and stops on SIGTERM',
  { tag: '@long' },
  async ({ request }) => {
    test.skip(process.platform !== 'linux', 'The image’s commands are Linux’s.')
    test.setTimeout(600_000)
    const target = mkdtempSync(path.join(tmpdir(), 'board-portal-image-'))
    const tools = path.join(target, 'tools')
    mkdirSync(tools)
    // The image has pnpm installed; here it is used as everywhere in this workspace.
    writeFileSync(path.join(tools, 'pnpm'), '#!/bin/sh\nexec npx -y pnpm@12.21.0 "$@"\n', {
      mode: 0o755,
    })
    const PATH = [tools, path.dirname(process.execPath), process.env['PATH']].join(path.delimiter)
    try {
      const { last, leftOut } = await followDockerfile({
        context: root,
        target: path.join(target, 'stages'),
        env: { ...process.env, PATH, CI: 'true' },
        notHere: /^npm install --global|chown/,
      })
      // Only a container can run these; all other commands were run.
      expect(leftOut).toEqual([
        'npm install --global pnpm@12.21.0',
        'mkdir --parents /data && chown node:node /data',
      ])
      const home = path.join(last.folder, last.workdir)
      const installed = readdirSync(path.join(home, 'node_modules/.pnpm')).join(' ')
      expect(installed).toContain('firebase-admin@')
      for (const name of ['firebase-tools@', 'typescript@', '@rspack', 'vitest@', 'playwright']) {
        expect(installed).not.toContain(name)
      }
      const packagesIn = (file: string) => {
        const bill = JSON.parse(readFileSync(path.join(home, file), 'utf8')) as Bill
        expect(bill.bomFormat).toBe('CycloneDX')
        return bill.components.map(({ purl }) => purl.replace(/@[^@]*$/, '')).join(' ')
      }
      expect(packagesIn('sbom/api.cdx.json')).toContain('pkg:npm/firebase-admin')
      expect(packagesIn('sbom/api.cdx.json')).not.toContain('pkg:npm/vitest')
      expect(packagesIn('sbom/shell.cdx.json')).toContain('pkg:npm/react-dom')
      expect(packagesIn('sbom/shell.cdx.json')).toContain('pkg:npm/zod')
      expect(packagesIn('mf-meetings/dist/sbom.cdx.json')).toContain('pkg:npm/temporal-polyfill')
      expect(existsSync(path.join(home, 'shell/dist-production/sbom.cdx.json'))).toBe(false)
      expect(globSync('{api,shell,mf-*}/src/**/*.test.{ts,tsx}', { cwd: home })).toEqual([])

      const port = await getPort()
      // As the Dockerfile makes /data.
      mkdirSync(path.join(target, 'data'))
      const env = {
        ...last.env,
        ...settings,
        PATH,
        PORT: String(port),
        DATA_FOLDER: path.join(target, 'data'),
      }
      const [command, ...args] = last.cmd as [string, ...string[]]
      const portal = spawn(command, args, { cwd: home, env, stdio: ['ignore', 'ignore', 'pipe'] })
      let log = ''
      portal.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
      const ended = once(portal, 'exit')
      try {
        await expect.poll(() => log, { timeout: 60_000 }).toContain('"msg":"ready"')
        expect(log.match(/"msg":"release adopted"/g)).toHaveLength(4)
        const [check, ...checkArgs] = last.health as [string, ...string[]]
        await run(check, checkArgs, { cwd: home, env })
        const page = await request.get(`http://localhost:${port}/`)
        expect(page.status()).toBe(200)
        expect(page.headers()['strict-transport-security']).toBeDefined()
        expect(await page.text()).toMatch(/<meta content="firebase" name="portal-identity"/)
        // The doctor is part of the image, and reports what doesn't exist in this test.
        const doctor = await run(command, ['api/commands/doctor.ts'], { cwd: home, env }).catch(
          (error: { stdout: string }) => error,
        )
        expect(doctor.stdout).toMatch(/^ok +shell +built for IDENTITY=firebase/m)
        expect(doctor.stdout).toMatch(/^ok +remotes +/m)
        const backup = ['api/commands/backup.ts', path.join(target, 'backup')]
        expect((await run(command, backup, { cwd: home, env })).stdout).toContain('verified.')
      } finally {
        portal.kill('SIGTERM')
      }
      expect(await ended).toEqual([0, null])
      expect(log).toContain('"msg":"stopped"')
    } finally {
      rmSync(target, { recursive: true, force: true })
    }
  },
)
