import { colors, measure, page } from './look.ts'
import type { Sheet } from './sheet.ts'

type Column = {
  label: string
  /** Relative width. Columns are scaled to fill the text width. */
  share: number
  /** Figures are right-aligned. */
  figures?: boolean
}

export type Row = {
  cells: string[]
  /** `group` starts a group of rows; `sum` and `total` end one. */
  kind?: 'group' | 'sum' | 'total'
}

export type Table = {
  caption?: string
  columns: Column[]
  rows: Row[]
  note?: string
  size?: number
}

const pad = 5
/** The PDF writer supports `scope`, but its types lack it. */
const columnHead = { scope: 'Column' } as PDFKit.Mixins.StructureElementOptions

/** Draws a table and repeats its header on every page. */
export function drawTable(sheet: Sheet, { caption, columns, rows, note, size = 10 }: Table): void {
  const { doc, font, room } = sheet
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const widths = columns.map(({ share }) => (share / shares) * measure)
  const lefts = widths.map((_, at) => page.left + widths.slice(0, at).reduce((a, b) => a + b, 0))
  const heightOf = (cells: string[]) =>
    Math.max(
      ...cells.map((cell, at) =>
        doc.heightOfString(cell, { width: widths[at]! - pad * 2, lineGap: 1 }),
      ),
    )
  font('text', size)
  const whole = rows.reduce((sum, { cells }) => sum + heightOf(cells) + 10, caption ? 50 : 36)
  // A table that fits on a page is not split; a longer one starts where at least some rows fit.
  room(whole < page.height * 0.55 ? whole : 110)
  if (caption) {
    paragraph(sheet, caption, 'labelStrong', 9.5, colors.ink)
    doc.y += 4
  }
  const table = doc.struct('Table')
  sheet.root.add(table)

  const drawRow = (tag: 'TH' | 'TD', cells: string[], height: number) => {
    const { y } = doc
    const row = doc.struct('TR')
    table.add(row)
    for (const [at, cell] of cells.entries()) {
      const options = {
        width: widths[at]! - pad * 2,
        align: columns[at]!.figures ? ('right' as const) : ('left' as const),
        lineGap: 1,
      }
      const draw = () => void doc.text(cell, lefts[at]! + pad, y, options)
      row.add(doc.struct(tag, tag === 'TH' ? columnHead : {}, draw))
    }
    row.end()
    doc.x = page.left
    doc.y = y + height
  }
  const drawHead = () => {
    font('labelStrong', size - 1, colors.soft)
    const labels = columns.map(({ label }) => label)
    drawRow('TH', labels, heightOf(labels) + 3)
    line(doc, 0.9, colors.ink)
    doc.y += 5
  }

  drawHead()
  for (const { cells, kind } of rows) {
    const bold = kind !== undefined
    const dress = () =>
      font(bold ? 'strong' : 'text', size, kind === 'group' ? colors.accent : colors.ink)
    dress()
    const height = heightOf(cells)
    const before = kind === 'group' ? 5 : 0
    // A group's name is never the last line of a page.
    if (doc.y + before + height + (kind === 'group' ? 34 : 8) > page.height - page.bottom) {
      doc.addPage()
      drawHead()
      dress()
    }
    doc.y += before
    if (kind === 'total') {
      doc.rect(page.left, doc.y - 4, measure, height + 8).fill(colors.wash)
      dress()
    }
    drawRow('TD', cells, height + 4)
    line(doc, kind === 'total' ? 0.9 : 0.5, kind ? colors.strong : colors.line)
    doc.y += 5
  }
  table.end()
  if (note) paragraph(sheet, note, 'italic', 9, colors.soft)
  doc.y += 12
}

function paragraph(
  { doc, font, root }: Sheet,
  text: string,
  name: 'labelStrong' | 'italic',
  size: number,
  color: string,
): void {
  root.add(
    doc.struct('P', {}, () => {
      font(name, size, color)
      doc.text(text, page.left, doc.y, { width: measure, lineGap: 1.5 })
    }),
  )
}

function line(doc: PDFKit.PDFDocument, width: number, color: string): void {
  doc
    .moveTo(page.left, doc.y)
    .lineTo(page.width - page.right, doc.y)
    .lineWidth(width)
    .strokeColor(color)
    .stroke()
}
