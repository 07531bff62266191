import { writeFileSync } from 'node:fs'
import Pdfkit from 'pdfkit'

/** Writes a PDF with one page for each text; with a password, it only opens with that. */
export async function writePaper(
  file: string,
  pages: readonly string[],
  { password }: { password?: string } = {},
): Promise<void> {
  const document = new Pdfkit({
    autoFirstPage: false,
    size: 'LETTER',
    ...(password === undefined ? {} : { userPassword: password }),
  })
  for (const text of pages) document.addPage().fontSize(13).text(text, { lineGap: 4 })
  document.end()
  const chunks: Buffer[] = []
  for await (const chunk of document as AsyncIterable<Buffer>) chunks.push(chunk)
  writeFileSync(file, Buffer.concat(chunks))
}
