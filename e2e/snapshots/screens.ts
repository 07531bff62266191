import type { Page } from '@playwright/test'

export type Viewer = 'stranger' | 'member' | 'admin'

export type Screen = {
  /** The picture's file, without its ending. */
  name: string
  path: string
  /** What is done on the page once it stands. */
  act?: (page: Page) => Promise<unknown>
  /** What the page asks for in vain: an address as `page.route` takes it. */
  fault?: string | RegExp
  /** Only the window, as for what lies over the page or sticks to it. */
  window?: boolean
  /** Narrower than 768 px or not, where one of the two alone has this screen. */
  only?: 'narrow' | 'wide'
}

export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()

/** Presses a tool of the viewer, also where its toolbar has room for it only under More. */
export const useTool = (name: string) => async (page: Page) => {
  const tool = page.getByRole('toolbar').getByRole('button', { name, exact: true })
  if (await tool.isVisible()) return tool.click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Opens what lies over the page, and waits for it. */
export const over = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page)
  // The dialog itself has no size: what stands in it has.
  const title = '[role=dialog] h2, [role=alertdialog] h2'
  await page.locator(title).first().waitFor()
}

/** The first page of a paper is drawn: its text comes after its picture, and this at the text's end. */
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

/** The name of a page's picture by its address. */
export function named(route: string): string {
  const words = route
    .replaceAll(/\/\d{4}\/q\/\d/g, '')
    .split(/\W+/)
    .filter(Boolean)
  return words.join('-') || 'dashboard'
}
