import { once } from 'node:events'
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { saveCohorts } from '@portal/contract/pointers'
import { getPortal } from '@portal/contract/portal'
import { getRelease } from '@portal/contract/publishing'
import { startNode } from '../../scripts/child.ts'
import type { Page } from '@playwright/test'
import { descendantsOf } from '../support/descendants.ts'
import { expect, test, type Who } from '../support/fixtures.ts'
import { gateRunnerKey, keepPassing } from '../support/gate-runner.ts'
import {
  addScreens,
  changeDirectory,
  commandsIn,
  faultsUnderBoth,
  machineOf,
  releaseIn,
} from '../support/portal-command.ts'
import { copyOfWorkspace, edit, restore } from '../support/workspace-copy.ts'

const remote = 'directory'
const because = ['--reason', 'A journey']

const gateRunner = path.resolve(import.meta.dirname, '../../scripts/gate-runner.ts')

/** Waits until the runner has started a browser; returns the environments of all processes that it has started. */
async function browsersOf(runner: number): Promise<string[]> {
  const started = async () => {
    const pids = await descendantsOf(runner)
    const isBrowser = (pid: number) => /chrom/.test(readOf(pid, 'cmdline'))
    return pids.some(isBrowser) ? pids.map((pid) => readOf(pid, 'environ')) : []
  }
  let environments: string[] = []
  await expect
    .poll(async () => (environments = await started()), { timeout: 120_000 })
    .not.toEqual([])
  return environments
}

/** Of a process that may have ended. */
function readOf(pid: number, file: 'cmdline' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Forwards everything to the portal, but never finishes a file upload. */
async function holdingProxy(target: string, isHeld: (request: IncomingMessage) => boolean) {
  const held = Promise.withResolvers<void>()
  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (isHeld(incoming)) return held.resolve()
    const { method, headers, url } = incoming
    const onward = request(new URL(url!, target), { method: method!, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, held: held.promise, close }
}

/** Breaks the directory of a copy of the workspace in every way that the gate finds without a long wait. */
function breakDirectory(copy: string): void {
  const folder = path.join(copy, 'mf-directory')
  edit(
    path.join(folder, 'src/remote.ts'),
    'owns: [directoryPaths.directory],',
    `owns: ['/directory', '/calendar/staff'],
  slots: {
    phones: { slot: 'sidebar', order: 10, load: () => import('./directory/directory-screen.tsx') },
    people: { slot: 'dashboard', order: 70, load: () => import('./directory/directory-screen.tsx') },
  },`,
  )
  edit(path.join(folder, 'rspack.config.ts'), "'directory',", "'directory', budget: 9000,")
  const screen = path.join(folder, 'src/directory/directory-screen.tsx')
  edit(screen, /^/, `import { Badge as Copy } from '../../../shared-ui/src/badge.tsx'\n`)
  edit(
    screen,
    'export function Component() {',
    `export function Component() {
  if (location.pathname === '/') void fetch('https://elsewhere.example/' + Copy.name).catch(() => {})
  else setTimeout(() => (document.createElement('p').innerHTML = '<b>bold</b>'))`,
  )
  addScreens(folder, {
    throwing: `export function Component() {\n  throw new Error('It is broken.')\n}\n`,
  })
  edit(
    path.join(folder, 'src/routes.ts'),
    'export const routes: RouteObject[] = [',
    `export const routes: RouteObject[] = [
  {
    path: '/directory/named',
    handle: { heading: 'Phones' },
    lazy: () => import('./directory/directory-screen.tsx'),
  },`,
  )
}

test.describe('the portal command', () => {
  let copy: string
  test.beforeAll(() => {
    copy = copyOfWorkspace()
  })
  test.afterAll(() => rmSync(copy, { recursive: true, force: true }))

  test('reports all objections to a release at once, publishes a sound one, promotes it to everyone and rolls it back', async ({
    ownPortal,
    signIn,
    browser,
  }) => {
    test.setTimeout(600_000)
    const portal = await ownPortal()
    const { call, token, secret } = await machineOf(portal)
    const team = commandsIn(copy, { PORTAL_URL: portal.url, PORTAL_TOKEN: secret })
    const admins = commandsIn(copy, { PORTAL_URL: portal.url, PORTAL_TOKEN: token })
    changeDirectory(copy, '9.0.0', 'All people')
    breakDirectory(copy)
    const refused = await team.run('check', remote)
    expect(refused.code, refused.output).toBe(1)
    expect(refused.output).toMatch(/over the budget of 9000/)
    expect(refused.output).toMatch(
      /shared-ui\/src\/badge\.tsx is bundled: import @portal\/shared-ui\/badge,/,
    )
    expect(refused.output).toMatch(
      /\/calendar\/staff is claimed by directory \(\S+\) and by meetings \(/,
    )
    expect(refused.output).toContain('phones: the shell has no slot called sidebar.')
    expect(refused.output).toMatch(/ {4}\/directory: it threw .*TrustedHTML/)
    expect(refused.output).toContain(
      '    /directory/named: its heading is “All people”, but its route says “Phones”',
    )
    expect(refused.output).toMatch(/ {4}\/directory\/throwing: .*It is broken/)
    expect(refused.output).toMatch(/ {4}\/: the page’s policy blocked it: .*elsewhere\.example/)
    expect(refused.output).toContain('directory can’t be published.')
    restore(copy)

    const published = await team.run('publish', remote)
    expect(published.code, published.output).toBe(0)
    expect(published.output).toMatch(/✓ types[^]*✓ budget[^]*✓ collisions[^]*✓ screens/)
    expect(published.output).toContain(`, the one that ${portal.url} runs\n`)
    const release = releaseIn(published.output)
    const record = await call(getRelease, { params: { remote, release } })
    // The team's own report, under the shell that the portal serves.
    const { shell } = await call(getPortal)
    expect(record.checked).toMatchObject({ shell, current: false })

    const stop = keepPassing(portal.url)
    const promoted = await admins
      .run('promote', remote, release, '--step', '100', ...because)
      .finally(stop)
    expect(promoted.code, promoted.output).toBe(0)
    expect(promoted.output).toMatch(/✓ screens[^]*✓ gate runner +passed[^]*is for everyone/)
    const page = await (await browser.newContext()).newPage()
    const heading = page.getByRole('heading', { level: 1 })
    await signIn('member', { page, url: `${portal.url}/directory` })
    await expect(heading).toHaveText('All people')

    const back = await team.run('rollback', remote, ...because)
    expect(back.code, back.output).toBe(0)
    await page.reload()
    await expect(heading).toHaveText('Board & Staff Directory')
    await page.context().close()
    for (const { output } of [published, back]) expect(output).not.toContain(secret)
  })

  test(
    'compares and denies a release, tries it with the gate runner, and gates a workspace',
    { tag: '@long' },
    async ({ ownPortal, signIn, browser }) => {
      test.setTimeout(600_000)
      const portal = await ownPortal()
      const { call, token, secret } = await machineOf(portal)
      const team = commandsIn(copy, { PORTAL_URL: portal.url, PORTAL_TOKEN: secret })
      const admins = commandsIn(copy, { PORTAL_URL: portal.url, PORTAL_TOKEN: token })
      const headingOf = async (who: Who, heading: string) => {
        const page: Page = await (await browser.newContext()).newPage()
        await signIn(who, { page, url: `${portal.url}/directory` })
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        await page.context().close()
      }

      changeDirectory(copy, '9.1.0', 'Everyone')
      const published = await team.run('publish', remote)
      expect(published.output).toMatch(/✓ types[^]*✓ budget[^]*✓ collisions[^]*✓ screens/)
      expect(published.code, published.output).toBe(0)
      expect(published.output).toContain(`, the one that ${portal.url} runs\n`)
      const release = releaseIn(published.output)
      const record = await call(getRelease, { params: { remote, release } })
      const { shell } = await call(getPortal)
      // The team's own report, under the shell that the portal serves.
      expect(record.checked).toMatchObject({ shell, current: false })
      await headingOf('staff', 'Board & Staff Directory')

      await call(saveCohorts, {
        params: { remote },
        body: { qa: ['wei.chen@larkspur.example'], team: [] },
        revision: 'new',
      })
      const promoted = await team.run('promote', remote, release, ...because)
      expect(promoted.code, promoted.output).toBe(0)
      expect(promoted.output).toMatch(/✓ screens[^]*is for the QA cohort/)
      await headingOf('staff', 'Everyone')
      await headingOf('member', 'Board & Staff Directory')

      // The running releases of every remote are tested with a workspace's shell and API before those
      // are deployed.
      const gate = await team.run('gate')
      expect(gate.code, gate.output).toBe(0)
      expect(gate.output).toContain(`${release}, candidate: 1 mounted: /directory`)
      for (const [name, addresses] of [
        ['meetings', '/, /calendar, /meetings, /meetings/2'],
        ['governance', '/, /governance, /governance/bylaws'],
        ['admin', '/admin, /admin/directory'],
      ]) {
        expect(gate.output).toMatch(
          new RegExp(`✓ ${name} +\\S+, stable: \\d+ mounted: ${addresses}`),
        )
      }
      expect(gate.output).toContain(`5 releases of ${portal.url} run on this shell and API.`)
      const routes = path.join(copy, 'api/src/features/directory/directory-feature.ts')
      const [sound, throwing] = ['people(person, query)', 'people(person, query).notThere()']
      edit(routes, sound, throwing)
      const broken = await team.run('gate', remote)
      edit(routes, throwing, sound)
      expect(broken.code).toBe(1)
      expect(broken.output).toContain('/directory: /api/people was answered with 500')

      const compared = await team.run('diff', remote, 'stable', 'candidate')
      expect(compared.output).toMatch(/~ container\.js, [\d.]+ KB → [\d.]+ KB/)

      const skipped = await team.run('promote', remote, release, '--step', '50', ...because)
      expect(skipped.code).toBe(1)
      expect(skipped.output).toContain('The next step')
      // Without a verdict nobody but an admin who overrules that takes it further than the QA cohort.
      const runner = startNode(gateRunner, [], {
        env: { PORTAL_URL: portal.url, GATE_RUNNER_KEY: gateRunnerKey },
      })
      const [whole, environments] = await Promise.all([
        admins.run('promote', remote, release, '--step', '100', ...because),
        browsersOf(runner.process.pid!),
      ])
      await runner.stop()
      expect(whole.code, whole.output).toBe(0)
      expect(whole.output).toMatch(/✓ screens[^]*✓ gate runner +passed[^]*is for everyone/)
      for (const environment of environments) expect(environment).not.toContain(gateRunnerKey)
      const tried = await call(getRelease, { params: { remote, release } })
      expect(tried).toMatchObject({ tried: { result: 'passed', faults: [], current: true } })
      await headingOf('member', 'Everyone')

      const back = await team.run('rollback', remote, ...because)
      expect(back.code, back.output).toBe(0)
      await headingOf('member', 'Board & Staff Directory')

      const denied = await team.run('deny', remote, release, ...because)
      expect(denied.code, denied.output).toBe(0)
      const refused = await team.run('promote', remote, release, ...because)
      expect(refused.output).toContain(`${release} was denied`)
      expect(refused.code).toBe(1)
      const status = await team.run('status', remote)
      expect(status.output).toMatch(
        /denied {5}\S+[^]*denied:[^]*rolled back:[^]*promoted to everyone/,
      )
      for (const { output } of [published, promoted, status]) expect(output).not.toContain(secret)

      // The kit of this workspace gets an export that the running portal's doesn't have.
      const kit = path.join(copy, 'shell/remote-kit/src/portal.tsx')
      const screen = path.join(copy, `mf-${remote}/src/directory/directory-screen.tsx`)
      const before = [kit, screen].map((file) => [file, readFileSync(file, 'utf8')] as const)
      appendFileSync(kit, `\nexport function today(): string {\n  return 'Wednesday'\n}\n`)
      edit(screen, /^import /, `import { today } from '@portal/remote-kit/portal'\nimport `)
      edit(screen, 'export function Component() {', 'export function Component() {\n  today()')
      const misfit = await team.run('check', remote)
      expect(misfit.code).toBe(1)
      expect(misfit.output).toMatch(
        /directory 9\.1\.0-\w+ uses today of @portal\/remote-kit\/portal, which this portal’s shell doesn’t have/,
      )
      expect(misfit.output).not.toContain('screens')
      // Releases of earlier kits have no record of names: the portal's own shell shows it.
      const { portals, copies } = await faultsUnderBoth(copy, remote, portal.url)
      expect(copies).toEqual([])
      expect(portals.join()).toMatch(/\/directory: .*today.* is not a function/)
      for (const [file, text] of before) writeFileSync(file, text)
    },
  )

  test(
    'leaves nothing half-registered when killed during publishing, and finishes the next time',
    { tag: '@long' },
    async ({ ownPortal }) => {
      test.setTimeout(400_000)
      const portal = await ownPortal()
      const { secret, releases } = await machineOf(portal)
      const team = commandsIn(copy, { PORTAL_URL: portal.url, PORTAL_TOKEN: secret })
      const before = await releases()
      changeDirectory(copy, '9.2.0', 'All of us')
      for (const method of ['PUT', 'POST']) {
        const proxy = await holdingProxy(portal.url, (incoming) => incoming.method === method)
        const child = team.child(['publish', remote], { PORTAL_URL: proxy.url })
        const ended = once(child, 'close')
        await Promise.race([proxy.held, ended])
        expect(child.kill('SIGKILL'), 'it was still sending').toBe(true)
        await ended
        proxy.close()
        expect(await releases()).toEqual(before)
      }
      const published = await team.run('publish', remote)
      expect(published.code, published.output).toBe(0)
      expect(published.output).toContain('there already')
      expect(await releases()).toEqual([releaseIn(published.output), ...before])
    },
  )
})
