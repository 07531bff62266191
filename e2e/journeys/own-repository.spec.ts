import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { getPointer, saveCohorts, savePolicy } from '@portal/contract/pointers'
import { createReleaseToken } from '@portal/contract/release-tokens'
import type { Page } from '@playwright/test'
import getPort from 'get-port'
import { buildPackages } from '../../scripts/packages/build-packages.ts'
import { registryWith } from '../../scripts/packages/local-registry-fixture.ts'
import { adminToken, callWith } from '../bench/session.ts'
import { expect, people, test } from '../support/fixtures.ts'
import { keepPassing } from '../support/gate-runner.ts'
import { openGuideShell } from '../support/guide-shell.ts'
import { makePromotable } from '../support/make-promotable.ts'
import { type PageCommand, pageCommands } from '../support/page-commands.ts'
import { whileServing } from '../support/while-serving.ts'
import { edit } from '../support/workspace-copy.ts'

const guide = path.resolve(import.meta.dirname, '../../docs/a-remote-in-its-own-repository.md')
/** The guide's placeholders. */
const anyPortal = 'https://portal.example.org'
const anyRegistry = 'https://npm.portal.example.org'
const remote = 'news'
const params = { remote }

/**
 * npm's cache without the programs that npx has installed before: npx keeps them by version, but here a version's files
 * change until it is released.
 */
function cacheWithoutPrograms(folder: string): string {
  const usual = process.env['npm_config_cache'] ?? path.join(homedir(), '.npm')
  const cache = path.join(folder, 'npm-cache')
  mkdirSync(cache)
  mkdirSync(path.join(usual, '_cacache'), { recursive: true })
  symlinkSync(path.join(usual, '_cacache'), path.join(cache, '_cacache'))
  return cache
}

/** The guide's commands that serve a remote; they run until they are stopped. */
function servingCommands(): string[] {
  const text = readFileSync(guide, 'utf8')
  return [...text.matchAll(/`(npm run dev\b.*?|npx rspack serve)`/g)].map(([, command]) => command!)
}

const linesOf = (commands: PageCommand[]) =>
  commands.flatMap(({ script }) => script.replaceAll('\\\n', ' ').split('\n'))

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const news = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'News' })

/** Edits the screen that a dev server serves, and sees the change in the same page. */
async function expectHotReload(page: Page, address: string, repository: string): Promise<void> {
  const screen = path.join(repository, 'src/overview/overview-screen.tsx')
  const requests: string[] = []
  await page.goto(address)
  await expect(page.getByText('This tab runs news from http://localhost:')).toBeVisible()
  await expect(heading(page, 'News')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  edit(screen, 'title="News"', 'title="Board News"')
  await expect(heading(page, 'Board News')).toBeVisible()
  await expect(page.locator('body[data-same-page]')).toBeVisible()
  expect(requests.filter((request) => request.startsWith('/api/calendar'))).toEqual([])
  edit(screen, 'title="Board News"', 'title="News"')
  await expect(heading(page, 'News')).toBeVisible()
}

test(
  'a team takes a remote from an empty folder to everyone with nothing but the packages',
  { tag: '@long' },
  async ({ ownPortal, browser, signIn }) => {
    test.setTimeout(600_000)
    const folder = mkdtempSync(path.join(tmpdir(), 'board-portal-own-'))
    const packages = path.join(folder, 'packages')
    const empty = path.join(folder, 'empty')
    const repository = path.join(empty, remote)
    mkdirSync(empty)
    await buildPackages(packages)
    const registry = await registryWith(packages)
    try {
      const portal = await ownPortal()
      const admin = callWith(portal.url, await adminToken(portal.url))
      const { secret } = await admin(createReleaseToken, { body: { name: 'ci', remote } })
      const cohorts = { qa: [people.member.email], team: [] }
      await admin(saveCohorts, { params, body: cohorts, revision: 'new' })
      const policy = { approval: 'once', stepMinutes: 0 } as const
      await admin(savePolicy, { params, body: policy, revision: 'new' })

      const author = { NAME: 'Ada Park', EMAIL: 'ada.park@larkspur.example' }
      const git = Object.entries(author).flatMap(([what, value]) => [
        [`GIT_AUTHOR_${what}`, value],
        [`GIT_COMMITTER_${what}`, value],
      ])
      const others = Object.entries(process.env).filter(
        ([name]) => !/^(npm_|pnpm_|PORTAL_)/i.test(name),
      )
      const env = {
        ...Object.fromEntries([...others, ...git]),
        PORTAL_TOKEN: secret,
        npm_config_cache: cacheWithoutPrograms(folder),
      }
      const here = (text: string) =>
        text.replaceAll(anyRegistry, registry.url).replaceAll(anyPortal, portal.url)
      const commands = pageCommands(guide)
      const at = (section: number) =>
        commands.findIndex(({ under }) => under.startsWith(`${section}. `))
      const part = (from: number, to: number) =>
        commands.slice(from, to).map((command) => ({ ...command, script: here(command.script) }))
      expect(linesOf(part(0, at(5))).length).toBeLessThanOrEqual(12)

      const shell = openGuideShell(empty, env)
      await shell.run(part(0, at(3)))

      const member = await (await browser.newContext()).newPage()
      await signIn('member', { page: member, url: portal.url })
      await expect(news(member)).toHaveCount(0)
      const serving = servingCommands()
      expect(serving).toHaveLength(2)
      for (const command of serving) {
        const port = await getPort()
        const address = `#mf=${remote}@http://localhost:${port}`
        // npm passes on what follows a double dash.
        const served = { command: here(`${command} --port ${port}`), cwd: repository, env }
        await whileServing({ ...served, until: address }, () =>
          expectHotReload(member, `${portal.url}/${remote}${address}`, repository),
        )
      }
      await member.getByRole('button', { name: 'Leave', exact: true }).click()

      const shown = await shell.run(part(at(3), at(5)))
      expect(shown).toContain('is for the QA cohort')
      await member.goto(`${portal.url}/${remote}`)
      await expect(heading(member, 'News')).toBeVisible()
      await expect(news(member)).toBeVisible()
      const staff = await (await browser.newContext()).newPage()
      await signIn('staff', { page: staff, url: portal.url })
      await expect(news(staff)).toHaveCount(0)

      const { candidate } = await admin(getPointer, { params })
      await makePromotable(admin, remote, candidate!.release)
      const stop = keepPassing(portal.url)
      const promoted = await shell.run(part(at(5), commands.length)).finally(stop)
      await shell.close()
      expect(promoted).toContain(`${candidate!.release} is for everyone.`)
      await staff.reload()
      await news(staff).click()
      await expect(heading(staff, 'News')).toBeVisible()
    } finally {
      await registry.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
