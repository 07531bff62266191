import { expect, type Page } from '@playwright/test'
import core, { type RunOnly, type RunOptions } from 'axe-core'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const colourRules = ['color-contrast', 'link-in-text-block']

declare global {
  var axe: typeof core
}

/** Axe finds nothing on the page as it stands. */
export async function clean(page: Page, where: string): Promise<void> {
  await findsNothing(page, { type: 'tag', values: rules }, where)
}

/** The same in light and in dark, where nothing but colours is another. */
export async function cleanInBoth(page: Page, where: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await clean(page, where)
  await page.emulateMedia({ colorScheme: 'dark' })
  await contrasts(page, `${where}, dark`)
}

/** Words stand out from what is behind them. */
export async function contrasts(page: Page, where: string): Promise<void> {
  await findsNothing(page, { type: 'rule', values: colourRules }, where)
}

/** Colours on their way, from one scheme to the other or as something comes in, are nobody's. */
async function arrived(page: Page): Promise<void> {
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    return Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

/** By axe itself, once a page: each run of its own adapter for Playwright takes three times as much of the machine. */
async function findsNothing(page: Page, runOnly: RunOnly, where: string) {
  await arrived(page)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(core.source)
  const options: RunOptions = { runOnly, resultTypes: ['violations', 'incomplete'] }
  const told = await page.evaluate(async (how) => {
    const { violations, incomplete } = await axe.run(how)
    // Words in the colour of what is behind them are only a question to axe.
    const unseen = incomplete.filter(({ nodes }) =>
      nodes.some(({ any }) => any.some(({ data }) => data?.messageKey === 'equalRatio')),
    )
    return [...violations, ...unseen].map(
      ({ id, nodes }) => `${id} at ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
    )
  }, options)
  expect.soft(told, where).toEqual([])
}

/** Nothing may stand outside the page: sideways scrolling is for tables inside their own box. */
export async function fits(page: Page, where: string): Promise<void> {
  const outside = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .map((element) => `${element.tagName} “${element.textContent.slice(0, 40)}”`)
  })
  expect(outside, `${where} scrolls sideways`).toEqual([])
}
