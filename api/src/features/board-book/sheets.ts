import type { PDFPage } from '@cantoo/pdf-lib'
import PdfWriter from 'pdfkit'
import type { Weight } from '../../platform/pdf/pdf-faces.ts'
import { shownPage } from '../../platform/pdf/shown-page.ts'
import { drawLine, heightOfLine, textLines } from '../../platform/pdf/text-lines.ts'

type Style = { font?: Weight; size: number; color?: string }

/** What a paragraph has marginSpace its text. */
type Place = {
  /** From the left margin, in points. */
  indent?: number
  /** Text at the left margin, at the paragraph's first line. */
  left?: { text: string; style: Style }
  /** Text at the right margin, at the paragraph's first line. */
  right?: { text: string; style: Style }
  /** The page of the book to which the paragraph links. */
  page?: number
}

export type SheetSize = { width: number; height: number }

/** In points: A4. */
const usualSize: SheetSize = { width: 595.28, height: 841.89 }
const ink = '#1c2426'
export const soft = '#475254'
const line = '#e2ddd2'

/** A rectangle on a sheet that links to a page of the book, in points from the lower left corner. */
export type SheetLink = { sheet: number; rectangle: [number, number, number, number]; page: number }

/** Longer paragraphs are truncated, so that one always fits on a sheet. */
const mostLines = 6
/** In points: between lines, and for a text at the right margin. */
const lineGap = 2
const marginSpace = 72

export type Sheets = {
  doc: PDFKit.PDFDocument
  /** The part of a sheet that has text, from the upper left corner. */
  area: { left: number; right: number; top: number; bottom: number }
  /** Writes a paragraph at the current position, on a new sheet if this one is full. */
  write: (text: string, style: Style, place?: Place) => void
  /** Draws a line across the sheet, between two entries of a list. */
  rule: () => void
  /** Starts a sheet; returns its index. */
  nextSheet: () => number
  done: () => Promise<{ bytes: Uint8Array; sheets: number; links: SheetLink[] }>
}

/** Text sheets for a book. Nothing in them depends on the current time. */
export function newSheets({ width, height }: SheetSize = usualSize): Sheets {
  const doc = new PdfWriter({
    size: [width, height],
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    info: { CreationDate: new Date(0), ModDate: new Date(0) },
  })
  const chunks: Uint8Array[] = []
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => doc.on('end', resolve))
  const links: SheetLink[] = []
  let sheets = 0
  const [side, edge] = [Math.min(64, width * 0.1), Math.min(72, height * 0.1)]
  const area = { left: side, right: width - side, top: edge, bottom: height - edge }

  const nextSheet = () => {
    doc.addPage()
    doc.y = area.top
    sheets += 1
    return sheets - 1
  }
  const linesOf = (text: string, { font: weight = 'text', size }: Style, space: number) => {
    const given = text.replaceAll(/\s+/g, ' ').trim()
    return textLines(given, { weight, size, width: space, mostLines }).lines
  }
  /** Draws the first line of a text at a height, at either margin. */
  const drawAtMargin = (
    margin: 'left' | 'right',
    { text, style }: NonNullable<Place['left']>,
    top: number,
  ) => {
    const [first] = linesOf(text, style, marginSpace)
    doc.fillColor(style.color ?? ink)
    if (first) drawLine(doc, first, margin === 'left' ? area.left : area.right - first.width, top)
  }
  return {
    doc,
    area,
    nextSheet,
    write(text, style, { indent = 0, left, right, page } = {}) {
      const { font: weight = 'text', size, color = ink } = style
      const start = area.left + indent
      const lines = linesOf(text, style, area.right - start - (right ? marginSpace : 0))
      const lineHeight = heightOfLine(weight, size) + lineGap
      if (doc.y + lines.length * lineHeight > area.bottom) nextSheet()
      const top = doc.y
      if (left) drawAtMargin('left', left, top)
      doc.fillColor(color)
      for (const [index, each] of lines.entries())
        drawLine(doc, each, start, top + index * lineHeight)
      if (right) drawAtMargin('right', right, top)
      doc.y = top + lines.length * lineHeight
      if (page === undefined) return
      const rectangle: SheetLink['rectangle'] = [
        (left ? area.left : start) - 4,
        height - doc.y,
        area.right + 4,
        height - top + 4,
      ]
      links.push({ sheet: sheets - 1, rectangle, page })
    },
    rule() {
      doc.y += 6
      doc.moveTo(area.left, doc.y).lineTo(area.right, doc.y).lineWidth(0.75).stroke(line)
      doc.y += 8
    },
    async done() {
      doc.end()
      await ended
      return { bytes: new Uint8Array(Buffer.concat(chunks)), sheets, links }
    },
  }
}

/** In points: on smaller or larger sheets, the book's own pages couldn't be read or printed. */
const [smallest, largest] = [400, 1300]

/** The size of most papers; of each, the size of most of its pages. */
export function sizeOfMost(papers: readonly PDFPage[][]): SheetSize {
  const sizes = papers.flatMap((pages) => {
    const shown = pages.map(shownPage).filter(({ width, height }) => {
      return Math.min(width, height) >= smallest && Math.max(width, height) <= largest
    })
    return mostFrequent(shown) ?? []
  })
  const { width, height } = mostFrequent(sizes) ?? usualSize
  return { width, height }
}

/** The first one, if several are as frequent. */
function mostFrequent(sizes: readonly SheetSize[]): SheetSize | undefined {
  const bySize = Map.groupBy(sizes, (size) => [size.width, size.height].map(Math.round).join())
  return [...bySize.values()].toSorted((a, b) => b.length - a.length)[0]?.[0]
}
