import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PdfWriter from 'pdfkit'
import { shownText } from '../shown-letters.ts'

const require = createRequire(import.meta.url)
/** DejaVu covers many scripts; the portal's own fonts are Latin only. */
const fonts = {
  text: readFileSync(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
  strong: readFileSync(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
}

type Style = { font?: keyof typeof fonts; size: number; color?: string }

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
  for (const [name, bytes] of Object.entries(fonts)) doc.registerFont(name, bytes)
  const links: SheetLink[] = []
  let sheets = 0

  const nextSheet = () => {
    doc.addPage()
    doc.y = page.top
    sheets += 1
    return sheets - 1
  }
  const styled = (text: string, { font = 'text', size: points, color = ink }: Style) => {
    doc.font(font).fontSize(points).fillColor(color)
    return shownText(text.replaceAll(/\s+/g, ' ').trim(), doc).text
  }
  const cutOff = (text: string, width: number) => {
    const most = mostLines * (doc.currentLineHeight(true) + lineGap)
    const fits = (one: string) => doc.heightOfString(one, { width, lineGap }) <= most
    if (fits(text)) return text
    const letters = Array.from(text)
    let [shown, end] = [0, letters.length]
    while (end - shown > 1) {
      const middle = Math.floor((shown + end) / 2)
      if (fits(`${letters.slice(0, middle).join('')} …`)) shown = middle
      else end = middle
    }
    return `${letters.slice(0, shown).join('').trimEnd()} …`
  }
  const makeRoom = (height: number) => {
    if (doc.y + height > page.height - page.bottom) nextSheet()
  }
  return {
    doc,
    nextSheet,
    write(text, style, indent = 0) {
      const width = page.width - 2 * page.side - indent
      const shown = cutOff(styled(text, style), width)
      makeRoom(doc.heightOfString(shown, { width }))
      // A new sheet resets the style.
      styled(text, style)
      doc.text(shown, page.side + indent, doc.y, { width, lineGap })
    },
    row(text, target, style, indent = 0) {
      const number = String(target)
      const width = page.width - 2 * page.side - indent - 48
      const shown = cutOff(styled(text, style), width)
      makeRoom(doc.heightOfString(shown, { width }))
      const top = doc.y
      styled(text, style)
      doc.text(number, page.width - page.side - 40, top, { width: 40, align: 'right' })
      doc.text(shown, page.side + indent, top, { width, lineGap })
      links.push({
        sheet: sheets - 1,
        rectangle: [
          page.side + indent - 4,
          page.height - doc.y,
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
