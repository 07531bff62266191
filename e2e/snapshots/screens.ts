import type { Page } from '@playwright/test'
import { useTool } from '../support/use-tool.ts'

export type Viewer = 'stranger' | 'member' | 'admin'

export type Screen = {
  /** The picture's file name, without its extension. */
  name: string
  path: string
  /** Steps on the page once it has loaded. */
  act?: (page: Page) => Promise<unknown>
  /** A request of the page that fails: an address as for `page.route`. */
  fault?: string | RegExp
  /** Only the window, for overlays and sticky elements. */
  window?: boolean
  /** Narrower than 768 px or not, if only one of the two has this screen. */
  only?: 'narrow' | 'wide'
}

export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()

export const tool = (name: string) => (page: Page) => useTool(page, name)

/** Opens an overlay and waits for it. */
export const over = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page)
  // The dialog itself has no size; its content has.
  const title = '[role=dialog] h2, [role=alertdialog] h2'
  await page.locator(title).first().waitFor()
}

/** Waits until the first page of a paper is rendered: its text comes after its picture. */
export const drawn = (page: Page) =>
  page.locator('.endOfContent').first().waitFor({ state: 'attached' })

export const overDrawn = (name: string | RegExp) => async (page: Page) => {
  await over(name)(page)
  await drawn(page)
}

export const inTurn =
  (...acts: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const act of acts) await act(page)
  }

/** The name of a page's picture, from its address. */
export function named(route: string): string {
  const words = route
    .replaceAll(/\/\d{4}\/q\/\d/g, '')
    .split(/\W+/)
    .filter(Boolean)
  return words.join('-') || 'dashboard'
}
