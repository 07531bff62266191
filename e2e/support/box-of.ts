import { expect, type Locator } from '@playwright/test'

/** Where an element is, in px of the window. Waits while it isn't shown, such as when it is being replaced. */
export async function boxOf(element: Locator) {
  let box = null as Awaited<ReturnType<Locator['boundingBox']>>
  await expect(async () => {
    box = await element.boundingBox({ timeout: 2000 })
    expect(box).not.toBeNull()
  }).toPass({ timeout: 30_000 })
  return box!
}
