import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import path from 'node:path'
import type { Page, Request } from '@playwright/test'
import getPort from 'get-port'
import { expectAccessible } from '../support/accessible.ts'
import { approveRelease, getPointer } from '@portal/contract/pointers'
import { sendOutcomes } from '@portal/contract/outcomes'
import { endPreview, startPreview } from '@portal/contract/previews'
import { callWith } from '../bench/session.ts'
import { enter, expect, people, test } from '../support/fixtures.ts'
import { machineOf } from '../support/portal-command.ts'
import { publishAgain } from '../support/publish-again.ts'
import { releaseThat } from '../support/releases.ts'
import { copyOfWorkspace, edit } from '../support/workspace-copy.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const leave = (page: Page) => page.getByRole('button', { name: 'Leave', exact: true })

/** The composition of the page; there is none if the person signed in on it. */
const sentTo = (page: Page) =>
  page.evaluate(() => {
    const text = document.getElementById('page-data')!.textContent
    return (JSON.parse(text) as { portal: { composition: { id: string } } }).portal.composition.id
  })

type DevServer = { address: string; edit: (file: string, from: string, to: string) => void }

/** Runs `portal dev directory` in a copy of the workspace, for a running portal. */
function devServer(portal: string, work: (server: DevServer) => Promise<void>): Promise<void> {
  const args = ['shell/remote-kit/bin/portal.ts', 'dev', 'directory', '--portal', portal]
  return served({ folder: '.', args, announced: portal }, work)
}

/** The same with `rspack serve` in the remote's folder, which is independent of any portal. */
function rspackServe(work: (server: DevServer) => Promise<void>): Promise<void> {
  const args = ['node_modules/@rspack/cli/bin/rspack.js', 'serve']
  return served({ folder: 'mf-directory', args, announced: 'http://localhost:3000' }, work)
}

type Command = { folder: string; args: string[]; announced: string }

async function served(
  { folder, args, announced }: Command,
  work: (server: DevServer) => Promise<void>,
): Promise<void> {
  const copy = copyOfWorkspace()
  const port = await getPort()
  const dev = spawn(process.execPath, [...args, '--port', String(port)], {
    cwd: path.join(copy, folder),
    detached: true,
  })
  let output = ''
  dev.stdout.on('data', (text: Buffer) => (output += text.toString()))
  dev.stderr.on('data', (text: Buffer) => (output += text.toString()))
  const ended = once(dev, 'exit')
  const address = `http://localhost:${port}`
  try {
    await expect
      .poll(() => output, { timeout: 60_000 })
      .toContain(`${announced}/#mf=directory@${address}`)
    await work({
      address,
      edit: (file, from, to) => edit(path.join(copy, file), from, to),
    })
  } finally {
    process.kill(-dev.pid!, 'SIGINT')
    await ended
    rmSync(copy, { recursive: true, force: true })
  }
}

test('one tab runs one remote with hot reload inside a running portal', async ({
  page,
  signIn,
  baseURL,
}) => {
  test.setTimeout(120_000)
  await devServer(baseURL!, async ({ address, edit: editSource }) => {
    const isReport = (request: Request) => request.url().endsWith(sendOutcomes.path)
    const reported = page.waitForRequest(isReport, { timeout: 0 })
    await signIn('member', { url: `/directory#mf=directory@${address}` })
    const banner = page.getByText(
      `This tab runs directory from ${address} instead of the usual version.`,
    )
    await expect(banner).toBeVisible()
    await expect(heading(page, 'Board & Staff Directory')).toBeVisible()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/directory')

    await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
    const screen = 'mf-directory/src/directory/directory-screen.tsx'
    editSource(screen, 'title="Board & Staff Directory"', 'title="Everyone"')
    await expect(heading(page, 'Everyone')).toBeVisible()
    await expect(page.getByText('Ingrid Sørensen').first()).toBeVisible()
    await expect(page.locator('body[data-same-page]')).toBeVisible()

    const errors = page.getByRole('region', { name: 'Errors in development' })
    editSource(screen, 'title="Everyone"', 'title="Everyone')
    await expect(errors).toContainText('doesn’t compile')
    await expect(errors).toContainText('directory-screen.tsx')
    editSource(screen, 'title="Everyone', 'title="Everyone"')
    await expect(errors).toHaveCount(0)

    await leave(page).click()
    await expect(heading(page, 'Board & Staff Directory')).toBeVisible()
    await expect(banner).toHaveCount(0)
    // A trial says nothing about how a release works for others: the usual tab after it is the first that reports.
    expect((await reported).postDataJSON()).toMatchObject({
      composition: expect.not.stringContaining('localhost'),
    })
  })
})

test(
  'a tab runs a remote that `rspack serve` serves from its folder, with hot reload',
  { tag: '@long' },
  async ({ page, signIn }) => {
    test.setTimeout(120_000)
    await rspackServe(async ({ address, edit: editSource }) => {
      await signIn('member', { url: `/directory#mf=directory@${address}` })
      await expect(heading(page, 'Board & Staff Directory')).toBeVisible()
      await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
      const screen = 'mf-directory/src/directory/directory-screen.tsx'
      editSource(screen, 'title="Board & Staff Directory"', 'title="Everyone"')
      await expect(heading(page, 'Everyone')).toBeVisible()
      const styles = 'mf-directory/src/directory/person-card.module.css'
      editSource(styles, 'gap: var(--s2);', 'gap: 33px;')
      const contact = page.getByRole('link', { name: /@larkspur/ }).first()
      await expect(contact.locator('..')).toHaveCSS('gap', '33px')
      await expect(page.locator('body[data-same-page]')).toBeVisible()
    })
  },
)

test(
  'an unreachable server is reported, and the portal runs as usual',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await signIn('member', { url: '/directory#mf=directory@http://localhost:9' })
    await expect(page.getByText('Is “portal dev directory” running?')).toBeVisible()
    await expect(page.getByText('Ingrid Sørensen').first()).toBeVisible()
    await expectAccessible(page, 'a tab whose server isn’t there')
    await leave(page).click()
    await expect(leave(page)).toHaveCount(0)
    await expect(page.getByText('Ingrid Sørensen').first()).toBeVisible()
  },
)

test(
  'an address with an override works from the sign-in page on',
  { tag: '@long' },
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL: baseURL! })
    const page = await context.newPage()
    await page.goto('/directory#mf=directory@http://localhost:9')
    await page.getByLabel('E-mail').fill('maria.lopez@larkspur.example')
    await page.getByLabel('Password').fill('larkspur-board-2026')
    await page.getByRole('button', { name: 'Sign in with Email & Password' }).click()
    await expect(page.getByText('Is “portal dev directory” running?')).toBeVisible()
    await expect(page).toHaveURL(`${baseURL}/directory`)
    await context.close()
  },
)

test(
  'a tab takes over an override from its own address, and ends it',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await signIn('member')
    await page.goto('/#mf=directory')
    await expect(page.getByRole('alert')).toContainText(
      'without “directory”. An override has the form',
    )
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.goto('/#mf=directory@http://localhost:9')
    await expect(leave(page)).toBeVisible()
    await page.goto('/#mf=')
    await expect(leave(page)).toHaveCount(0)
  },
)

test.describe('in a portal that allows only published releases, for admins and for an hour', () => {
  test(
    'an override that an admin confirms runs in one tab only',
    { tag: '@long' },
    async ({ page, context, ownPortal, signIn }, info) => {
      const altered = releaseThat(`globalThis.altered = true`, 'directory', info.outputDir)
      // The altered one is the stable one, and the previous one is still published.
      const portal = await ownPortal({ RELEASES_FOLDER: altered, OVERRIDES: 'admins' })
      await signIn('admin', { url: `${portal.url}/directory` })
      await page.reload()
      await expect(page.getByText('Ingrid Sørensen').first()).toBeVisible()
      expect(await page.evaluate(() => 'altered' in globalThis)).toBe(true)
      const before = /directory@[^~]*?-altered_([^~_]+)/.exec(await sentTo(page))![1]!

      await page.keyboard.press('Alt+Shift+KeyM')
      const parts = page.getByRole('table', { name: 'Parts of the page' })
      await expect(
        parts.getByRole('row', { name: /directory .*-altered first choice/ }),
      ).toBeVisible()
      await page.getByRole('combobox', { name: 'Release' }).selectOption(before)
      await expectAccessible(page, 'what a page runs')
      await page.getByRole('button', { name: 'Run in this tab' }).click()
      await expect(
        page.getByText(`Run directory ${before} in this tab instead of the usual version?`),
      ).toBeVisible()
      expect(await page.evaluate(() => 'altered' in globalThis)).toBe(true)
      await expectAccessible(page, 'a tab that asks for a release')
      await page.getByRole('button', { name: 'Run for an hour' }).click()
      await expect(page.getByText(`This tab runs directory ${before} instead of`)).toBeVisible()
      await expect(page.getByText('Ingrid Sørensen').first()).toBeVisible()
      expect(await page.evaluate(() => 'altered' in globalThis)).toBe(false)

      const other = await context.newPage()
      await other.goto(`${portal.url}/directory`)
      await expect(other.getByText('Ingrid Sørensen').first()).toBeVisible()
      expect(await other.evaluate(() => 'altered' in globalThis)).toBe(true)
      await other.close()

      await leave(page).click()
      await expect(leave(page)).toHaveCount(0)
      await expect(page.getByText('Ingrid Sørensen').first()).toBeVisible()
      expect(await page.evaluate(() => 'altered' in globalThis)).toBe(true)
    },
  )

  test(
    'no server on a reader’s machine is allowed',
    { tag: '@long' },
    async ({ page, ownPortal, signIn }) => {
      const portal = await ownPortal({ OVERRIDES: 'admins' })
      await signIn('admin', { url: `${portal.url}/#mf=directory@http://localhost:3011` })
      await expect(page.getByRole('alert')).toContainText(
        'This portal runs only published releases, none from localhost.',
      )
    },
  )

  test(
    'a composition is replayed by its id',
    { tag: '@long' },
    async ({ page, browser, ownPortal, signIn }, info) => {
      const env: NodeJS.ProcessEnv = { OVERRIDES: 'admins' }
      const portal = await ownPortal(env)
      await signIn('admin', { url: portal.url })
      await page.reload()
      const earlier = await sentTo(page)
      env['RELEASES_FOLDER'] = releaseThat(`globalThis.altered = true`, 'directory', info.outputDir)
      await portal.restart()
      const query = `composition=${encodeURIComponent(earlier)}`
      await page.goto(`${portal.url}/directory?${query}`)
      await expect(page.getByText('This tab runs a composition by its id.')).toBeVisible()
      await expect(page).toHaveURL(`${portal.url}/directory`)
      await page.getByText('Its releases').click()
      await expectAccessible(page, 'a tab that replays a composition')
      await expect(page.getByText('Ingrid Sørensen').first()).toBeVisible()
      expect(await sentTo(page)).toBe(earlier)
      expect(await page.evaluate(() => 'altered' in globalThis)).toBe(false)
      const others = await browser.newContext()
      const member = await others.newPage()
      await signIn('member', { page: member, url: `${portal.url}/directory#${query}` })
      await expect(member.getByRole('alert')).toContainText('Only admins may do this.')
      await others.close()
    },
  )
})

test(
  'the link of a preview runs it for the people it names, and for an admin once that is approved',
  { tag: '@long' },
  async ({ page, browser, ownPortal, signIn }) => {
    const portal = await ownPortal({ OVERRIDES: 'admins' })
    const { call, secret: token } = await machineOf(portal)
    const team = callWith(portal.url, token)
    const remote = 'directory'
    const release = await publishAgain(team, remote, '8.0.0')
    const secret = randomBytes(32).toString('base64url')
    const params = { remote, id: createHash('sha256').update(secret).digest('hex') }
    const named = [people.member.email, people.admin.email]
    await team(startPreview, { params, body: { release, people: named } })
    const link = `${portal.url}/directory#preview=${secret}`
    /** The version whose code has run; none for the sample's own release. */
    const versionIn = (tab: Page) => tab.locator('html').getAttribute('data-directory')
    const card = (tab: Page) => tab.getByText('Ingrid Sørensen').first()
    const leavePreview = page.getByRole('button', { name: 'Leave the preview' })

    // Signed out, then as somebody else, then as the person it is for: all by the same link.
    const invitation = page.getByText('Your link opens a preview of this portal')
    await page.goto(link)
    await expect(invitation).toBeVisible()
    await expectAccessible(page, 'the sign-in for a preview')
    await enter(page, 'staff')
    const refusal = page.getByRole('alert')
    await expect(refusal).toContainText(`This preview isn’t for ${people.staff.email}`)
    await expect(card(page)).toBeVisible()
    expect(await versionIn(page)).toBeNull()
    await expectAccessible(page, 'the preview of other people')
    await page.getByRole('button', { name: 'Sign in as someone else' }).click()
    await expect(invitation).toBeVisible()
    await enter(page, 'member')
    const preview = /a preview by the Directory team, until/
    await expect(page.getByText(preview)).toBeVisible()
    await page.goto(link)
    await page.getByText('For its team').click()
    await expect(page.getByText(`directory ${release}, until`)).toBeVisible()
    await expect(
      page.getByText(/ (more|less) than \d+\.\d+\.\d+-\w+, which runs now\./),
    ).toBeVisible()
    await expect(card(page)).toBeVisible()
    expect(await versionIn(page)).toBe('8.0.0')
    expect(page.url()).toBe(`${portal.url}/directory`)
    await expectAccessible(page, 'a preview')
    const report = page.waitForRequest((request) => request.url().endsWith('/api/outcomes'))
    await page.reload()
    expect((await report).postDataJSON()).toMatchObject({ preview: params.id })
    await expect(leavePreview).toBeVisible()

    const tab = await (await browser.newContext()).newPage()
    await signIn('admin', { page: tab, url: link })
    await expect(tab.getByRole('alert')).toContainText(`No admin has approved ${release}`)
    await expect(card(tab)).toBeVisible()
    expect(await versionIn(tab)).toBeNull()
    const { revision } = await call(getPointer, { params: { remote } })
    const body = { release, reason: 'I have read the change' }
    await call(approveRelease, { params: { remote }, body, revision })
    await tab.goto('about:blank')
    await tab.goto(link)
    await expect(tab.getByText(preview)).toBeVisible()
    await expect(card(tab)).toBeVisible()
    expect(await versionIn(tab)).toBe('8.0.0')
    await tab.context().close()

    await team(endPreview, { params })
    await page.reload()
    await expect(refusal).toContainText('This preview was ended')
    await expect(card(page)).toBeVisible()
    expect(await versionIn(page)).toBeNull()
    await leavePreview.click()
    await expect(refusal).toHaveCount(0)
  },
)
