import type { ReleaseManifest } from '@portal/contract/releases'
import type { Locator, Page } from '@playwright/test'

/** Timeout for a screen to render, in ms. */
export const renderTimeout = 60_000

/** The storage key under which the shell records that a release works, once a screen or a part is shown. */
export function lastGoodKey(remote: string): string {
  return `portal.last-good.${remote}`
}

/** Whether the shell has seen the release work on this page, or the release has redirected to another page. */
export function isShown(
  page: Page,
  { name, release }: ReleaseManifest,
  address: string,
): Promise<boolean> {
  const shown = ([key, stored, path]: string[]) =>
    localStorage.getItem(key!) === stored ||
    (location.pathname !== path && document.querySelector('h1') !== null)
  return firstOf(page, shown, [lastGoodKey(name), release, address])
}

/** Whether the page stops requesting something in time. */
export function isLoaded(page: Page): Promise<boolean> {
  return page.waitForLoadState('networkidle', { timeout: renderTimeout }).then(
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
): Promise<boolean> {
  return Promise.race([
    page.waitForFunction(isTrue, words, { timeout: renderTimeout }).then(() => true),
    tryAgain(page)
      .waitFor({ timeout: renderTimeout })
      .then(() => false),
  ]).catch(() => false)
}

export function tryAgain(page: Page): Locator {
  return page.getByRole('button', { name: 'Try Again' }).first()
}
