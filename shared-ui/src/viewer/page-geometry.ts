import { type PagePoint, type PageRectangle, percent } from '@portal/domain/note-subject'
import type { TextPart } from './letter-ranges.ts'

/**
 * Where things are on a page, in fractions of its width and height as it was made: with the page's own `/Rotate`, and
 * before the reader turns it. What is kept in these units is right at every zoom and rotation.
 */
export type { PagePoint } from '@portal/domain/note-subject'

/** The corners of a box in the direction of its words: upper left, upper right, lower right, lower left. */
export type Quad = readonly [PagePoint, PagePoint, PagePoint, PagePoint]

/** The room around words, so that an outline covers none of them. In fractions of the page. */
const room = { along: 0.003, across: 0.0015 }
const caretWidth = 0.004

/** A point of the page as it is shown, turned back to the page as it was made. */
export function unturned({ x, y }: PagePoint, rotation: number): PagePoint {
  if (rotation === 90) return rounded({ x: y, y: 1 - x })
  if (rotation === 180) return rounded({ x: 1 - x, y: 1 - y })
  if (rotation === 270) return rounded({ x: 1 - y, y: x })
  return rounded({ x, y })
}

/** A point of the page as it was made, on the page as it is shown. */
export function turned(point: PagePoint, rotation: number): PagePoint {
  return unturned(point, (360 - rotation) % 360)
}

/** The rectangle between two corners, within the page. */
export function rectangleOf(a: PagePoint, b: PagePoint): PageRectangle {
  const [left, top] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  const [width, height] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)]
  return { ...rounded({ x: left, y: top }), width: round(width), height: round(height) }
}

export function quadOf({ x, y, width, height }: PageRectangle): Quad {
  const [right, bottom] = [x + width, y + height]
  return [
    { x, y },
    { x: right, y },
    { x: right, y: bottom },
    { x, y: bottom },
  ]
}

/** The page's frame in the window, and the reader's rotation of the page in degrees. */
export type ShownPage = { frame: DOMRect; rotation: number }

/** The lines of a part of a page's text, with a little room around them. */
export function quadsIn({ node, from, to }: TextPart, page: ShownPage): Quad[] {
  const range = node.ownerDocument.createRange()
  range.setStart(node, from)
  range.setEnd(node, to)
  const { angle, height } = directionOf(node)
  return [...range.getClientRects()].map((rect) => quadAround(rect, angle, height, page))
}

/** The direction of a text in the window, in degrees clockwise, and the height of its letters in px. */
function directionOf(node: Text): { angle: number; height: number } {
  const layer = node.parentElement?.closest<HTMLElement>('.textLayer')
  const line = node.parentElement?.closest<HTMLElement>('[style*="--rotate"]')
  const turn = Number(layer?.dataset['mainRotation'] ?? 0)
  const own = Number.parseFloat(line?.style.getPropertyValue('--rotate') ?? '0')
  return { angle: (turn + own + 360) % 360, height: line?.offsetHeight ?? 0 }
}

/** The box of words in the words' own direction. The browser returns only the upright rectangle around that box. */
export function quadAround(
  { x, y, width, height }: Pick<DOMRect, 'x' | 'y' | 'width' | 'height'>,
  angle: number,
  letterHeight: number,
  { frame, rotation }: ShownPage,
): Quad {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
  const isLevel = angle % 180 === 0
  const isUpright = angle % 180 === 90
  let [along, across] = isUpright ? [height, width] : [width, height]
  if (!isLevel && !isUpright) {
    across = letterHeight
    along =
      Math.abs(cos) > Math.abs(sin)
        ? (width - across * Math.abs(sin)) / Math.abs(cos)
        : (height - across * Math.abs(cos)) / Math.abs(sin)
  }
  const isOnItsSide = rotation % 180 === 90
  const made = isOnItsSide
    ? { width: frame.height, height: frame.width }
    : { width: frame.width, height: frame.height }
  const halfAlong = along / 2 + made.width * room.along
  const halfAcross = across / 2 + made.height * room.across
  const corner = (right: number, down: number) =>
    unturned(
      {
        x:
          (x + width / 2 + right * halfAlong * cos - down * halfAcross * sin - frame.x) /
          frame.width,
        y:
          (y + height / 2 + right * halfAlong * sin + down * halfAcross * cos - frame.y) /
          frame.height,
      },
      rotation,
    )
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]
}

/** A thin box at the beginning or the end of some words. */
export function caretAt(quad: Quad, side: 'before' | 'after'): Quad {
  const [upperLeft, upperRight, lowerRight, lowerLeft] = quad
  const [top, bottom] = side === 'before' ? [upperLeft, lowerLeft] : [upperRight, lowerRight]
  const length = Math.hypot(upperRight.x - upperLeft.x, upperRight.y - upperLeft.y) || 1
  const half = caretWidth / 2 / length
  const step = { x: (upperRight.x - upperLeft.x) * half, y: (upperRight.y - upperLeft.y) * half }
  return [
    { x: top.x - step.x, y: top.y - step.y },
    { x: top.x + step.x, y: top.y + step.y },
    { x: bottom.x + step.x, y: bottom.y + step.y },
    { x: bottom.x - step.x, y: bottom.y - step.y },
  ]
}

/** Whether a point is within a box. */
export function isWithin(quad: Quad, { x, y }: PagePoint): boolean {
  const sides = quad.map((from, index) => {
    const to = quad[(index + 1) % 4]!
    return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x)
  })
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0)
}

export function areaOf(quad: Quad): number {
  const twice = quad.reduce((sum, from, index) => {
    const to = quad[(index + 1) % 4]!
    return sum + from.x * to.y - to.x * from.y
  }, 0)
  return Math.abs(twice) / 2
}

/** A box as part of an SVG path, in a drawing of 100 × 100. */
export function quadPath(quad: Quad): string {
  return `M${quad.map(inDrawing).join('L')}z`
}

/** The line below the words of a box, as part of such a path. */
export function underlinePath([, , lowerRight, lowerLeft]: Quad): string {
  return `M${inDrawing(lowerLeft)}L${inDrawing(lowerRight)}`
}

function inDrawing({ x, y }: PagePoint): string {
  return `${percent(x)} ${percent(y)}`
}

function rounded({ x, y }: PagePoint): PagePoint {
  return { x: round(Math.max(0, Math.min(1, x))), y: round(Math.max(0, Math.min(1, y))) }
}

/** A hundredth of a percent is finer than a pixel, and keeps ink small. */
function round(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
