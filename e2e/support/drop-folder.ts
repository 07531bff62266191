import { expect, type Page } from '@playwright/test'

/** Drops a folder of the disk on the page, as a person does: once the page says that it takes it. */
export async function dropFolder(page: Page, folder: string): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const data = { items: [], files: [folder], dragOperationsMask: 1 }
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    client.send('Input.dispatchDragEvent', { type, x: 200, y: 400, data })
  await expect(async () => {
    await drag('dragEnter')
    await drag('dragOver')
    const invitation = page.getByText('Drop the papers to upload them')
    await expect(invitation).toBeVisible({ timeout: 1000 })
  }).toPass()
  await drag('drop')
}
