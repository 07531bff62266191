import { setTimeout as delay } from 'node:timers/promises'
import type { Page, Request } from '@playwright/test'
import type { Screen } from './screens.ts'

/** Brings a new page to the screen, and waits until nothing on it changes any more. */
export async function openScreen(page: Page, screen: Screen): Promise<void> {
  const underWay = new Set<Request>()
  page.on('request', (request) => underWay.add(request))
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  if (screen.fault) await page.route(screen.fault, (route) => route.fulfill({ status: 503 }))
  await page.goto(screen.path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await calm(page, underWay)
  // On a busy machine a remote may come too late once.
  const again = page.getByRole('button', { name: 'Try Again' })
  if (!screen.fault && (await again.isVisible())) {
    await again.click()
    await calm(page, underWay)
  }
  if (screen.act) {
    await screen.act(page)
    await calm(page, underWay)
  }
}

/** Nothing is under way any more; a page that never comes to rest is taken as it is. */
async function calm(page: Page, underWay: Set<Request>): Promise<void> {
  const until = performance.now() + 5000
  for (let still = 0; still < 3 && performance.now() < until;) {
    await delay(100)
    still = underWay.size === 0 ? still + 1 : 0
  }
  const busy = page.locator('[aria-busy="true"]').first()
  await busy.waitFor({ state: 'detached', timeout: 15_000 }).catch(() => undefined)
}
