import type { Page } from '@playwright/test'
import { saveAgenda } from '@portal/contract/agendas'
import { quarterAfter } from '@portal/domain/quarter'
import { adminToken, callWith } from '../bench/session.ts'
import { currentQuarter, expect, type Fixtures, test } from '../support/fixtures.ts'
import { releaseThat } from '../support/releases.ts'

const sentence = 'A newer version of the portal is ready.'
const isAltered = (page: Page) => page.evaluate(() => 'altered' in globalThis)

/** A portal that can publish another release of the directory while its tabs are open. */
async function shipping(ownPortal: Fixtures['ownPortal'], folder: string) {
  const env: NodeJS.ProcessEnv = {}
  const portal = await ownPortal(env)
  return {
    portal,
    ship: async () => {
      env['RELEASES_FOLDER'] = releaseThat('globalThis.altered = true', 'directory', folder)
      await portal.restart()
    },
  }
}

test('a tab keeps its releases, announces a newer one, and runs it when the reader asks', async ({
  page,
  ownPortal,
  signIn,
}, info) => {
  const { portal, ship } = await shipping(ownPortal, info.outputDir)
  await page.clock.install()
  await signIn('member', { url: `${portal.url}/calendar` })
  await expect(page.getByRole('heading', { level: 1, name: 'Board Calendar' })).toBeVisible()
  await ship()
  await page.clock.fastForward('06:00')
  await expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible()

  // The directory wasn't loaded before: it comes from the tab's composition, not from the current
  // one.
  await page.getByRole('link', { name: 'Board & Staff Directory' }).click()
  await expect(page.getByText('Ingrid Sørensen').first()).toBeVisible()
  expect(await isAltered(page)).toBe(false)

  await page.getByRole('button', { name: 'Later' }).click()
  await expect(page.getByText(sentence)).toHaveCount(0)
  const looked = page.waitForResponse('**/api/portal?*')
  await page.clock.fastForward('06:00')
  await looked
  await expect(page.getByText(sentence)).toHaveCount(0)

  await page.reload()
  await expect(page.getByText('Ingrid Sørensen').first()).toBeVisible()
  expect(await isAltered(page)).toBe(true)
  await expect(page.getByText(sentence)).toHaveCount(0)
})

test(
  'unsaved work is never reloaded away without asking',
  { tag: '@long' },
  async ({ page, ownPortal, signIn }, info) => {
    const { portal, ship } = await shipping(ownPortal, info.outputDir)
    const later = quarterAfter(currentQuarter(), 2)
    const call = callWith(portal.url, await adminToken(portal.url))
    const date = `${later.year}-${String(later.quarter * 3 - 2).padStart(2, '0')}-01`
    const body = { title: 'Board Meeting', date, time: '09:00', items: [] }
    await call(saveAgenda, { params: later, revision: 'new', body })
    await page.clock.install()
    await signIn('admin', {
      url: `${portal.url}/admin/meeting-agenda?year=${later.year}&quarter=${later.quarter}`,
    })
    const title = page.getByLabel('Title', { exact: true }).first()
    await title.fill('Typed')
    await ship()
    await page.clock.fastForward('06:00')
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(title).toHaveValue('Typed')

    const dialogEvent = page.waitForEvent('dialog')
    const pressed = page.getByRole('button', { name: 'Reload', exact: true }).click()
    const dialog = await dialogEvent
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await pressed
    await expect(title).toHaveValue('Typed')

    page.once('dialog', (again) => void again.accept())
    await page.getByRole('button', { name: 'Reload', exact: true }).click()
    await expect(title).toHaveValue('Board Meeting')
    await expect(page.getByText(sentence)).toHaveCount(0)
  },
)
