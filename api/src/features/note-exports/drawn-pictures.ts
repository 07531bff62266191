import { type NoteColor, noteMarkColors } from '@portal/domain/mark-colors'
import { inkStrokes, type NoteMark, picturedPart } from '@portal/domain/note-picture'
import type { PageRectangle } from '@portal/domain/note-subject'
import type { NotePicture } from './note-pictures.ts'

/** In points: the most that a picture takes on the list. */
const largest = { width: 260, height: 180 }
/** The height of an empty sheet in widths, for ink whose page can't be drawn: that of US Letter. */
const usualHeight = 11 / 8.5
/** In points; strokes are defined for a picture of twice the size. */
const strokeScale = 0.5

/** A mark with what is below it, and its size on the list in points. */
type MarkedPicture = {
  mark: NoteMark
  part: PageRectangle
  picture: NotePicture | undefined
  width: number
  height: number
}

/** Undefined if there is nothing to show: an area of a page that can't be drawn. */
export function markedPicture(
  mark: NoteMark,
  picture: NotePicture | undefined,
): MarkedPicture | undefined {
  if (!picture && !mark.ink) return undefined
  const part = picturedPart(mark)
  const shape = picture ?? { width: part.width, height: part.height * usualHeight }
  const scale = Math.min(largest.width / shape.width, largest.height / shape.height)
  return { mark, part, picture, width: shape.width * scale, height: shape.height * scale }
}

type Placed = MarkedPicture & { color: NoteColor; left: number; top: number }

/** Draws a picture in a frame, and the mark over it. */
export function drawPicture(
  doc: PDFKit.PDFDocument,
  { mark, part, picture, width, height, color, left, top }: Placed,
): void {
  const x = (fraction: number) => left + ((fraction - part.x) / part.width) * width
  const y = (fraction: number) => top + ((fraction - part.y) / part.height) * height
  const { wash, line } = noteMarkColors[color]
  doc.save()
  doc.rect(left, top, width, height).clip()
  if (picture) doc.image(Buffer.from(picture.jpeg), left, top, { width, height })
  const { rectangle, ink = [] } = mark
  if (rectangle) {
    const { x: from, y: above } = rectangle
    const [right, bottom] = [x(from + rectangle.width), y(above + rectangle.height)]
    doc.rect(x(from), y(above), right - x(from), bottom - y(above))
    doc.lineWidth(1).fillOpacity(0.3).fillAndStroke(wash, line).fillOpacity(1)
  }
  doc.lineCap('round').lineJoin('round')
  for (const stroke of inkStrokes(color)) {
    for (const points of ink) {
      doc.moveTo(x(points[0]!.x), y(points[0]!.y))
      // A dot is a line to where it starts.
      for (const point of points) doc.lineTo(x(point.x), y(point.y))
    }
    if (ink.length > 0) doc.lineWidth(stroke.width * strokeScale).stroke(stroke.color)
  }
  doc.restore()
  doc.lineWidth(0.5).rect(left, top, width, height).stroke('#b8bfc0')
}
