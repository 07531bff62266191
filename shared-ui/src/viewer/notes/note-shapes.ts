import { areaOf, isWithin, type PagePoint, type Quad, quadOf } from '../page-geometry.ts'
import type { InkLine, ShownNote } from '../shown-notes.ts'

/** What is drawn of a note on one page. */
export type NoteShape = { id: string; boxes: readonly Quad[]; ink: readonly InkLine[] }

/** Where the mark of a note on the whole page is: the corner, where pages have a margin. */
const pageCorner = quadOf({ x: 0.94, y: 0, width: 0.06, height: 0.03 })

/** How far from a line of ink a tap may be, in fractions of the page. */
const reach = 0.015

/** The note at a point; of several the smallest, so that none is hidden by one around it. */
export function noteAt(shapes: readonly NoteShape[], point: PagePoint): string | undefined {
  const hits = shapes.filter(
    ({ boxes, ink }) =>
      boxes.some((box) => isWithin(box, point)) || ink.some((line) => isNear(line, point)),
  )
  return hits.toSorted((a, b) => sizeOf(a) - sizeOf(b))[0]?.id
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

/** How much of the page its boxes cover. */
export function sizeOf({ boxes }: NoteShape): number {
  return boxes.reduce((sum, box) => sum + areaOf(box), 0)
}

type Placed = Pick<ShownNote, 'subject'> & { place?: { ranges: readonly unknown[] } }

/** What isn't words of a note: a rectangle, ink, or the corner of the page that it is about. */
export function ownShapes({ subject, place }: Placed): Omit<NoteShape, 'id'> {
  const { rectangle, ink = [] } = subject
  if (rectangle) return { boxes: [quadOf(rectangle)], ink }
  if (ink.length > 0 || !place || place.ranges.length > 0) return { boxes: [], ink }
  return { boxes: [pageCorner], ink }
}
