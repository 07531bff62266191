import type { BrowserType } from '@playwright/test'
import { type EngineTab, reportViolations, type WindowSize } from './engine-tab.ts'

/** A tab of Playwright's own build of an engine. */
export async function openPlaywrightTab(
  type: BrowserType,
  viewport: WindowSize,
): Promise<EngineTab> {
  const browser = await type.launch()
  const page = await browser.newPage({ viewport })
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.addInitScript(reportViolations)
  return {
    open: async (url) => void (await page.goto(url)),
    back: async () => void (await page.goBack()),
    evaluate: (expression) => page.evaluate(expression),
    click: (x, y) => page.mouse.click(x, y),
    async drag(from, to) {
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(to.x, to.y, { steps: 5 })
      await page.mouse.up()
    },
    type: (text) => page.keyboard.type(text),
    pressEnter: () => page.keyboard.press('Enter'),
    screenshot: () => page.screenshot(),
    complaints: async () => complaints,
    close: () => browser.close(),
  }
}
