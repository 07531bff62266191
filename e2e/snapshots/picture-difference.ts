import type { Page } from '@playwright/test'
import sharp from 'sharp'

/** What of a screen may look different: dates, and papers of another quarter. From 0 to 1. */
export const mostDifference = 0.12

/** Cells of eight by eight pixels of a picture of 1280 by 800. */
const cells = { width: 160, height: 100 }
/** How much lighter or darker a cell has to be to differ; of 255. */
const visible = 20

/** The share of the cells that differ between two pictures of the same screen, from 0 to 1. */
export async function differenceOf(one: Buffer | string, other: Buffer | string): Promise<number> {
  const [first, second] = await Promise.all([cellsOf(one), cellsOf(other)])
  const differing = first.filter((value, at) => Math.abs(value - second[at]!) > visible)
  return differing.length / first.length
}

/** Their average lightness. */
async function cellsOf(picture: Buffer | string): Promise<number[]> {
  const { data } = await sharp(picture)
    .resize({ ...cells, fit: 'fill', kernel: 'cubic' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data]
}

const control = /^ *- (heading|button|searchbox|textbox|combobox|radio|link) "(.+?)"/gm
const dated = /\b(\w+day|today|morning|afternoon|evening)\b/g

/**
 * The headings and controls of a screen and the links in its menus, without what depends on the day: links to papers
 * contain their dates.
 */
export async function controlsOf(page: Page): Promise<string[]> {
  const all = controlsIn(await page.locator('body').ariaSnapshot())
  const menus = await page.getByRole('navigation').all()
  const linked = await Promise.all(menus.map(async (menu) => controlsIn(await menu.ariaSnapshot())))
  const lasting = [...all.filter((name) => !name.startsWith('link')), ...linked.flat()]
  return [...new Set(lasting)].toSorted()
}

function controlsIn(snapshot: string): string[] {
  return [...snapshot.matchAll(control)].map(([, role, name]) => {
    const [words] = name!.split(' Updated ')
    return `${role}: ${words!.replaceAll(/\d+/g, '#').replaceAll(dated, '…')}`
  })
}
