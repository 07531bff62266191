import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import getPort from 'get-port'
import { portIsTaken } from '../../scripts/ports.ts'
import { adminToken } from '../bench/session.ts'
import { currentQuarter, expect, test } from '../support/fixtures.ts'
import { leftBehind } from '../support/left-screens.ts'
import { keepPassing } from '../support/gate-runner.ts'
import { opens } from '../support/opens.ts'
import { type PageCommand, pageCommands } from '../support/page-commands.ts'
import { compositionOf, expectMenu, stopsOf } from '../support/walk.ts'

const root = path.resolve(import.meta.dirname, '../..')
const guide = path.join(root, 'docs/a-remote-of-your-own.md')
/** The placeholder for the reader's portal in the guide. */
const anyPortal = 'https://portal.example.org'

/** An author for commits, on a machine without a configured one. */
const author = { NAME: 'Ada Park', EMAIL: 'ada.park@larkspur.example' }
const git = Object.fromEntries(
  Object.entries(author).flatMap(([what, value]) => [
    [`GIT_AUTHOR_${what}`, value],
    [`GIT_COMMITTER_${what}`, value],
  ]),
)

/** Runs the guide's blocks in one shell, like a person who copies them one after the other. */
async function follow(commands: PageCommand[], cwd: string, env: NodeJS.ProcessEnv) {
  const script = commands
    .map(({ under, script: lines }) => `echo '── ${under}'\n${lines}`)
    .join('\n')
  const shell = spawn('bash', ['-euo', 'pipefail'], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const ended = once(shell, 'close')
  shell.stdin.end(script)
  const [code] = (await ended) as [number]
  expect(code, output).toBe(0)
  return output
}

/** A free port with free ports ten and eleven above it for the dev servers. */
async function freePort(): Promise<number> {
  const port = await getPort()
  const taken = await Promise.all([10, 11].map((above) => portIsTaken(port + above)))
  return taken.includes(true) ? freePort() : port
}

test(
  'a team follows the guide from an empty folder to a fifth remote in everyone’s menu',
  { tag: '@long' },
  async ({ ownPortal, page, signIn, browser }) => {
    test.setTimeout(1_200_000)
    const folder = mkdtempSync(path.join(tmpdir(), 'board-portal-fifth-'))
    try {
      const clone = path.join(folder, 'clone')
      execFileSync('git', ['clone', '--quiet', root, clone])
      const commands = pageCommands(guide)
      const isDev = ({ script }: PageCommand) => script.startsWith('npx -y pnpm@12 dev ')
      const dev = commands.findIndex(isDev)
      expect(dev).toBeGreaterThan(0)
      expect(commands.filter(isDev)).toHaveLength(1)

      // The guide itself sets PORTAL_URL, regardless of this machine's environment; and the clone's own pnpm
      // installs its dependencies, which it doesn't do when started by another one.
      const {
        PORTAL_URL: _,
        pnpm_config_verify_deps_before_run: __,
        ...env
      } = { ...process.env, ...git }
      await follow(commands.slice(0, dev), clone, env)

      const port = await freePort()
      const running = spawn('bash', ['-c', commands[dev]!.script], {
        cwd: clone,
        detached: true,
        env: { ...env, PORT: String(port) },
      })
      let logged = ''
      for (const stream of [running.stdout, running.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => (logged += text))
      }
      const ended = once(running, 'exit')
      try {
        const isServed = () => logged.includes('hot reload of shell, news')
        await expect
          .poll(() => isServed() || running.exitCode !== null, { timeout: 300_000 })
          .toBe(true)
        expect(isServed(), logged).toBe(true)
        await signIn('member', { url: `http://localhost:${port}/news` })
        await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible()
      } finally {
        // A process that has already exited has failed the test.
        if (running.exitCode === null) process.kill(-running.pid!, 'SIGINT')
        await ended
      }

      const portal = await ownPortal()
      const rest = commands.slice(dev + 1).map(({ under, script }) => ({
        under,
        script: script.replaceAll(anyPortal, portal.url),
      }))
      const ADMIN_TOKEN = await adminToken(portal.url)
      const stop = keepPassing(portal.url)
      const output = await follow(rest, clone, { ...env, ADMIN_TOKEN }).finally(stop)
      expect(output).toContain('is for everyone')
      expect(output).toMatch(/^news: 1\.0\.0-\S+ → 1\.1\.0-/m)
      // The guide's result: the second release was rolled back, and the first one stays.
      expect(output.trim()).toMatch(/stable +1\.0\.0-\S+\n +candidate +none\n.*$/)

      const member = await (await browser.newContext()).newPage()
      await signIn('member', { page: member, url: portal.url })
      const menu = member.getByRole('navigation', { name: 'Main' })
      await menu.getByRole('link', { name: 'News' }).click()
      await expect(member.getByRole('heading', { level: 1, name: 'News' })).toBeVisible()
      await expect(member.getByText('maria.lopez@larkspur.example')).toBeVisible()
      // QA walks it as it walks the others.
      await member.reload()
      const { remotes } = await compositionOf(member)
      const news = remotes.find(({ name }) => name === 'news')!
      expect(stopsOf(news, currentQuarter())).toEqual([{ path: '/news', heading: 'News' }])
      await expectMenu(member, await compositionOf(member))
      await opens(member, `${portal.url}/news`, 'News')
      expect(await leftBehind(member, [{ path: '/news' }])).toEqual([])
      await member.context().close()
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
