import { setTimeout as delay } from 'node:timers/promises'
import type { Page, Request } from '@playwright/test'
import type { Screen } from './screens.ts'

/** Opens a new page on the screen, and waits until it has settled. */
export async function openScreen(page: Page, screen: Screen): Promise<void> {
  const underWay = new Set<Request>()
  page.on('request', (request) => underWay.add(request))
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  if (screen.fault) await page.route(screen.fault, (route) => route.fulfill({ status: 503 }))
  await page.goto(screen.path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await waitUntilQuiet(page, underWay)
  // On a busy machine a remote may load too late once.
  const again = page.getByRole('button', { name: 'Try Again' })
  if (!screen.fault && (await again.isVisible())) {
    await again.click()
    await waitUntilQuiet(page, underWay)
  }
  if (screen.act) {
    await screen.act(page)
    await waitUntilQuiet(page, underWay)
  }
}

/** Waits for loading to end; a page that never settles is taken as it is. */
async function waitUntilQuiet(page: Page, underWay: Set<Request>): Promise<void> {
  const until = performance.now() + 5000
  for (let still = 0; still < 3 && performance.now() < until;) {
    await delay(100)
    still = underWay.size === 0 ? still + 1 : 0
  }
  const busy = page.locator('[aria-busy="true"]').first()
  await busy.waitFor({ state: 'detached', timeout: 15_000 }).catch(() => undefined)
}
