import type { PDFPage } from '@cantoo/pdf-lib'

/** In the page's own units, or as shares of the displayed page from its upper left corner. */
export type Point = readonly [x: number, y: number]

type Box = { x: number; y: number; width: number; height: number }

/** How a page is displayed: the part of it that viewers show, turned by its `/Rotate`. */
export type ShownPage = {
  /** Quarter turns, clockwise. */
  turns: 0 | 1 | 2 | 3
  /** What is shown, before it is turned. */
  box: Box
  /** As displayed. */
  width: number
  height: number
  /** Converts shares of the displayed page to the page's own units. */
  toPage: (shown: Point) => Point
}

/** The one place where positions on a displayed page become positions in a PDF. */
export function shownPage(page: PDFPage): ShownPage {
  const box = visibleBox(page)
  const { x, y, width, height } = box
  const turns = (((Math.round(page.getRotation().angle / 90) % 4) + 4) % 4) as ShownPage['turns']
  const isOnItsSide = turns % 2 === 1
  return {
    turns,
    box,
    width: isOnItsSide ? height : width,
    height: isOnItsSide ? width : height,
    toPage([right, down]) {
      if (turns === 1) return [x + down * width, y + right * height]
      if (turns === 2) return [x + (1 - right) * width, y + down * height]
      if (turns === 3) return [x + (1 - down) * width, y + (1 - right) * height]
      return [x + right * width, y + (1 - down) * height]
    },
  }
}

/** The crop box as far as it is on the sheet, as viewers show it. */
function visibleBox(page: PDFPage): Box {
  const [crop, media] = [page.getCropBox(), page.getMediaBox()].map(upright) as [Box, Box]
  const [x, y] = [Math.max(crop.x, media.x), Math.max(crop.y, media.y)]
  const width = Math.min(crop.x + crop.width, media.x + media.width) - x
  const height = Math.min(crop.y + crop.height, media.y + media.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : media
}

/** A box may name any two of its corners. */
function upright({ x, y, width, height }: Box): Box {
  return {
    x: Math.min(x, x + width),
    y: Math.min(y, y + height),
    width: Math.abs(width),
    height: Math.abs(height),
  }
}
