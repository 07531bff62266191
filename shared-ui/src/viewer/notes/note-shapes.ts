import type { Box } from '../page-marks.ts'
import type { InkLine, PageRectangle, ShownNote } from '../shown-notes.ts'

/** In % of the page as it was made, before the reader turns it. */
export type PagePoint = { x: number; y: number }

/** What is drawn of a note on one page. */
export type NoteShape = { id: string; boxes: readonly Box[]; ink: readonly InkLine[] }

/** Where the mark of a note on the whole page is: the corner, where pages have a margin. */
const pageCorner: Box = { x: 94, y: 0, width: 6, height: 3 }

/** How far from a line of ink a tap may be, in % of the page. */
const reach = 1.5

/** The note at a point; of several the smallest, so that none is hidden by one around it. */
export function noteAt(shapes: readonly NoteShape[], point: PagePoint): string | undefined {
  const hits = shapes.filter(
    ({ boxes, ink }) =>
      boxes.some((box) => isIn(box, point)) || ink.some((line) => isNear(line, point)),
  )
  return hits.toSorted((a, b) => areaOf(a) - areaOf(b))[0]?.id
}

function isIn({ x, y, width, height }: Box, point: PagePoint): boolean {
  return point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height
}

function isNear(line: InkLine, point: PagePoint): boolean {
  return line.some((end, index) => {
    const start = line[Math.max(0, index - 1)]!
    return distance(point, start, end) <= reach
  })
}

function distance(point: PagePoint, start: PagePoint, end: PagePoint): number {
  const [width, height] = [end.x - start.x, end.y - start.y]
  const length = width ** 2 + height ** 2
  const along =
    length === 0 ? 0 : ((point.x - start.x) * width + (point.y - start.y) * height) / length
  const share = Math.max(0, Math.min(1, along))
  return Math.hypot(point.x - start.x - share * width, point.y - start.y - share * height)
}

function areaOf({ boxes }: NoteShape): number {
  return boxes.reduce((sum, { width, height }) => sum + width * height, 0)
}

/** The path of ink: straight lines from point to point; a dot for a tap. */
export function inkPath(ink: readonly InkLine[]): string {
  return ink
    .map((line) => {
      const points = line.length === 1 ? [line[0]!, line[0]!] : line
      return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('')
    })
    .join('')
}

/** A point of the page as it is shown, turned back to the page as it was made. */
export function unturned({ x, y }: PagePoint, rotation: number): PagePoint {
  if (rotation === 90) return rounded({ x: y, y: 100 - x })
  if (rotation === 180) return rounded({ x: 100 - x, y: 100 - y })
  if (rotation === 270) return rounded({ x: 100 - y, y: x })
  return rounded({ x, y })
}

/** The rectangle between two corners, within the page. */
export function rectangleOf(a: PagePoint, b: PagePoint): PageRectangle {
  const [left, top] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  const [width, height] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)]
  return { ...rounded({ x: left, y: top }), width: round(width), height: round(height) }
}

function rounded({ x, y }: PagePoint): PagePoint {
  return { x: round(Math.max(0, Math.min(100, x))), y: round(Math.max(0, Math.min(100, y))) }
}

/** A hundredth of a percent is finer than a pixel, and keeps ink small. */
function round(value: number): number {
  return Math.round(value * 100) / 100
}

type Placed = Pick<ShownNote, 'subject'> & { place?: { ranges: readonly unknown[] } }

/** What isn't words of a note: a rectangle, ink, or the corner of the page that it is about. */
export function ownShapes({ subject, place }: Placed): Omit<NoteShape, 'id'> {
  const { rectangle, ink = [] } = subject
  if (rectangle) return { boxes: [rectangle], ink }
  if (ink.length > 0 || !place || place.ranges.length > 0) return { boxes: [], ink }
  return { boxes: [pageCorner], ink }
}
