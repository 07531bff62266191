import type { ReleaseManifest } from '@portal/contract/releases'
import type { Locator, Page } from '@playwright/test'

/** Timeout for everything on one address, in ms. */
export const renderTimeout = 60_000

/** Returns how much time an address has left, in ms, from now on. Never 0, which Playwright takes for no timeout. */
export function routeDeadline(): () => number {
  const end = performance.now() + renderTimeout
  return () => Math.max(1, end - performance.now())
}

/** The storage key under which the shell records that a release works, once a screen or a part is shown. */
export function lastGoodKey(remote: string): string {
  return `portal.last-good.${remote}`
}

/** Whether the shell has seen the release work on this page, or the release has redirected to another page. */
export function isShown(
  page: Page,
  { name, release }: ReleaseManifest,
  address: string,
  timeout: number,
): Promise<boolean> {
  const shown = ([key, stored, path]: string[]) =>
    localStorage.getItem(key!) === stored ||
    (location.pathname !== path && document.querySelector('h1') !== null)
  return firstOf(page, shown, [lastGoodKey(name), release, address], timeout)
}

/** Whether the page stops requesting something in time. */
export function isLoaded(page: Page, timeout: number): Promise<boolean> {
  return page.waitForLoadState('networkidle', { timeout }).then(
    () => true,
    () => false,
  )
}

/**
 * Whether a condition becomes true on a page before anything on it offers Try Again or the time is
 * up.
 */
export function firstOf(
  page: Page,
  isTrue: (words: string[]) => boolean,
  words: string[],
  timeout: number,
): Promise<boolean> {
  return Promise.race([
    page.waitForFunction(isTrue, words, { timeout }).then(() => true),
    tryAgain(page)
      .waitFor({ timeout })
      .then(() => false),
  ]).catch(() => false)
}

export function tryAgain(page: Page): Locator {
  return page.getByRole('button', { name: 'Try Again' }).first()
}
