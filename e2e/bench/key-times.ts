import type { BrowserContext, Page } from '@playwright/test'

/** Measures every key on the pages of the context from here on. */
export async function noteKeys(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const times: number[] = []
    Object.assign(window, { keyTimes: times })
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        // The frame's callbacks run before its paint, and a message that they send after it.
        requestAnimationFrame(() => {
          const painted = new MessageChannel()
          painted.port1.addEventListener('message', () => {
            times.push(performance.now() - timeStamp)
            painted.port1.close()
          })
          painted.port1.start()
          painted.port2.postMessage(undefined)
        })
      },
      { capture: true },
    )
  })
}

/** From each key since the last call to the paint that followed, in ms. */
export function keyTimes(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const { keyTimes: times } = window as unknown as { keyTimes: number[] }
    return times.splice(0)
  })
}
