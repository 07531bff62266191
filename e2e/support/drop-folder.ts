import type { Page } from '@playwright/test'

/** Drops a folder of the disk on the page, as a person does. */
export async function dropFolder(page: Page, folder: string): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const data = { items: [], files: [folder], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await client.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data })
  }
}
