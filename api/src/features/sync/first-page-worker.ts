import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import { answerJobs } from '../../platform/background/answer-jobs.ts'
import {
  bytesPerPixel,
  drawPage,
  type FileToRead,
  inDocument,
  loadPdfium,
  type OpenPage,
  type Size,
} from '../../platform/pdf/pdfium.ts'
import type {
  ComparedPages,
  DrawnPage,
  PagesLook,
  PagesToCompare,
  PageToCompare,
  PageOfFile,
  PageToDraw,
} from './first-page.ts'
import { fieldValues, type Letters, lettersOf } from './page-content.ts'
import { type Bitmap, looksDifferent } from './picture-difference.ts'

/** How much of a long page is drawn, in widths. */
const maxHeight = 2

/** How large pages are drawn to be compared, in px per point: as they are printed on paper, smaller if they are large. */
const comparedScale = 1.5
/** A page that is drawn smaller is too small to compare. */
const leastScale = 0.6
const maxComparedPixels = 4_000_000
/** Pages whose width and height differ by at most this share have the same size. */
const sameSize = 0.01

const loading = loadPdfium()

answerJobs(answerTo, (answer) =>
  'bitmap' in answer && answer.bitmap ? [answer.bitmap.pixels.buffer as ArrayBuffer] : [],
)

/** An abort of the renderer is thrown, and ends the worker: its memory is in an unknown state. */
async function answerTo(job: PageToDraw | PagesToCompare): Promise<DrawnPage | ComparedPages> {
  const pdfium = await loading
  if ('older' in job) return { look: lookOf(pdfium, job) }
  const { width } = job
  const bitmap = onPage(pdfium, job, (page) => {
    const fullHeight = Math.round((width * page.height) / page.width)
    if (!Number.isSafeInteger(fullHeight) || fullHeight < 1) return undefined
    return drawPage(pdfium, page, {
      width,
      fullHeight,
      height: Math.min(fullHeight, maxHeight * width),
    })
  })
  return { bitmap }
}

type ReadPage = { size: Size; bitmap: Bitmap; letters: Letters | undefined; values: string }

function lookOf(pdfium: WrappedPdfiumModule, pages: PagesToCompare): PagesLook | undefined {
  const isCut = pages.older.without.length + pages.newer.without.length > 0
  const older = readPage(pdfium, pages.older, isCut)
  const newer = older && readPage(pdfium, pages.newer, isCut, older)
  if (!newer) return undefined
  if (newer === 'otherSize') return haveMoved(pdfium, pages) ? 'typesetAgain' : 'different'
  const cut = [older, newer].flatMap(({ letters }) => letters ?? [])
  // A text to leave out that isn't found would count as a difference.
  if (cut.some(({ isIncomplete }) => isIncomplete)) return undefined
  if (older.values !== newer.values) return 'different'
  for (const { bitmap } of [older, newer]) {
    for (const box of cut.flatMap(({ boxes }) => boxes)) blank(bitmap, box)
  }
  if (!looksDifferent(older.bitmap, newer.bitmap)) return 'same'
  return haveMoved(pdfium, pages) ? 'typesetAgain' : 'different'
}

function readPage(
  pdfium: WrappedPdfiumModule,
  page: PageToCompare,
  withLetters: boolean,
): ReadPage | undefined
function readPage(
  pdfium: WrappedPdfiumModule,
  page: PageToCompare,
  withLetters: boolean,
  as: ReadPage,
): ReadPage | 'otherSize' | undefined
/** Reads a page, scaled to the size of another one. */
function readPage(
  pdfium: WrappedPdfiumModule,
  { without, ...wanted }: PageToCompare,
  withLetters: boolean,
  as?: ReadPage,
) {
  return onPage(pdfium, wanted, (page) => {
    if (as && !isSameSize(as.size, page)) return 'otherSize'
    const size = as?.bitmap ?? comparedSize(page)
    const bitmap = size && drawPage(pdfium, page, { ...size, fullHeight: size.height })
    if (!bitmap) return undefined
    return {
      size: { width: page.width, height: page.height },
      bitmap,
      letters: withLetters ? lettersOf(pdfium, page.page, { ...bitmap, without }) : undefined,
      values: fieldValues(pdfium, page),
    }
  })
}

/** Undefined if the page is too large or too small to compare. */
function comparedSize({ width: across, height: down }: Size): Size | undefined {
  const scale = Math.min(comparedScale, Math.sqrt(maxComparedPixels / (across * down)))
  const size = { width: Math.round(across * scale), height: Math.round(down * scale) }
  return scale >= leastScale && size.width > 0 && size.height > 0 ? size : undefined
}

function isSameSize(a: Size, b: Size): boolean {
  return (['width', 'height'] as const).every((side) => Math.abs(a[side] / b[side] - 1) <= sameSize)
}

/** The share of its letters from which a page was typeset again, and how far they have moved, as a share of its width. */
const movedShare = 0.5
const leastMove = 0.005

/** Whether two pages with the same words have most of their letters at other places. */
function haveMoved(pdfium: WrappedPdfiumModule, { older, newer }: PagesToCompare): boolean {
  const [before, after] = [older, newer].map(({ without, ...wanted }) =>
    onPage(pdfium, wanted, (page) => {
      const size = comparedSize(page)
      return size && lettersOf(pdfium, page.page, { ...size, without }).all
    }),
  )
  if (!before || !after || before.length === 0) return false
  const longer = Math.max(before.length, after.length)
  const isEqual = (a: number, b: number) => before[a]!.letter === after[b]!.letter
  let [start, end] = [0, 0]
  const shorter = Math.min(before.length, after.length)
  while (start < shorter && isEqual(start, start)) start += 1
  while (end < shorter - start && isEqual(before.length - 1 - end, after.length - 1 - end)) end += 1
  const kept = before.filter(({ x, y }, at) => {
    const fromEnd = before.length - at
    if (at >= start && fromEnd > end) return false
    const other = after[at < start ? at : after.length - fromEnd]!
    return Math.hypot(x - other.x, y - other.y) <= leastMove
  })
  return longer - kept.length > longer * movedShare
}

function blank({ width: columns, height, pixels }: Bitmap, box: Letters['boxes'][number]): void {
  const [left, right] = [Math.max(0, box.left), Math.min(columns, box.right)]
  for (let y = Math.max(0, box.top); y < Math.min(height, box.bottom); y += 1) {
    pixels.fill(255, bytesPerPixel * (y * columns + left), bytesPerPixel * (y * columns + right))
  }
}

/** Undefined if the file can't be opened (encrypted, broken), or has no such page. */
function onPage<T>(
  pdfium: WrappedPdfiumModule,
  { path, page: number }: PageOfFile,
  read: (page: OpenPage) => T | undefined,
): T | undefined {
  const file = openSync(path, 'r')
  const access: FileToRead = {
    size: fstatSync(file).size,
    read: (target, position) =>
      readSync(file, target, 0, target.length, position) === target.length,
  }
  try {
    return inDocument(pdfium, access, (onNumber) => onNumber(number, read))
  } finally {
    closeSync(file)
  }
}
