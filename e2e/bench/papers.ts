import { execFileSync, spawnSync } from 'node:child_process'
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { PDFDocument } from '@cantoo/pdf-lib'
import PDFKit from 'pdfkit'
import sharp from 'sharp'

export type Layout = 'flat' | 'object streams' | 'linearised' | 'many pages'

/** qpdf linearises; if it isn't installed, that layout is skipped with a message. */
export function layouts(): Layout[] {
  const all: Layout[] = ['flat', 'object streams', 'linearised', 'many pages']
  const qpdf = spawnSync('qpdf', ['--version']).status === 0
  return qpdf ? all : all.filter((layout) => layout !== 'linearised')
}

/** Writes a PDF of about `megabytes`: a page of text first, then pages that look scanned. */
export async function writePaper(file: string, megabytes: number, layout: Layout): Promise<void> {
  const pages = layout === 'many pages' ? Math.max(60, megabytes * 5) : Math.max(4, megabytes)
  // All but the first page contain an image.
  const perPage = (megabytes * 1_000_000) / (pages - 1)
  await writeFlat(file, pages, await scan(perPage))
  if (layout === 'object streams') {
    const document = await PDFDocument.load(readFileSync(file))
    writeFileSync(file, await document.save({ useObjectStreams: true }))
  }
  if (layout === 'linearised') {
    execFileSync('qpdf', ['--linearize', '--replace-input', file], { stdio: 'ignore' })
  }
}

async function writeFlat(file: string, pages: number, image: Buffer): Promise<void> {
  const document = new PDFKit({ size: 'LETTER', autoFirstPage: false, bufferPages: false })
  const out = createWriteStream(file)
  document.pipe(out)
  for (let page = 0; page < pages; page += 1) {
    document.addPage()
    document.fontSize(18).text(`Page ${page + 1} of ${pages}`)
    document
      .fontSize(11)
      .text('Operating results for the quarter, in thousands of dollars. '.repeat(20))
    // A separate buffer for each page; otherwise the writer would store the image once.
    if (page > 0) document.image(Buffer.concat([image, randomBytes(8)]), 72, 300, { width: 460 })
  }
  document.end()
  await once(out, 'finish')
}

/** A JPEG of about `bytes`; noise doesn't compress, like a scan. */
async function scan(bytes: number): Promise<Buffer> {
  const side = Math.max(16, Math.round(Math.sqrt(bytes / 0.6)))
  const noise = { width: side, height: side, channels: 1 as const }
  const pixels = randomBytes(side * side)
  return sharp(pixels, { raw: noise }).jpeg({ quality: 80 }).toBuffer()
}
