import type { Page } from '@playwright/test'
import { getAgenda } from '@portal/contract/agendas'
import { pathOf } from '@portal/domain/path-of'
import { expectNoOverflow } from '../support/accessible.ts'
import { boxOf } from '../support/box-of.ts'
import { everyCombination, sweep } from '../support/counts.ts'
import { currentQuarter, expect, test } from '../support/fixtures.ts'
import { memberRoutes } from '../support/routes.ts'
import { walkTo } from '../support/walk.ts'

const now = currentQuarter()
const materials = `/meetings/${now.year}/q/${now.quarter}`

const last = 'and so to its very last word.'

test('printed pages have all of their text and no controls', async ({ page, signIn }) => {
  await page.route(`**${pathOf(getAgenda.path, now)}`, async (route) => {
    const answer = await route.fetch()
    const agenda = await answer.json()
    agenda.items[0].description = `${'A long account, '.repeat(60)}${last}`
    await route.fulfill({ response: answer, json: agenda })
  })
  await page.route('**/api/calendar/events?*', (route) => route.fulfill({ json: december }))
  await signIn('member', { url: `${materials}/agenda` })
  await expectAgenda(page)
  await onScreen(page, materials)
  await expectMaterials(page)
  await onScreen(page, '/directory')
  await expectDirectory(page)
  await onScreen(page, '/calendar?month=2026-12')
  await expectCalendar(page)
})

async function onScreen(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await walkTo(page, path)
}

async function expectAgenda(page: Page): Promise<void> {
  const main = page.getByRole('main')
  const pressed = main.getByRole('button').or(main.getByRole('link')).or(main.getByRole('checkbox'))
  await expect(main.getByRole('button', { name: /^Read more/ })).toBeVisible()
  await expect(main.getByText(last)).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // A committee's title names no year.
  const year = main.locator('[data-year]')
  const printed = await year.evaluate((element) => getComputedStyle(element, '::before').content)
  expect(printed).toMatch(/ "?\d{4}"$/)
  await expect(main.getByText(last)).toBeVisible()
  await expect(main.getByRole('listitem').last()).toBeVisible()
  await expect(pressed.filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByText('Skip to content')).toBeHidden()
  // An item longer than a page starts on the first one and breaks between two items.
  const items = main.getByRole('list').first()
  const kept = await items.evaluate((list) => {
    const around = (element: Element): Element[] =>
      element.parentElement ? [element, ...around(element.parentElement)] : [element]
    return around(list).filter((element) => getComputedStyle(element).breakInside !== 'auto')
  })
  expect(kept).toEqual([])
}

/** They name their quarter, whose pickers aren't printed. */
async function expectMaterials(page: Page): Promise<void> {
  await expect(page.getByText('Available Materials')).toBeVisible()
  const name = page.getByText(`Q${now.quarter} ${now.year}`, { exact: true })
  await expect(name).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(name).toBeVisible()
  // Without controls.
  const main = page.getByRole('main')
  await page.setViewportSize({ width: 794, height: 1123 })
  await expect(main.locator('[data-material]').last()).toBeVisible()
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'Print the agenda' })).toBeHidden()
  await expect(main.getByRole('navigation')).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(name).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Q1' })).toBeHidden()
}

/** A compact list, from the cards and from the table. */
async function expectDirectory(page: Page): Promise<void> {
  await expect(page.getByText('Wei Chen').first()).toBeVisible()
  await page.setViewportSize({ width: 794, height: 1123 })
  await page.emulateMedia({ media: 'print' })
  const main = page.getByRole('main')
  for (const text of ['Wei Chen', 'Executive director', 'wei.chen@larkspur.example', /^\+1 .*51$/])
    await expect(main.getByText(text).first()).toBeVisible()
  // Everyone fits on one page, in rows of the same columns.
  const people = main.getByRole('article').or(main.getByRole('row'))
  expect((await boxOf(people.last())).y).toBeLessThan(900)
  const starts = await main
    .getByText('@larkspur.example')
    .evaluateAll((all) => [
      ...new Set(
        all.map((address) => Math.round(address.closest('a')!.getBoundingClientRect().left)),
      ),
    ])
  expect(starts).toHaveLength(1)
  await expect(main.getByText('Copy').filter({ visible: true })).toHaveCount(0)
  for (const control of ['button', 'radio', 'searchbox'] as const)
    await expect(main.getByRole(control).filter({ visible: true })).toHaveCount(0)
}

/** More events on a day than a cell of the screen shows, and one at a weekend. */
const december = [
  ...['First', 'Second', 'Third', 'Fourth'].map((name, index) => ({
    id: name,
    summary: name,
    start: { dateTime: `2026-12-08T${10 + index}:00:00-08:00` },
  })),
  {
    id: 'Retreat',
    summary: 'Retreat',
    start: { date: '2026-12-12' },
    end: { date: '2026-12-14' },
  },
]

async function expectCalendar(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^\+2 more/ })).toBeVisible()
  const main = page.getByRole('main')
  for (const width of sweep([794, 1280, 390], 3)) {
    await page.setViewportSize({ width, height: 1123 })
    await page.emulateMedia({ media: 'print' })
    for (const text of ['First', 'Second', 'Third', 'Fourth', 'Retreat', '1:00 PM']) {
      await expect(main.getByText(text).first(), `${width} px`).toBeVisible()
    }
    const pressed = main.getByRole('button').or(main.getByRole('link'))
    await expect(pressed.filter({ visible: true })).toHaveCount(0)
    await page.emulateMedia({ media: 'screen' })
  }
}

test(
  'a printed table of the directory is a compact list',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await signIn('member', { url: '/directory?view=list' })
    await expectDirectory(page)
  },
)

test(
  'a printed page of the materials has only its text',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await signIn('member', { url: `${materials}/budget-health` })
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { level: 1, name: 'Budget Health' })).toBeVisible()
    await expect(page.getByText(/^This page is about the health of the budget/)).toBeVisible()
    await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  },
)

test(
  'printed documents, policies and accounts have no controls',
  { tag: '@long' },
  async ({ page, signIn }) => {
    await signIn('member')
    const pages = [
      ['/resources/governance/docs', /^Cash Flow Summary Q/],
      ['/governance/travel-expense-policy', /^PDF · \d+ pages/],
      ['/account', 'This device'],
    ] as const
    for (const [route, text] of pages) {
      await page.emulateMedia({ media: 'screen' })
      await page.goto(route)
      await expect(page.getByText(text).first()).toBeVisible()
      await page.emulateMedia({ media: 'print' })
      const main = page.getByRole('main')
      await expect(main.getByText(text).first()).toBeVisible()
      for (const control of ['button', 'searchbox'] as const)
        await expect(main.getByRole(control).filter({ visible: true }), route).toHaveCount(0)
      await expect(main.getByText('Open document').filter({ visible: true })).toHaveCount(0)
    }
  },
)

declare global {
  // oxlint-disable-next-line no-var -- the way to declare a global
  var moved: string[]
}

/**
 * Elements that moved during navigation through windows, menus and pages; skeletons and instant
 * changes don't count.
 */
async function motionOnTheWay(page: Page): Promise<string[]> {
  await page.addInitScript(() => {
    globalThis.moved = []
    const look = () => {
      for (const animation of document.getAnimations()) {
        if (Number(animation.effect?.getComputedTiming().duration) <= 1) continue
        const { target, pseudoElement } = animation.effect as KeyframeEffect
        moved.push(`${target?.className}${pseudoElement ?? ''}`)
      }
    }
    for (const begins of ['animationstart', 'transitionrun']) addEventListener(begins, look, true)
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  await page.getByRole('button', { name: /^Mission Vision Values/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Board & Staff Directory' }).click()
  await page.getByRole('radio', { name: 'List' }).click()
  await expect(page.getByRole('table')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Board Calendar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Board Calendar' })).toBeFocused()
  return page.evaluate(() => moved)
}

test('motion is seen for other readers', { tag: '@long' }, async ({ page, signIn }) => {
  await signIn('member')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect((await motionOnTheWay(page)).length).toBeGreaterThan(3)
})

/** Focusable elements of the page that something else covers, completely or at their center. */
function coveredWhenFocused(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // An overlay traps the focus.
    const uppermost = document.querySelector('[role=dialog]') ?? document.querySelector('main')!
    const stops = [...uppermost.querySelectorAll<HTMLElement>('a[href], button, input, select')]
    return stops
      .filter((stop) => stop.checkVisibility({ visibilityProperty: true }) && stop.tabIndex >= 0)
      .filter((stop) => {
        stop.focus()
        const { left, top, width, height } = stop.getBoundingClientRect()
        const over = document.elementFromPoint(left + width / 2, top + height / 2)
        return !over || !(stop.contains(over) || over.contains(stop) || over.closest('label'))
      })
      .map((stop) => stop.textContent || stop.outerHTML.slice(0, 80))
  })
}

test.describe('at 200 %', () => {
  // A window of 1280 × 800 has this much room at 200 %.
  test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 })

  test('nothing is lost, sticky elements don’t cover the focused one, and nothing moves for a reader who prefers that', async ({
    page,
    signIn,
  }) => {
    test.setTimeout(180_000)
    await signIn('member')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await motionOnTheWay(page)).toEqual([])
    await page.setViewportSize({ width: 640, height: 400 })
    for (const route of everyCombination ? memberRoutes(now) : ['/', `${materials}/agenda`]) {
      await walkTo(page, route)
      await expectNoOverflow(page, route)
      expect.soft(await coveredWhenFocused(page), route).toEqual([])
    }
  })
})
