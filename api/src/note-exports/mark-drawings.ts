import type { PDFPage } from '@cantoo/pdf-lib'
import type { Point } from './line-boxes.ts'
import type { PaperMark } from './paper-marks.ts'

/** How a mark is drawn: the annotation's rectangle, its appearance's operators, and the entries of its subtype. */
export type Drawing = {
  subtype: 'Highlight' | 'Square' | 'Ink' | 'Text'
  rect: [left: number, bottom: number, right: number, top: number]
  content: string
  /** `Multiply` keeps the words beneath readable. */
  blend: 'Multiply' | 'Normal'
  entries: Record<string, string | number | number[] | number[][] | { W: number }>
}

/** In points. */
const lineWidth = 2
const iconSize = 20

/** `icons`: how many notes on the whole page are drawn above this one. */
export function drawingOf(mark: PaperMark, page: PDFPage, icons: number): Drawing {
  if (mark.kind === 'highlight') return highlight(mark.boxes)
  const toPage = shownToPage(page)
  if (mark.kind === 'ink') return ink(mark.lines.map((line) => line.map(toPage)))
  if (mark.kind === 'page') return icon(toPage, page, icons)
  const { x, y, width, height } = mark.rectangle
  return square([toPage([x, y]), toPage([x + width, y + height])])
}

function highlight(boxes: readonly (readonly [Point, Point, Point, Point])[]): Drawing {
  const content = boxes
    .map(([upperLeft, upperRight, lowerLeft, lowerRight]) =>
      [...path([upperLeft, upperRight, lowerRight, lowerLeft]), 'h f'].join(' '),
    )
    .join(' ')
  return {
    subtype: 'Highlight',
    rect: around(boxes.flat(), 1),
    content,
    blend: 'Multiply',
    entries: { QuadPoints: boxes.flat(2).map(rounded) },
  }
}

function square(corners: Point[]): Drawing {
  const rect = around(corners, lineWidth)
  const [left, bottom, right, top] = around(corners, 0)
  return {
    subtype: 'Square',
    rect,
    content: `${lineWidth} w ${left} ${bottom} ${rounded(right - left)} ${rounded(top - bottom)} re S`,
    blend: 'Normal',
    entries: { BS: { W: lineWidth } },
  }
}

function ink(lines: readonly (readonly Point[])[]): Drawing {
  const strokes = lines.map((line) => {
    // A line of one point is a dot: round caps draw it only if the line ends where it starts.
    const points = line.length === 1 ? [line[0]!, line[0]!] : line
    return [...path(points), 'S'].join(' ')
  })
  return {
    subtype: 'Ink',
    rect: around(lines.flat(), lineWidth),
    content: `${lineWidth} w 1 J 1 j ${strokes.join(' ')}`,
    blend: 'Normal',
    entries: { BS: { W: lineWidth }, InkList: lines.map((line) => line.flat().map(rounded)) },
  }
}

/** A sheet of paper at the page's left edge. */
function icon(toPage: (shown: Point) => Point, page: PDFPage, above: number): Drawing {
  const { width, height } = shownSize(page)
  const left = (iconSize * 0.3) / width
  const top = Math.min((iconSize * (0.3 + 1.2 * above)) / height, 1 - iconSize / height)
  const corners = [toPage([left, top]), toPage([left + iconSize / width, top + iconSize / height])]
  const rect = around(corners, 0)
  const [x, y] = rect
  const lines = [6, 10, 14].map((high) => `${x + 4} ${y + high} m ${x + 16} ${y + high} l`)
  return {
    subtype: 'Text',
    rect,
    content: `${x} ${y} ${iconSize} ${iconSize} re f 0.2 G 1 w ${lines.join(' ')} S`,
    blend: 'Normal',
    entries: { Name: 'Comment' },
  }
}

function path(points: readonly Point[]): string[] {
  return points.map(([x, y], index) => `${rounded(x)} ${rounded(y)} ${index === 0 ? 'm' : 'l'}`)
}

function around(points: readonly Point[], margin: number): Drawing['rect'] {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const lowest = (values: number[]) => values.reduce((a, b) => Math.min(a, b))
  const highest = (values: number[]) => values.reduce((a, b) => Math.max(a, b))
  return [
    rounded(lowest(xs) - margin),
    rounded(lowest(ys) - margin),
    rounded(highest(xs) + margin),
    rounded(highest(ys) + margin),
  ]
}

/** PDF numbers have no exponents. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100
}

function turnOf(page: PDFPage): number {
  return (((page.getRotation().angle % 360) + 360) % 360) / 90
}

function shownSize(page: PDFPage): { width: number; height: number } {
  const { width, height } = page.getCropBox()
  return turnOf(page) % 2 === 0 ? { width, height } : { width: height, height: width }
}

/** Converts fractions of the displayed page, from its upper left corner, to the page's own units. */
function shownToPage(page: PDFPage): (shown: Point) => Point {
  const { x, y, width, height } = page.getCropBox()
  const turn = turnOf(page)
  return ([right, down]) => {
    if (turn === 1) return [x + down * width, y + right * height]
    if (turn === 2) return [x + (1 - right) * width, y + down * height]
    if (turn === 3) return [x + (1 - down) * width, y + (1 - right) * height]
    return [x + right * width, y + (1 - down) * height]
  }
}
