import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { withDeadline } from './deadline.ts'

/** The time a person looks at the list before the next click, in ms. */
const look = 500

/** Clicks a document in the list and returns the ms until its first page is painted. */
export async function timeToFirstPage(page: Page, name: string): Promise<number> {
  const link = page.getByRole('link', { name }).first()
  await link.waitFor()
  await delay(look)
  const painted = link.evaluate(
    (element: HTMLElement) =>
      new Promise<number>((resolve) => {
        const began = performance.now()
        const check = () => {
          const first = document.querySelector(
            '[data-first-page] canvas, [data-page-number="1"][data-loaded] canvas',
          )
          if (first) requestAnimationFrame(() => resolve(performance.now() - began))
          else requestAnimationFrame(check)
        }
        element.click()
        check()
      }),
  )
  return withDeadline(`The first page of ${name}`, painted)
}
