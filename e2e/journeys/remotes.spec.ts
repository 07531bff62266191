import type { Page } from '@playwright/test'
import { tagOf } from '../support/counts.ts'
import { expect, test } from '../support/fixtures.ts'
import { releaseThat } from '../support/releases.ts'

const directory = '**/remotes/directory/**'

/** Clicks the menu, so that the remote is loaded inside a running portal. */
async function openDirectory(page: Page) {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Board & Staff Directory' })
    .click()
}

async function recovers(page: Page) {
  await page.unroute(directory)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Ingrid Sørensen').first()).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-journey', 'same page')
}

async function marked(page: Page) {
  // Gone after a reload: proves that Try Again needs none.
  await page.evaluate(() => document.documentElement.setAttribute('data-journey', 'same page'))
}

test.describe('a failing remote', () => {
  test.beforeEach(async ({ signIn, page }) => {
    await signIn('member')
    await marked(page)
  })

  const script = { status: 200, contentType: 'text/javascript' }
  for (const [name, answer, isOrdinary] of [
    ['is down', { status: 503, body: 'down' }, false],
    ['is missing', { status: 404, contentType: 'application/problem+json', body: '{}' }, false],
    ['is broken', { ...script, body: 'this is not JavaScript' }, false],
    ['was tampered with', { ...script, body: 'globalThis.stolen = true' }, true],
  ] as const) {
    test(
      `${name}: the remote shows a message in its place, the rest works, and Try Again loads it`,
      { tag: tagOf(isOrdinary) },
      async ({ page }) => {
        await page.route(directory, (route) => route.fulfill(answer))
        await openDirectory(page)
        await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
        expect(await page.evaluate(() => 'stolen' in globalThis)).toBe(false)
        await page.getByRole('link', { name: 'Board Calendar' }).click()
        await expect(page.getByRole('heading', { level: 1, name: 'Board Calendar' })).toBeVisible()
        await openDirectory(page)
        await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
        await recovers(page)
      },
    )
  }

  test(
    'cut off: the remote shows a message in its place, with a reference to its report',
    { tag: '@long' },
    async ({ page }) => {
      await page.route(directory, (route) => route.abort())
      const reported = page.waitForRequest('**/api/reports')
      await openDirectory(page)
      await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
      const { session } = (await reported).postDataJSON() as { session: string }
      await expect(page.getByText(`Reference: ${session.slice(0, 8)}`)).toBeVisible()
      await recovers(page)
    },
  )

  test(
    'never responding: the deadline ends the wait, and the menu works meanwhile',
    { tag: '@long' },
    async ({ page }) => {
      await page.route(directory, () => {})
      await openDirectory(page)
      await page.getByRole('link', { name: 'Board Calendar' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Board Calendar' })).toBeVisible()
      await openDirectory(page)
      await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible({ timeout: 30_000 })
      await recovers(page)
    },
  )
})

test(
  'a page opened while its remote is down recovers the same way',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await signIn('member')
    await page.route(directory, (route) => route.fulfill({ status: 503, body: 'down' }))
    await page.goto('/directory')
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
    await marked(page)
    await recovers(page)
  },
)

test(
  'a remote that is down is reported once on the dashboard, and all of its parts come back together',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await page.route('**/remotes/meetings/**', (route) => route.abort())
    await signIn('member')
    await expect(page.getByRole('link', { name: /Board Materials/ })).toBeVisible()
    await page.unroute('**/remotes/meetings/**')
    // There is only one.
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByText('Upcoming Meeting')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Latest papers' })).toBeVisible()
  },
)

test('a screen that throws is caught in its place', { tag: '@long' }, async ({ page, signIn }) => {
  await signIn('member')
  await marked(page)
  // The reply is complete, valid JSON of the right shape, but has a value that the screen can't
  // render.
  await page.route('**/api/people', (route) =>
    route.fulfill({
      json: {
        people: [{ id: 'x', name: 'X', role: 'R', type: 'board', revision: 1 }, null],
        counts: { board: 2, staff: 0 },
      },
    }),
  )
  await openDirectory(page)
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.unroute('**/api/people')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByText('Ingrid Sørensen').first()).toBeVisible()
})

test('the shell contains no remote’s address', async ({ request }) => {
  const html = await (await request.get('/')).text()
  const scripts = [...html.matchAll(/<script[^>]+src="([^"]+)"/g)].map((match) => match[1]!)
  expect(scripts.length).toBeGreaterThan(0)
  for (const script of scripts) {
    const source = await (await request.get(script)).text()
    for (const name of ['meetings', 'governance', 'directory', 'admin'])
      expect(source).not.toContain(`/remotes/${name}`)
  }
})

test('members are never sent the admin remote', { tag: '@long' }, async ({ page, signIn }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await signIn('member')
  await page.reload()
  await expect(
    page.getByText('Upcoming Meeting').or(page.getByText('No upcoming meetings')).first(),
  ).toBeVisible()
  expect(requests.filter((url) => url.includes('/remotes/admin/'))).toEqual([])
  expect(await page.content()).not.toContain('/remotes/admin/')
})

test(
  'a remote loads after the reader’s cookie has expired while the page slept',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await signIn('member')
    await expect(page.getByText('Upcoming Meeting')).toBeVisible()
    const requests: string[] = []
    page.on('response', (response) =>
      requests.push(
        `${response.status()} ${new URL(response.url()).pathname.split('/', 3).join('/')}`,
      ),
    )
    await page.context().clearCookies({ name: '__session' })
    await marked(page)
    await openDirectory(page)
    await expect(page.getByText('Ingrid Sørensen').first()).toBeVisible()
    // The cookie was renewed before the files were served, without a new page. The shell's own renewal may come before
    // the first request for them, so a refused one isn't certain.
    expect(requests).toContain('200 /api/auth')
    expect(requests.indexOf('200 /api/auth')).toBeLessThan(
      requests.indexOf('200 /remotes/directory'),
    )
    await expect(page.locator('html')).toHaveAttribute('data-journey', 'same page')
  },
)

test(
  'nothing of a remote is served to a browser in which nobody is signed in',
  { tag: '@long' },
  async ({ page, signIn, browser, baseURL }) => {
    const files = new Set<string>()
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (pathname.startsWith('/remotes/')) files.add(pathname)
    })
    await signIn('admin', { url: '/admin' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect
      .poll(() => [...files].some((file) => file.startsWith('/remotes/admin/')))
      .toBe(true)
    const outside = await browser.newContext({ baseURL: baseURL! })
    for (const file of files) expect((await outside.request.get(file)).status()).toBe(404)
    const stranger = await outside.newPage()
    const response = await stranger.goto('/admin')
    await expect(stranger.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
    const text = `${JSON.stringify(response!.headers())}${await response!.text()}`
    for (const file of files) expect(text).not.toContain(file.split('/')[3])
    expect(text).not.toContain('portal-admin')
    await outside.close()
  },
)

test(
  'a release that throws without a fallback leaves an error in its place',
  { tag: '@long' },
  async ({ page, ownPortal, signIn }, info) => {
    const thrown = releaseThat(
      `throw new Error('This release throws.')`,
      'directory',
      info.outputDir,
    )
    const portal = await ownPortal({ RELEASES_FOLDER: thrown })
    await page.route('**/remotes/directory/**', (route) =>
      route.request().url().includes('-altered/') ? route.continue() : route.abort(),
    )
    await signIn('member', { url: `${portal.url}/` })
    await openDirectory(page)
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
    await page.getByRole('link', { name: 'Board Calendar' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Board Calendar' })).toBeVisible()
    await page.unroute('**/remotes/directory/**')
    await openDirectory(page)
    await expect(page.getByText('Ingrid Sørensen').first()).toBeVisible()
  },
)
