import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { createHeavyWork } from '../../api/src/platform/background/heavy-work.ts'
import { createPageRenderer } from '../../api/src/features/sync/first-page.ts'
import type { Bitmap } from '../../api/src/features/sync/picture-difference.ts'

/** How much of a sheet its print covers, from edge to edge, as shares of the sheet; zero on a blank one. */
type Ink = { width: number; height: number }

/** Measures one sheet in `every`, beginning with the first; `count` is the number of all sheets. */
export async function inkOfSheets(
  pdf: Uint8Array,
  every = 1,
): Promise<{ count: number; inks: Ink[] }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'board-portal-sheets-'))
  const heavyWork = createHeavyWork()
  const renderer = createPageRenderer(heavyWork, { by: 'sync' })
  try {
    const file = path.join(folder, 'printed.pdf')
    writeFileSync(file, pdf)
    const sheets: Ink[] = []
    const count = (await PDFDocument.load(pdf)).getPageCount()
    for (let page = 1; page <= count; page += every) {
      sheets.push(inkOf((await renderer.draw(file, page))!))
    }
    return { count, inks: sheets }
  } finally {
    await heavyWork.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function inkOf({ width, height, pixels }: Bitmap): Ink {
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (pixels[4 * (y * width + x)]! > 200) continue
      ;[left, right] = [Math.min(left, x), Math.max(right, x)]
      ;[top, bottom] = [Math.min(top, y), Math.max(bottom, y)]
    }
  }
  return { width: Math.max(0, right - left) / width, height: Math.max(0, bottom - top) / height }
}
