import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const colourRules = ['color-contrast', 'link-in-text-block']

/** Axe finds nothing on the page as it stands. */
export async function clean(page: Page, where: string): Promise<void> {
  await findsNothing(new AxeBuilder({ page }).withTags(rules), where)
}

/** The same in light and in dark, where nothing but colours is another. */
export async function cleanInBoth(page: Page, where: string): Promise<void> {
  await light(page, 'light')
  await clean(page, where)
  await light(page, 'dark')
  await findsNothing(new AxeBuilder({ page }).withRules(colourRules), `${where}, dark`)
}

/** Colours on their way from one scheme to the other are nobody's. */
async function light(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(() => {
    const changes = document.getAnimations().filter((change) => change instanceof CSSTransition)
    return Promise.allSettled(changes.map(({ finished }) => finished))
  })
}

async function findsNothing(axe: AxeBuilder, where: string): Promise<void> {
  const { violations } = await axe.analyze()
  const told = violations.map(
    ({ id, nodes }) => `${where}: ${id} at ${nodes.map(({ target }) => String(target)).join(', ')}`,
  )
  expect(told).toEqual([])
}

/** Nothing may stand outside the page: sideways scrolling is for tables inside their own box. */
export async function fits(page: Page, where: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${where} scrolls sideways`).toBeLessThanOrEqual(0)
}
