import type { Locator, Page } from '@playwright/test'
import { boxOf } from './box-of.ts'

type Point = { x: number; y: number }

/** Draws a line with a finger, as Chromium gets it from a touch screen. */
export async function drawByFinger(page: Page, points: readonly Point[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [points[0]!])
  for (const point of points.slice(1)) await touch('touchMove', [point])
  await touch('touchEnd', [])
  await session.detach()
}

/** Draws a line with a pencil. */
export async function drawByPen(page: Page, points: readonly Point[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const [first, last] = [points[0]!, points.at(-1)!]
  const pen = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', point: Point) =>
    session.send('Input.dispatchMouseEvent', {
      ...point,
      type,
      button: 'left',
      buttons: type === 'mouseReleased' ? 0 : 1,
      clickCount: type === 'mouseMoved' ? 0 : 1,
      pointerType: 'pen',
    })
  await pen('mousePressed', first)
  for (const point of points.slice(1)) await pen('mouseMoved', point)
  await pen('mouseReleased', last)
  await session.detach()
}

/**
 * Selects a word as a long press does, and then the rest of its line as the handle does: the system takes the touch from
 * the page, and the selection changes. No driver can move the handles themselves.
 */
export async function selectByTouch(page: Page, line: Locator): Promise<void> {
  const { x, y, height } = await boxOf(line)
  const session = await page.context().newCDPSession(page)
  const finger = { x: x + 4, y: y + height / 2 }
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] })
  await session.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] })
  await session.detach()
  await line.evaluate((element) => {
    const words = element.firstChild as Text
    const selection = getSelection()!
    selection.setBaseAndExtent(words, 0, words, words.data.search(/\W|$/))
    selection.extend(words, words.data.length)
  })
}
