import PdfWriter from 'pdfkit'
import type { Weight } from '../../platform/pdf/pdf-faces.ts'
import { drawLine, heightOfLine, textLines } from '../../platform/pdf/text-lines.ts'

type Style = { font?: Weight; size: number; color?: string }

/** In points. */
export const page = { width: 595.28, height: 841.89, side: 64, top: 72, bottom: 72 }
const ink = '#1c2426'
export const soft = '#475254'

/** A rectangle on a sheet that links to a page of the book, in points from the lower left corner. */
export type SheetLink = { sheet: number; rectangle: [number, number, number, number]; page: number }

/** Longer paragraphs are truncated, so that one always fits on a sheet. */
const mostLines = 6
/** In points. */
const lineGap = 2

export type Sheets = {
  doc: PDFKit.PDFDocument
  /** Writes a paragraph at the current position, on a new sheet if this one is full. */
  write: (text: string, style: Style, indent?: number) => void
  /** Writes a line that ends with a page number and links to that page. */
  row: (text: string, target: number, style: Style, indent?: number) => void
  /** Starts a sheet; returns its index. */
  nextSheet: () => number
  done: () => Promise<{ bytes: Uint8Array; sheets: number; links: SheetLink[] }>
}

/** Text sheets for a book. Nothing in them depends on the current time. */
export function newSheets(size: [number, number] = [page.width, page.height]): Sheets {
  const doc = new PdfWriter({
    size,
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

  const nextSheet = () => {
    doc.addPage()
    doc.y = page.top
    sheets += 1
    return sheets - 1
  }
  /** Writes a paragraph; returns where it begins, from the top. */
  const paragraph = (text: string, style: Style, indent: number, spared = 0) => {
    const { font: weight = 'text', size: points, color = ink } = style
    const width = page.width - 2 * page.side - indent - spared
    const given = text.replaceAll(/\s+/g, ' ').trim()
    const { lines } = textLines(given, { weight, size: points, width, mostLines })
    const lineHeight = heightOfLine(weight, points) + lineGap
    if (doc.y + lines.length * lineHeight > page.height - page.bottom) nextSheet()
    const top = doc.y
    doc.fillColor(color)
    for (const [index, line] of lines.entries()) {
      drawLine(doc, line, page.side + indent, top + index * lineHeight)
    }
    doc.y = top + lines.length * lineHeight
    return top
  }
  return {
    doc,
    nextSheet,
    write(text, style, indent = 0) {
      paragraph(text, style, indent)
    },
    row(text, target, style, indent = 0) {
      const top = paragraph(text, style, indent, 48)
      const bottom = doc.y
      const { font: weight = 'text', size: points } = style
      const [number] = textLines(String(target), { weight, size: points, width: 40 }).lines
      drawLine(doc, number!, page.width - page.side - number!.width, top)
      doc.y = bottom
      links.push({
        sheet: sheets - 1,
        rectangle: [
          page.side + indent - 4,
          page.height - bottom,
          page.width - page.side + 4,
          page.height - top + 4,
        ],
        page: target,
      })
    },
    async done() {
      doc.end()
      await ended
      return { bytes: new Uint8Array(Buffer.concat(chunks)), sheets, links }
    },
  }
}
