import { colors, measure, page } from './look.ts'
import type { PaperHead, Sheet } from './sheet.ts'

/** Writes the header and footer of every page, once the number of pages is known. */
export function finishPages({ doc, font }: Sheet, { title, kicker }: PaperHead): void {
  const { count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    doc.switchToPage(index)
    // Otherwise a line below the margin would start a new page.
    doc.page.margins.bottom = 0
    doc.markContent('Artifact', { type: 'Pagination' })
    const foot = page.height - 48
    rule(doc, foot - 8)
    font('label', 8.5, colors.soft)
    doc.text('Confidential: for the board and staff of the foundation', page.left, foot, {
      lineBreak: false,
    })
    doc.text(`Page ${index + 1} of ${count}`, page.left, foot, { width: measure, align: 'right' })
    if (index > 0) {
      font('labelStrong', 8.5, colors.accent)
      doc.text(`Larkspur Foundation · ${kicker}`, page.left, 44, { lineBreak: false })
      font('label', 8.5, colors.soft)
      doc.text(title, page.left, 44, { width: measure, align: 'right' })
      rule(doc, 60)
    }
    doc.endMarkedContent()
  }
}

function rule(doc: PDFKit.PDFDocument, y: number): void {
  doc
    .moveTo(page.left, y)
    .lineTo(page.width - page.right, y)
    .lineWidth(0.6)
    .strokeColor(colors.line)
    .stroke()
}
