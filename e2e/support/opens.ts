import { expect, type Page } from '@playwright/test'

/** Expects a page of the portal to load with its frame, and no part of it to offer Try Again. */
export async function opens(page: Page, path: string): Promise<void> {
  // A page that replaces itself after a sign-in can cancel the navigation.
  await expect(() => page.goto(path), path).toPass({ timeout: 20_000 })
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading, path).toBeVisible()
  await page.waitForLoadState('networkidle')
  const frame = page.getByRole('navigation', { name: 'Main' }).or(page.locator('[data-reading]'))
  await expect(frame, path).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try Again' }), path).toHaveCount(0)
  await expect(heading, path).not.toHaveText('Not available')
}
