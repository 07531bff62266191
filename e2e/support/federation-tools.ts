import type { Page } from '@playwright/test'

declare global {
  var __FEDERATION__: { moduleInfo: Record<string, unknown> }
}

/** What the browser extension of module federation shows of a page: the names of host and remotes. */
export function shownInTools(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(globalThis.__FEDERATION__.moduleInfo))
}
