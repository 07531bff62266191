import { type Agenda, getAgenda } from '@portal/contract/agendas'
import { settingCookie } from '@portal/contract/device-settings'
import { pathOf } from '@portal/domain/path-of'
import { momentAt } from '@portal/domain/zone-time'
import type { Locator, Page } from '@playwright/test'
import { expectAccessibleInBoth, expectNoOverflow } from '../support/accessible.ts'
import { boxOf } from '../support/box-of.ts'
import { currentQuarter, expect, test } from '../support/fixtures.ts'
import { brokenWords, legible } from '../support/legible.ts'

const now = currentQuarter()
const follow = `/meetings/now/${now.year}/q/${now.quarter}`
const agendaPath = pathOf(getAgenda.path, now)

const shownItem = (page: Page) =>
  page.locator('[data-reading]').getByRole('heading', { level: 2, name: /^\d+\. / })
const topOfPaper = async (page: Page) =>
  (await boxOf(page.getByRole('region', { name: /^Pages of/ }))).y
/** How much of a text is cut off below, in px: a line, or a few px of its tight spacing. */
const cutOff = (text: Locator) =>
  text.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
const shownPage = (page: Page) => page.getByRole('textbox', { name: /^Page, of/ })

/** Sets the clock to 9:20 AM on the meeting's day; one item names a paper from its third page. */
async function onTheDay(page: Page) {
  const { date } = (await (await page.request.get(agendaPath)).json()) as Agenda
  await page.clock.install({ time: momentAt(`${date}T09:20`, 'America/Los_Angeles')! })
  await page.route(`**${agendaPath}`, async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as Agenda
    const [model] = json.items.find(({ title }) => title === 'Spend-down model')!.papers!
    model!.pages = '3–4'
    await route.fulfill({ response, json })
  })
}

const windows = [
  { width: 834, height: 1112 },
  { width: 390, height: 844 },
]

test('a meeting is followed on a tablet: its items, papers and time left, also offline', async ({
  page,
  context,
  signIn,
}) => {
  await page.setViewportSize({ width: 1112, height: 834 })
  await signIn('member')
  await onTheDay(page)
  await page.goto(`/meetings/${now.year}/q/${now.quarter}/agenda`)
  await page.getByRole('link', { name: 'Follow the meeting' }).click()
  await expect(shownItem(page)).toHaveText('3. Budget vs Actual')
  await expect(page.getByText('15 minutes left')).toBeVisible()
  const agenda = page.getByRole('complementary', { name: 'Agenda' })
  await expect(agenda.getByRole('link', { name: /Budget vs Actual.*Now$/ })).toBeInViewport()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  const sheet = page.getByRole('group', { name: 'Page 1', exact: true })
  await expect(sheet.locator('canvas').first()).toBeVisible()
  expect((await boxOf(sheet)).width).toBeGreaterThanOrEqual(720)
  expect(await topOfPaper(page)).toBeLessThanOrEqual(120)

  await page.clock.fastForward('15:30')
  await expect(shownItem(page)).toHaveText('4. Spend-down model')
  await expect(shownPage(page)).toHaveValue('3')
  await page.setViewportSize({ width: 834, height: 1112 })
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Agenda', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Agenda' })
  await panel.getByRole('link', { name: /Budget vs Actual/ }).click()
  await expect(panel).toHaveCount(0)
  await expect(shownItem(page)).toHaveText('3. Budget vs Actual')
  await expect(shownPage(page)).toHaveValue('1')
  await context.setOffline(false)
})

for (const { width, height } of windows) {
  test(
    `the bars above a paper leave it its place at ${width} px in every text size`,
    { tag: '@long' },
    async ({ page, signIn }) => {
      await page.setViewportSize({ width, height })
      await signIn('member')
      await onTheDay(page)
      for (const size of ['A', 'A++'] as const) {
        const cookie = settingCookie('text-size', size, { secure: false })
        await page.evaluate((text) => (document.cookie = text), cookie)
        await page.goto(follow)
        await expect(shownItem(page)).toHaveText('3. Budget vs Actual')
        // Its line is higher than its letters.
        await expect(page.getByText('15 minutes left')).toBeInViewport({ ratio: 0.85 })
        await expect(shownPage(page)).toBeVisible()
        expect(await topOfPaper(page)).toBeLessThanOrEqual(120)
        expect(await cutOff(shownItem(page)), `the item’s name at ${size}`).toBeLessThan(10)
        await expectNoOverflow(page, `the meeting at ${width} px, ${size}`)
        await legible(page, `the meeting at ${width} px, ${size}`)
        expect(await brokenWords(page)).toEqual([])
      }
      await page
        .getByRole('navigation', { name: 'Papers of this item' })
        .getByRole('button')
        .click()
      await page.getByRole('link', { name: 'About this item' }).click()
      await expect(page.getByText(/^Results to date and the year-end forecast/)).toBeVisible()
      await expectAccessibleInBoth(page, `an item of the meeting at ${width} px`)
    },
  )
}
