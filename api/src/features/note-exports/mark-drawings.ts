import type { PDFPage } from '@cantoo/pdf-lib'
import { changeWashes, noteMarkColors } from '@portal/domain/mark-colors'
import { type Point, type ShownPage, shownPage } from '../../platform/pdf/shown-page.ts'
import type { PaperMark } from './paper-marks.ts'

/** How a mark is drawn: the annotation's rectangle, its appearance's operators, and the entries of its subtype. */
export type Drawing = {
  subtype: 'Highlight' | 'Square' | 'Ink' | 'Text'
  rect: [left: number, bottom: number, right: number, top: number]
  content: string
  /** The colors that fill and draw it, as operators; they are multiplied with the page, to keep its words readable. */
  colors: string
  /** Red, green and blue, from 0 to 1, for lists of annotations. */
  color: number[]
  entries: Record<string, Entry>
}

type Entry = string | number | number[] | number[][] | { W: number; S?: string; D?: number[] }

type Shape = Omit<Drawing, 'colors' | 'color'>

/** In points. */
const lineWidth = 2
const iconSize = 20

const { green, yellow, blue } = noteMarkColors
const markColors = {
  ...noteMarkColors,
  added: { wash: changeWashes.added, line: green.line },
  changed: { wash: changeWashes.changed, line: yellow.line },
  moved: { wash: changeWashes.moved, line: blue.line },
}

/** Lines identify the color in grayscale, too: solid for yellow, dashed for green, dotted for blue, broken for pink. */
const dashes: Record<PaperMark['color'], number[]> = {
  yellow: [],
  green: [6, 3],
  blue: [2, 3],
  pink: [8, 3, 2, 3],
  added: [],
  changed: [6, 3],
  moved: [2, 3],
}

/** `icons`: how many notes on the whole page are drawn above this one. */
export function drawingOf(mark: PaperMark, page: PDFPage, icons: number): Drawing {
  const { wash, line } = markColors[mark.color]
  const shape = shapeOf(mark, shownPage(page), icons)
  const isFilled = shape.subtype === 'Highlight' || shape.subtype === 'Text'
  return {
    ...shape,
    colors: `${channels(wash).join(' ')} rg ${channels(line).join(' ')} RG`,
    color: channels(isFilled ? wash : line),
    entries: shape.subtype === 'Square' ? { ...shape.entries, IC: channels(wash) } : shape.entries,
  }
}

function shapeOf(mark: PaperMark, shown: ShownPage, icons: number): Shape {
  const dash = dashes[mark.color]
  if (mark.kind === 'highlight') return highlight(mark.boxes, dash)
  if (mark.kind === 'ink') {
    return ink(mark.ink.map((line) => line.map(({ x, y }) => shown.toPage([x, y]))))
  }
  if (mark.kind === 'page') return icon(shown, icons)
  const { x, y, width, height } = mark.rectangle
  return square([shown.toPage([x, y]), shown.toPage([x + width, y + height])], dash)
}

function highlight(
  boxes: readonly (readonly [Point, Point, Point, Point])[],
  dash: number[],
): Shape {
  const washes = boxes.map(([upperLeft, upperRight, lowerLeft, lowerRight]) =>
    [...path([upperLeft, upperRight, lowerRight, lowerLeft]), 'h'].join(' '),
  )
  const lines = boxes.map(([, , lowerLeft, lowerRight]) => path([lowerLeft, lowerRight]).join(' '))
  return {
    subtype: 'Highlight',
    rect: around(boxes.flat(), 1),
    // One fill: where the boxes of two lines meet, they would be multiplied twice.
    content: `${washes.join(' ')} f 1 w [${dash.join(' ')}] 0 d ${lines.join(' ')} S`,
    entries: { QuadPoints: boxes.flat(2).map(rounded) },
  }
}

function square(corners: Point[], dash: number[]): Shape {
  const rect = around(corners, lineWidth)
  const [left, bottom, right, top] = around(corners, 0)
  return {
    subtype: 'Square',
    rect,
    content: `${lineWidth} w [${dash.join(' ')}] 0 d ${left} ${bottom} ${rounded(right - left)} ${rounded(top - bottom)} re B`,
    entries: { BS: dash.length > 0 ? { W: lineWidth, S: 'D', D: dash } : { W: lineWidth } },
  }
}

function ink(lines: readonly (readonly Point[])[]): Shape {
  const strokes = lines.map((line) => {
    // A line of one point is a dot: round caps draw it only if the line ends where it starts.
    const points = line.length === 1 ? [line[0]!, line[0]!] : line
    return [...path(points), 'S'].join(' ')
  })
  return {
    subtype: 'Ink',
    rect: around(lines.flat(), lineWidth),
    content: `${lineWidth} w 1 J 1 j ${strokes.join(' ')}`,
    entries: { BS: { W: lineWidth }, InkList: lines.map((line) => line.flat().map(rounded)) },
  }
}

/** A sheet of paper at the page's left edge. */
function icon({ toPage, width, height }: ShownPage, above: number): Shape {
  const left = (iconSize * 0.3) / width
  const top = Math.min((iconSize * (0.3 + 1.2 * above)) / height, 1 - iconSize / height)
  const corners = [toPage([left, top]), toPage([left + iconSize / width, top + iconSize / height])]
  const rect = around(corners, 0)
  const [x, y] = rect
  const lines = [6, 10, 14].map((high) => `${x + 4} ${y + high} m ${x + 16} ${y + high} l`)
  return {
    subtype: 'Text',
    rect,
    content: `${x} ${y} ${iconSize} ${iconSize} re B 1 w ${lines.join(' ')} S`,
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

/** Red, green and blue, from 0 to 1. */
function channels(color: string): number[] {
  return [1, 3, 5].map(
    (at) => Math.round((Number.parseInt(color.slice(at, at + 2), 16) / 255) * 1000) / 1000,
  )
}
