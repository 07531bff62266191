import { getDocument } from 'unpdf/pdfjs'
import PdfWriter from 'pdfkit'
import { expect, it } from 'vitest'
import { drawLine, textLines } from './text-lines.ts'

/** The text that readers find in a PDF with this line. */
async function readBack(text: string): Promise<string> {
  const doc = new PdfWriter()
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => doc.on('end', resolve))
  const { lines } = textLines(text, { weight: 'text', size: 12, width: 400 })
  drawLine(doc, lines[0]!, 72, 72)
  doc.end()
  await ended
  const { promise } = getDocument({ data: new Uint8Array(Buffer.concat(parts)), verbosity: 0 })
  const { items } = await (await (await promise).getPage(1)).getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join('')
}

it('keeps the letters of a document that comes after one with only their accented forms', async () => {
  expect(await readBack('çé')).toBe('çé')
  expect(await readBack('The price')).toBe('The price')
})
