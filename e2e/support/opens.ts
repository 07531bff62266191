import { expect, type Page } from '@playwright/test'
import { changeAddress, type Stop } from './walk.ts'

/**
 * Expects a page of the portal to load with its frame, its heading, title and landmarks, and no part
 * of it to offer Try Again.
 */
export async function opens(page: Page, path: string, heading?: string): Promise<void> {
  // A page that replaces itself after a sign-in can cancel the navigation.
  await expect(() => page.goto(path), path).toPass({ timeout: 20_000 })
  const title = page.getByRole('heading', { level: 1 })
  await expect(title, path).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expectHeading(page, { path, heading })
  const frame = page.getByRole('navigation', { name: 'Main' }).or(page.locator('[data-reading]'))
  await expect(frame, path).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try Again' }), path).toHaveCount(0)
  await expect(title, path).not.toHaveText('Not available')
}

/**
 * Expects a page to open without a reload, and the shell to move the focus into it: a keyboard or a
 * screen reader starts there.
 */
export async function leadsTo(page: Page, stop: Stop): Promise<void> {
  await navigatesTo(page, stop)
  await expectFocusInside(page, stop)
}

/** Expects a page to open without a reload. */
export async function navigatesTo(page: Page, stop: Stop): Promise<void> {
  await changeAddress(page, stop.path)
  await expectHeading(page, stop)
}

export async function expectFocusInside(page: Page, { path }: Stop): Promise<void> {
  const focused = page.locator('main :focus')
  await expect(focused, `the focus after a navigation to ${path}`).toHaveCount(1)
}

/** One heading, in the only `main`, which the window's title repeats. */
async function expectHeading(page: Page, { path, heading }: Stop): Promise<void> {
  const title = page.getByRole('main').getByRole('heading', { level: 1 })
  if (heading !== undefined) await expect(title, path).toHaveText(heading)
  await expect(page.getByRole('main'), path).toHaveCount(1)
  await expect(title, path).toHaveCount(1)
  const titles = async () => [await page.title(), `${await title.innerText()} – Board Portal`]
  await expect(async () => expect(new Set(await titles()).size, path).toBe(1)).toPass({
    timeout: 10_000,
  })
}
