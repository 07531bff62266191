import type { Locator, Page } from '@playwright/test'
import { readFrame } from './frame-probe.ts'
import type { Fault } from './watch-page.ts'

/** The shell's own page, on which no code of a release runs. */
export const ownPage = '/account'
export const dashboard = '/'

/** In ms: how long the menu may take to open a page. */
type Times = { follow: number }

/** Leaves the screen as a reader does: by the menu, and by the header. `onDashboard` is called on the way. */
export async function leaveScreen(
  page: Page,
  times: Times,
  onDashboard: () => Promise<void>,
): Promise<Fault | undefined> {
  const { hasDialog, isReading } = await page.evaluate(readFrame, [])
  // A viewer is above the page.
  if (hasDialog) await page.keyboard.press('Escape')
  if (isReading && !(await closesPaper(page, times))) {
    return 'the first link above the paper doesn’t lead back to the menu'
  }
  if (new URL(page.url()).pathname !== dashboard) {
    const link = page.getByRole('navigation', { name: 'Main' }).locator('a[href="/"]')
    const isFollowed = await followed(page, dashboard, [link], times)
    if (!isFollowed) return 'a click on “Dashboard” in the menu doesn’t leave it'
    await onDashboard()
  }
  const isLeft = await openOwnPage(page, times)
  return isLeft ? undefined : 'the user menu in the header doesn’t open the reader’s account'
}

async function closesPaper(page: Page, { follow }: Times): Promise<boolean> {
  try {
    await page.locator('[data-paper-bar] a').first().click({ timeout: follow })
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.waitFor({ timeout: follow })
    return true
  } catch {
    return false
  }
}

export function openOwnPage(page: Page, times: Times): Promise<boolean> {
  const menu = page.locator('header button[aria-haspopup=menu]')
  return followed(
    page,
    ownPage,
    [menu, page.getByRole('menuitem', { name: 'Your Account' })],
    times,
  )
}

async function followed(
  page: Page,
  address: string,
  clicks: Locator[],
  { follow }: Times,
): Promise<boolean> {
  try {
    for (const click of clicks) await click.click({ timeout: follow })
    await page.waitForURL((url) => url.pathname === address, {
      timeout: follow,
      waitUntil: 'commit',
    })
    // Hovered controls look different.
    await page.mouse.move(640, 700)
    return true
  } catch {
    return false
  }
}
