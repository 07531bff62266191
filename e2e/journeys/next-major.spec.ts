import path from 'node:path'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { listOfferedReleases } from '@portal/contract/offered-releases'
import { getPointer, promoteRelease } from '@portal/contract/pointers'
import { adminToken, callWith } from '../bench/session.ts'
import { expect, test } from '../support/fixtures.ts'
import { passTrials } from '../support/gate-runner.ts'
import { buildNextShell, copyForNextMajor } from '../support/next-major.ts'
import { publishAgain } from '../support/publish-again.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'portal-next-major-'))
const root = path.resolve(import.meta.dirname, '../..')
const panel = '@portal/remote-kit/query-panel'

test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

test(
  'a shell with the next major runs every release of the earlier one, next to one of its own',
  { tag: '@long' },
  async ({ ownPortal, page, signIn }) => {
    const shell = await buildNextShell(folder)
    const support = JSON.parse(readFileSync(path.join(shell, 'support.json'), 'utf8')) as object
    expect(support).toMatchObject({
      majors: { '@portal/remote-kit': { version: '1.9.0', names: { [panel]: ['QueryPanel'] } } },
    })
    // The stock releases, which are adopted at the start.
    const portal = await ownPortal({ SHELL_FOLDER: shell })
    const call = callWith(portal.url, await adminToken(portal.url))
    const offered = await call(listOfferedReleases)
    expect(offered.provided).toMatchObject({ [panel]: '2.0.0' })
    expect(offered.support).toEqual(support)
    expect(offered.releases.map(({ name }) => name)).toEqual([
      'admin',
      'directory',
      'governance',
      'meetings',
    ])

    const build = path.join(folder, 'directory')
    copyForNextMajor(path.join(root, 'mf-directory/dist'), build)
    const release = await publishAgain(call, 'directory', '9.0.0', {}, undefined, build)
    await passTrials(portal.url)
    const params = { remote: 'directory' }
    const { revision } = await call(getPointer, { params })
    const body = { release, step: '100', reason: 'A journey', anyway: true } as const
    await call(promoteRelease, { params, body, revision })

    await signIn('member', { url: `${portal.url}/directory` })
    const heading = (name: string) => page.getByRole('heading', { level: 1, name })
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Board & Staff Directory' }).click()
    await expect(heading('Board & Staff Directory')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-directory', '9.0.0')
    await expect(page.locator('main [data-kit="2"]').first()).toBeVisible()
    await expect(page.locator('main [data-kit="1"]')).toHaveCount(0)
    await page.evaluate(() => document.documentElement.setAttribute('data-journey', 'same page'))

    // One router and one cache of queries for both.
    await menu.getByRole('link', { name: 'Board Calendar' }).click()
    await expect(heading('Board Calendar')).toBeVisible()
    await expect(page.locator('main [data-kit="1"] > [data-kit="2"]').first()).toBeVisible()
    await page.goBack()
    await expect(heading('Board & Staff Directory')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-journey', 'same page')
  },
)
