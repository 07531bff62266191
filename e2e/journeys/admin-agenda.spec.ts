import type { Page, Route } from '@playwright/test'
import { getAgenda, saveAgenda } from '@portal/contract/agendas'
import { firstDayOf, quarterAfter, quarterName } from '@portal/domain/quarter'
import { adminToken, callWith } from '../bench/session.ts'
import { currentQuarter, expect, type OwnPortal, test } from '../support/fixtures.ts'

const now = currentQuarter()
/** Far enough ahead that the sample has no content there. */
const later = quarterAfter(now, 2)

const editorOf = ({ year, quarter }: typeof now) =>
  `/admin/meeting-agenda?year=${year}&quarter=${quarter}`
const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).last().click()
/**
 * A save has succeeded: this status stays, while the message is gone within two seconds, which a
 * busy machine misses.
 */
const nothingUnsaved = (page: Page) =>
  expect(page.getByText('Unsaved changes', { exact: true })).toHaveCount(0)

async function callOf(portal: Pick<OwnPortal, 'url'>) {
  return callWith(portal.url, await adminToken(portal.url))
}

/** The answer of an overloaded server. */
const busyProblem = {
  type: 'about:blank',
  title: 'unavailable',
  status: 503,
  detail: 'The server is busy. Please try again.',
  code: 'unavailable',
  requestId: 'busy-1',
}

const busy = (route: Route) =>
  route.fulfill({
    status: 503,
    contentType: 'application/problem+json',
    body: JSON.stringify({ ...busyProblem, error: busyProblem.detail }),
  })

/** A draft of two items in a quarter without an agenda. */
async function draftIn(portal: Pick<OwnPortal, 'url'>, params = later) {
  const call = await callOf(portal)
  // A second attempt finds the first one's.
  const stored = await call(getAgenda, { params }).catch(() => undefined)
  return call(saveAgenda, {
    params,
    revision: stored?.revision ?? 'new',
    body: {
      title: `${quarterName(params)} Board Meeting`,
      date: firstDayOf(params),
      time: '09:00',
      items: [
        { id: 'welcome', title: 'Welcome', duration: 10 },
        { id: 'budget', title: 'Budget', duration: 30 },
      ],
    },
  })
}

test(
  'an admin creates a meeting, edits and publishes its agenda, and a member sees it',
  { tag: '@long' },
  async ({ browser, ownPortal, page, signIn }) => {
    const portal = await ownPortal()
    const place = `${portal.url}/meetings/${later.year}/q/${later.quarter}/agenda`
    await signIn('admin', { url: `${portal.url}/admin/meetings/new` })
    await page.getByLabel('Date').fill(firstDayOf(later))
    await expect(page.getByLabel('Meeting Title')).toHaveValue(
      `${quarterName(later)} Board Meeting`,
    )
    await page.getByLabel('Time', { exact: true }).fill('10:30')
    await expect(page.getByLabel('Start Time', { exact: true })).toHaveValue('10:30')
    await page.getByLabel('End Time').fill('12:00')
    await page.getByLabel('New agenda item').fill('Welcome')
    await page.keyboard.press('Enter')
    await page.getByLabel('New agenda item').fill('Budget')
    await press(page, 'Add')
    await press(page, 'Save Agenda')
    await expect(page).toHaveURL(`${portal.url}${editorOf(later)}`)
    await expect(page.getByText(`Agenda saved: ${quarterName(later)}`)).toBeVisible()
    await expect(page.getByText('Draft', { exact: true })).toBeVisible()

    const memberTab = await browser.newPage({ baseURL: portal.url })
    await signIn('member', { page: memberTab, url: place })
    const unpublished = `The agenda for ${later.year} Q${later.quarter} is not published yet.`
    // The first agenda of a quarter starts it in preparation: nothing of it is seen.
    await expect(memberTab.getByText(/No agenda has been created/)).toBeVisible()

    const grips = page.getByTitle('Drag to another place')
    await grips.last().dragTo(grips.first(), { steps: 10 })
    await page.getByLabel('Start times follow the durations').check()
    await page.getByRole('button', { name: /1\. Budget/ }).click()
    await page.getByRole('group', { name: '1. Budget' }).getByLabel('Min').fill('45')
    await expect(page.getByText('Unsaved changes')).toBeVisible()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByText('Agenda published')).toBeVisible()
    await press(page, 'Publish quarter')
    await page.getByRole('dialog').getByRole('button', { name: 'Publish quarter' }).click()
    await expect(page.getByText(`Members see ${quarterName(later)} now.`)).toBeVisible()
    await expect(page.getByText('Unsaved changes')).toHaveCount(0)
    await page.getByRole('link', { name: 'Preview' }).click()
    // The editor, which is still shown for a moment, has the time twice.
    await expect(page.getByText('11:15 AM')).toHaveCount(1)
    await expect(page.getByText('11:15 AM')).toBeVisible()

    await memberTab.reload()
    const items = memberTab.getByRole('main').getByRole('listitem')
    await expect(items).toHaveText([/10:30 AM.*Budget.*45 min/, /11:15 AM.*Welcome.*15 min/])

    await page.goBack()
    await press(page, 'Unpublish')
    await expect(page.getByText('Agenda set to draft')).toBeVisible()
    await memberTab.reload()
    await expect(memberTab.getByText(unpublished)).toBeVisible()
    await memberTab.close()
  },
)

test(
  'a failed save says why in view, leaving asks first, and typed text survives a closed tab',
  { tag: '@long' },
  async ({ baseURL, page, signIn }) => {
    // Nobody else's quarter.
    const own = quarterAfter(now, 5)
    await draftIn({ url: baseURL! }, own)
    await signIn('admin', { url: editorOf(own) })
    const description = page.getByLabel('Description').last()
    await description.fill('Typed, not saved')
    await page.route(`**/api/agendas/${own.year}/${own.quarter}?*`, (route) =>
      route.request().method() === 'PUT' ? busy(route) : route.fallback(),
    )
    await press(page, 'Save')
    const message = page.getByRole('main').getByRole('alert')
    await expect(message).toContainText(`${busyProblem.detail} What you typed is still here.`)
    await expect(message).toBeInViewport({ ratio: 1 })
    await expect(description).toHaveValue('Typed, not saved')

    await page.getByRole('link', { name: 'Board Calendar' }).click()
    await expect(page.getByRole('heading', { name: 'Unsaved changes' })).toBeVisible()
    await press(page, 'Cancel')
    await expect(page).toHaveURL(editorOf(own))
    const dialogEvent = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await dialogEvent
    expect(dialog.type()).toBe('beforeunload')
    const closed = page.waitForEvent('close')
    await dialog.accept()
    await closed

    const again = await page.context().newPage()
    await again.goto(editorOf(own))
    await press(again, 'Restore my changes')
    await expect(again.getByLabel('Description').last()).toHaveValue('Typed, not saved')
  },
)

test(
  'the reason for a failed save is visible at any scroll position',
  { tag: '@long' },
  async ({ ownPortal, page, signIn }) => {
    const portal = await ownPortal()
    await draftIn(portal)
    const agenda = `**/api/agendas/${later.year}/${later.quarter}?*`
    const places = [
      { place: editorOf(later), button: 'Save', done: () => nothingUnsaved(page) },
      {
        place: `/admin/meetings/${later.year}/${later.quarter}/edit`,
        button: 'Save Agenda',
        done: () =>
          expect(page.getByText(`Agenda saved: ${quarterName(later)}`).first()).toBeVisible(),
      },
    ]
    await signIn('admin', { url: `${portal.url}/admin` })
    for (const { place, button, done } of places) {
      await page.goto(`${portal.url}${place}`)
      const description = page.getByLabel('Description').last()
      await description.fill(`Typed before ${button}`)
      await page.route(agenda, (route) =>
        route.request().method() === 'PUT' ? busy(route) : route.fallback(),
      )
      await press(page, button)
      const message = page.getByRole('main').getByRole('alert')
      await expect(message).toContainText(`${busyProblem.detail} What you typed is still here.`)
      await expect(message).toBeInViewport({ ratio: 1 })
      await expect(description).toHaveValue(`Typed before ${button}`)
      await page.unroute(agenda)
      // With the keyboard: the error message may still cover the button at the end of the form.
      await page.getByRole('button', { name: button, exact: true }).press('Enter')
      await done()
    }
  },
)
