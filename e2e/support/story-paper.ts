import { writeFileSync } from 'node:fs'
import Pdfkit from 'pdfkit'

/** Writes a PDF with one page for each text, as a file that changed at this time. */
export async function writePaper(file: string, pages: readonly string[]): Promise<void> {
  const document = new Pdfkit({ autoFirstPage: false, size: 'LETTER' })
  for (const text of pages) document.addPage().fontSize(13).text(text, { lineGap: 4 })
  document.end()
  const chunks: Buffer[] = []
  for await (const chunk of document as AsyncIterable<Buffer>) chunks.push(chunk)
  writeFileSync(file, Buffer.concat(chunks))
}
