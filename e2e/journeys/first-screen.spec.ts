import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import { memberToken } from '../bench/session.ts'
import { windows } from '../support/counts.ts'
import { expect, test } from '../support/fixtures.ts'
import { withRecords } from '../support/release-faults.ts'

/**
 * In KiB: what a first visit of the dashboard may load for its page, in Brotli: the shell's first
 * script and style sheet, its fonts, and the files of the remotes whose parts it shows. A larger
 * dashboard is slower for everyone; see docs/decisions/0048-first-screen.md for what can come later.
 */
const budget = 280

const root = path.resolve(import.meta.dirname, '../..')

/** The files that a page's own HTML names for a member, by address. */
async function namedFiles(request: APIRequestContext, address: string): Promise<string[]> {
  const headers = { cookie: `__session=${await memberToken(process.env['PORTAL_URL']!)}` }
  const html = await (await request.get(address, { headers })).text()
  const named = [...html.matchAll(/ (?:src|href)="(\/(?:assets|remotes)\/[^"]+)"/g)]
  return [...new Set(named.map(([, url]) => url!))].filter((url) => !url.endsWith('.svg'))
}

/** The built file behind an address: `/remotes/<remote>/<release>/<file>` is in the remote's build. */
function builtFile(url: string): string {
  const [, remote, file] = /^\/remotes\/([^/]+)\/[^/]+\/(.+)$/.exec(url) ?? []
  return path.join(root, remote ? `mf-${remote}/dist/${file}` : `shell/dist${url}`)
}

function transferred(url: string): number {
  const file = builtFile(url)
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
}

test('the dashboard’s files stay within their budget', async ({ request }) => {
  const files = await namedFiles(request, '/')
  expect(files.filter((url) => url.startsWith('/remotes/')).length).toBeGreaterThan(3)
  const sizes = files.map((url) => ({ url, size: transferred(url) }))
  const sum = Math.ceil(sizes.reduce((all, { size }) => all + size, 0) / 1024)
  const list = sizes.map(({ url, size }) => `${(size / 1024).toFixed(1).padStart(7)} KiB ${url}`)
  expect(
    sum,
    `The dashboard loads ${sum} KiB; its budget is ${budget} KiB (e2e/journeys/first-screen.spec.ts).\n${list.join('\n')}`,
  ).toBeLessThanOrEqual(budget)
})

test('the dashboard’s page names no libraries of other pages and one copy of zod, a screen’s page its second script with its styles', async ({
  request,
}) => {
  const scripts = (await namedFiles(request, '/')).filter((url) => url.endsWith('.js'))
  expect(scripts.filter((url) => /screens|components/.test(url))).toEqual([])
  const holding = (mark: string) =>
    scripts.filter((url) => readFileSync(builtFile(url), 'utf8').includes(mark))
  expect(holding('data-headlessui-state')).toEqual([])
  const shell = [expect.stringMatching(/^\/assets\/shell\./)]
  expect(holding('_zod')).toEqual(shell)
  // With another tab open, a page reads the stopped tabs before it renders: no request may wait for that.
  expect(holding('portal.stopped-tabs')).toEqual(shell)

  const files = await namedFiles(request, '/meetings')
  const ofScreens = files.filter((url) => /^\/remotes\/meetings\/.*\/screens\./.test(url))
  expect(ofScreens.map((url) => path.extname(url)).toSorted()).toEqual(['.css', '.js'])
  expect(files.filter((url) => url.startsWith('/assets/components.'))).toHaveLength(1)
})

const sheetsOfMeetings = (page: Page) =>
  page.evaluate(() => {
    const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
    const files = [...links].flatMap(
      ({ href }) => /\/remotes\/meetings\/.*\/(\w+)\./.exec(href) ?? [],
    )
    // The replies come after the first page, and belong to no screen.
    return files.filter((file) => !file.startsWith('/') && file !== 'replies')
  })

test(
  'the dashboard loads no screens, and a screen is shown after its styles have loaded',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await signIn('member')
    const ofScreens: string[] = []
    page.on('request', (request) => {
      if (/\/(screens|components)\./.test(request.url())) ofScreens.push(request.url())
    })
    await page.goto('/')
    await expect(page.getByText('Upcoming Meeting')).toBeVisible()
    await expect(page.getByRole('link', { name: /Board Materials/ })).toBeVisible()
    expect(ofScreens).toEqual([])
    expect(await sheetsOfMeetings(page)).toEqual(['styles'])

    let answer!: () => void
    const held = new Promise<void>((resolve) => (answer = resolve))
    const requested = page.waitForRequest(/\/remotes\/meetings\/.*\/screens\..*css/)
    await page.route(/\/remotes\/meetings\/.*\/screens\..*css/, async (route) => {
      await held
      await route.continue()
    })
    const script = page.waitForResponse(/\/remotes\/meetings\/.*\/screens\..*js/)
    await page.getByRole('link', { name: 'Board Calendar' }).first().click()
    await Promise.all([requested, script.then((response) => response.finished())])
    const heading = page.getByRole('heading', { level: 1, name: 'Board Calendar' })
    await expect(heading).toHaveCount(0)
    answer()
    await expect(heading).toBeVisible()
    expect(await sheetsOfMeetings(page)).toEqual(['styles', 'screens'])
  },
)

test(
  'a screen works under a shell that adds every style sheet of a release itself',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await signIn('member')
    await page.route('**/calendar', async (route) => {
      const response = await route.fetch()
      const body = withRecords(await response.text(), (release) => {
        const { stylesFirst: _, ...older } = release
        return older
      })
      await route.fulfill({ response, body })
    })
    await page.goto('/calendar')
    await expect(page.getByRole('heading', { level: 1, name: 'Board Calendar' })).toBeVisible()
    expect((await sheetsOfMeetings(page)).toSorted()).toEqual(['screens', 'styles'])
  },
)

for (const { width, height } of windows)
  test(
    `styles of a remote apply only while something of it is shown, at ${width} px`,
    { tag: '@long' },
    async ({ page, signIn }) => {
      await page.setViewportSize({ width, height })
      await signIn('member')
      const applied = () =>
        page.evaluate(() =>
          [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
            .filter(({ href }) => href.includes('/remotes/directory/'))
            .map(({ sheet }) => sheet?.media.mediaText === ''),
        )
      const menu = page.getByRole('navigation', { name: 'Main' })
      const openMenu = async () => {
        const button = page.getByRole('button', { name: 'Open menu' })
        if (await button.isVisible()) await button.click()
      }
      await openMenu()
      await menu.getByRole('link', { name: 'Board & Staff Directory' }).hover()
      // Loaded, and not applied.
      await expect.poll(applied).toEqual([false])
      await menu.getByRole('link', { name: 'Board & Staff Directory' }).click()
      await expect(page.getByText('Ingrid Sørensen').first()).toBeVisible()
      expect(await applied()).toEqual([true])
      await openMenu()
      await menu.getByRole('link', { name: 'Governance & Policies' }).click()
      await expect(page.getByRole('button', { name: /^Bylaws/ })).toBeVisible()
      expect(await applied()).toEqual([false])
    },
  )

test(
  'a menu that can’t be loaded says so, and opens when it is pressed again',
  { tag: '@long' },
  async ({ page, signIn }) => {
    // The sign-in page, which a worker's first journey sees, has components.
    await signIn('member')
    await page.route('**/assets/components.*', (route) => route.abort())
    await page.reload()
    const button = page.getByRole('button', { name: 'Account of Maria Lopez' })
    await button.click()
    await page.getByRole('button', { name: 'Try Again' }).click()
    await page.unroute('**/assets/components.*')
    await button.click()
    await page.getByRole('menuitem', { name: 'Your Account' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Your Account' })).toBeVisible()
  },
)

test(
  'a screen whose components can’t be loaded recovers without a reload',
  { tag: '@long' },
  async ({ page, signIn }) => {
    // The sign-in page, which a worker's first journey sees, has components.
    await signIn('member')
    await page.route('**/assets/components.*', (route) => route.abort())
    await page.reload()
    await page.getByRole('link', { name: 'Meeting Materials' }).click()
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
    await page.unroute('**/assets/components.*')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: /^Meeting Materials|Q\d/ }),
    ).toBeVisible()
  },
)
