import { expect, type Page } from '@playwright/test'

/** Presses a tool of the viewer, in its toolbar or, where that is too narrow for all of them, under More. */
export async function useTool(page: Page, name: string): Promise<void> {
  const tool = page.getByRole('toolbar').getByRole('button', { name, exact: true })
  const more = page.getByRole('button', { name: 'More', exact: true })
  await expect(tool.or(more).first()).toBeVisible()
  if (await tool.isVisible()) return tool.click()
  await more.click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
