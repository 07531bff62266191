import { type ElementHandle, expect, type Locator, type Page } from '@playwright/test'
import core, { type RunOnly, type RunOptions } from 'axe-core'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const colorRules = ['color-contrast', 'link-in-text-block']

type Scope = {
  /** One element and what it contains. */
  only?: ElementHandle<Element> | null
  /** Selectors of what is left out. */
  except?: string[]
}

declare global {
  var axe: typeof core
}

/** Expects axe to find nothing on the current page. */
export async function expectAccessible(page: Page, where: string, options?: Scope): Promise<void> {
  await expectNoViolations(page, { type: 'tag', values: rules }, where, options)
}

/** The same in light and dark, which differ only in colors. */
export async function expectAccessibleInBoth(
  page: Page,
  where: string,
  options?: Scope,
): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, where, options)
  await page.emulateMedia({ colorScheme: 'dark' })
  await contrasts(page, `${where}, dark`, options)
}

/** Text has enough contrast with its background. */
export async function contrasts(page: Page, where: string, options?: Scope): Promise<void> {
  await expectNoViolations(page, { type: 'rule', values: colorRules }, where, options)
}

/** The same for one element and what it contains. */
export async function contrastsIn(element: Locator, where: string): Promise<void> {
  const only = await element.elementHandle()
  await expectNoViolations(element.page(), { type: 'rule', values: colorRules }, where, { only })
}

/** Colors during a transition aren't final. */
async function arrived(page: Page): Promise<void> {
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    return Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

/** Runs axe directly, once per page: its Playwright adapter takes three times as long. */
async function expectNoViolations(
  page: Page,
  runOnly: RunOnly,
  where: string,
  { only, except = [] }: Scope = {},
) {
  await arrived(page)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(core.source)
  const options: RunOptions = { runOnly, resultTypes: ['violations', 'incomplete'] }
  const findings = await page.evaluate(
    async ([element, exclude, how]) => {
      const { violations, incomplete } = await axe.run(element ?? { exclude: [...exclude] }, how)
      // axe reports text in the color of its background only as "incomplete".
      const unseen = incomplete.filter(({ nodes }) =>
        nodes.some(({ any }) => any.some(({ data }) => data?.messageKey === 'equalRatio')),
      )
      return [...violations, ...unseen].map(
        ({ id, nodes }) => `${id} at ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
      )
    },
    [only, except, options] as const,
  )
  expect.soft(findings, where).toEqual([])
}

/**
 * Nothing may overflow the page: only tables may scroll sideways, inside their own box.
 * A screen that arranges itself by script after a change of width gets a moment to do so.
 */
export async function expectNoOverflow(page: Page, where: string): Promise<void> {
  const overflowing = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      if (scrollWidth <= clientWidth) return []
      return [...document.querySelectorAll('body *')]
        .filter((element) => element.getBoundingClientRect().right > clientWidth)
        .map((element) => `${element.tagName} “${element.textContent.slice(0, 40)}”`)
    })
  await expect
    .poll(overflowing, { message: `${where} scrolls sideways`, timeout: 5000 })
    .toEqual([])
}
