import { expect, type Page } from '@playwright/test'

/** Drops a folder of the disk on a loaded page, as a person does: once the page says that it takes it. */
export async function dropFolder(page: Page, folder: string): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const data = { items: [], files: [folder], dragOperationsMask: 1 }
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    client.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data })
  // A drop goes to the element that was below the pointer when it last moved, even if the page has replaced it since.
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
  await expect(async () => {
    await drag('dragEnter')
    await drag('dragOver')
    const invitation = page.getByText('Drop the papers to upload them')
    await expect(invitation).toBeVisible({ timeout: 1000 })
  }).toPass()
  // Browsers repeat this while the pointer is held, until it lets go.
  await drag('dragOver')
  await drag('drop')
}
