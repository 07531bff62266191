import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createHash, randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import { getDocument, PDFDataRangeTransport } from 'unpdf/pdfjs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openingParts } from '../documents/opening-response.ts'
import { createHeavyWork } from '../../platform/background/heavy-work.ts'
import { createPdfRenditions, renditionWorker } from './pdf-rendition.ts'
import { expandingStream, pdfThatExpands, pdfWithContent, samplePdf } from './sync-fixtures.ts'

const chunk = 65_536
const heavyWork = createHeavyWork()
const worker = createPdfRenditions(heavyWork, { by: 'sync' })
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pdf-test-'))
})
afterAll(async () => {
  await heavyWork.stop()
  await rm(folder, { recursive: true, force: true })
})

async function rewritten(pdf: Uint8Array) {
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  await writeFile(from, pdf)
  const outcome = await worker.make({ from, to })
  return { outcome, bytes: outcome.condition === 'ready' ? await readFile(to) : Buffer.alloc(0) }
}

/** The ranges that pdf.js requests until page 1 is drawn, as the viewer opens it. */
async function firstPage(bytes: Buffer, chunkSize = chunk) {
  const ranges: string[] = []
  const transport = new PDFDataRangeTransport(bytes.length, null)
  transport.requestDataRange = (begin, end) => {
    ranges.push(`${begin}-${end}`)
    setTimeout(() => transport.onDataRange(begin, new Uint8Array(bytes.subarray(begin, end))))
  }
  const task = getDocument({
    range: transport,
    rangeChunkSize: chunkSize,
    disableAutoFetch: true,
    disableStream: true,
    verbosity: 0,
  })
  const document = await task.promise
  const page = await document.getPage(1)
  const operators = await page.getOperatorList()
  await document.getMetadata()
  const pages = document.numPages
  await task.destroy()
  return { ranges, pages, operators: operators.fnArray.length }
}

async function textOf(bytes: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const document = await task.promise
  const texts: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
  }
  await task.destroy()
  return texts
}

async function photograph(side: number): Promise<Buffer> {
  const raw = { width: side, height: side, channels: 1 as const }
  return sharp(randomBytes(side * side), { raw })
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** The same PDF in the layouts that occur in practice. */
async function layouts(flat: Uint8Array): Promise<Record<string, Uint8Array>> {
  const load = () => PDFDocument.load(flat, { updateMetadata: false })
  return {
    'a cross-reference table': flat,
    'object streams': await (await load()).save({ useObjectStreams: true }),
    'many revisions': await revised(await load()),
  }
}

async function revised(document: PDFDocument): Promise<Uint8Array> {
  const plain = await document.save({ useObjectStreams: false })
  const again = await PDFDocument.load(plain, { forIncrementalUpdate: true })
  again.setTitle('Revised')
  return again.save()
}

describe('the fast copy of a PDF', () => {
  it('shows the same pages as the original, for every layout', async () => {
    const flat = await samplePdf({ pages: 12, text: 'Budget', picture: await photograph(60) })
    const expected = await textOf(flat)
    expect(expected[11]).toBe('Budget, page 12')
    for (const [layout, pdf] of Object.entries(await layouts(flat))) {
      const { outcome, bytes } = await rewritten(pdf)
      expect(outcome, layout).toMatchObject({ condition: 'ready', pages: 12 })
      expect(await textOf(bytes), layout).toEqual(expected)
    }
  })

  it('is hashed by the worker that writes it', async () => {
    const { outcome, bytes } = await rewritten(await samplePdf({ pages: 3 }))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(outcome).toMatchObject({ condition: 'ready', sha256, size: bytes.length })
  })

  it('opens a book of 200 pages with two reads, its first and its last chunk', async () => {
    const flat = await samplePdf({ pages: 200, text: 'Book', picture: await photograph(150) })
    expect(flat.length).toBeGreaterThan(2 * chunk)
    for (const [layout, pdf] of Object.entries(await layouts(flat))) {
      const { outcome, bytes } = await rewritten(pdf)
      const { ranges, pages, operators } = await firstPage(bytes)
      const last = `${Math.floor((bytes.length - 1) / chunk) * chunk}-${bytes.length}`
      expect(ranges, layout).toEqual([`0-${chunk}`, last])
      expect(pages, layout).toBe(200)
      expect(operators).toBeGreaterThan(0)
      expect(outcome).toMatchObject({ condition: 'ready', pages: 200 })
    }
  })

  it('keeps objects that only the page tree or an annotation refers to', async () => {
    const document = await PDFDocument.create()
    const page = document.addPage()
    const { context } = document
    const font = context.register(
      context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' }),
    )
    const tree = document.catalog.Pages()
    tree.set(PDFName.of('Resources'), context.obj({ Font: { F1: font } }))
    page.node.delete(PDFName.of('Resources'))
    const content = context.register(context.stream('BT /F1 20 Tf 50 700 Td (Inherited) Tj ET'))
    page.node.set(PDFName.of('Contents'), content)
    const action = context.register(
      context.obj({ S: 'URI', URI: PDFString.of('https://larkspur.example/') }),
    )
    const link = context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], A: action })
    page.node.addAnnot(context.register(link))

    const { bytes } = await rewritten(await document.save({ useObjectStreams: false }))
    expect(await textOf(bytes)).toEqual(['Inherited'])
    const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
    const [annotation] = await (await (await task.promise).getPage(1)).getAnnotations()
    expect(annotation).toMatchObject({ url: 'https://larkspur.example/' })
    await task.destroy()
  })

  it('reads only the head and tail at opening, for any file size', async () => {
    for (const pages of [3, 4, 40]) {
      const flat = await samplePdf({ pages, picture: await photograph(300) })
      for (const [layout, pdf] of Object.entries(await layouts(flat))) {
        const { outcome, bytes } = await rewritten(pdf)
        const parts = openingParts(bytes.length, outcome as { head: number; tail: number })
        const { ranges } = await firstPage(bytes, parts.chunk)
        for (const range of ranges) {
          const [begin, end] = range.split('-').map(Number) as [number, number]
          const isInside = end <= parts.head || begin >= bytes.length - parts.tail
          expect(isInside, `${layout}, ${pages} pages: ${range}`).toBe(true)
        }
      }
    }
  })

  it('reports broken and encrypted files, and continues with the next', async () => {
    const broken = await rewritten(Buffer.from('%PDF-1.7\n1 0 obj << /Type /Catalog >>'))
    expect(broken.outcome).toEqual({ condition: 'broken' })
    const locked = await rewritten(await samplePdf({ userPassword: 'secret' }))
    expect(locked.outcome).toEqual({ condition: 'encrypted' })
    expect((await rewritten(await samplePdf())).outcome.condition).toBe('ready')
  })

  it('counts the pages of a PDF that only has an owner password, and writes a copy without it', async () => {
    const owned = await rewritten(await samplePdf({ pages: 3, ownerPassword: 'plum' }))
    expect(owned.outcome).toMatchObject({ condition: 'ready', pages: 3 })
    expect((await PDFDocument.load(owned.bytes)).getPageCount()).toBe(3)
  })

  it('gives up on a PDF that takes too long, and starts a new worker for the next', async () => {
    const kind = { ...renditionWorker, timeout: 0 }
    const hasty = createPdfRenditions(heavyWork, { by: 'sync' }, kind)
    const from = join(folder, 'from')
    await writeFile(from, await samplePdf())
    expect(await hasty.make({ from, to: join(folder, 'to') })).toEqual({ condition: 'unmade' })
  })
})

it('deletes a spare original before it writes the copy, and makes none once it is gone', async () => {
  const [from, to] = [join(folder, 'spare'), join(folder, 'to')]
  await writeFile(from, await samplePdf({ pages: 3 }))
  const job = { from, to, isSpare: true }
  expect(await worker.make(job)).toMatchObject({ condition: 'ready', pages: 3 })
  expect(await readdir(folder)).not.toContain('spare')
  expect((await PDFDocument.load(await readFile(to))).getPageCount()).toBe(3)
  // As when the worker ends while it writes, and another one gets the job.
  expect(await worker.make(job)).toEqual({ condition: 'unmade' })
})

it('reports a PDF that expands to more than can be opened, and continues with the next one', async () => {
  expect((await rewritten(pdfThatExpands(70_000_000))).outcome).toEqual({ condition: 'tooLarge' })
  const content = await pdfWithContent(expandingStream(70_000_000), ['FlateDecode'])
  expect((await rewritten(content)).outcome).toEqual({ condition: 'tooLarge' })
  expect((await rewritten(await samplePdf())).outcome).toMatchObject({ condition: 'ready' })
})
