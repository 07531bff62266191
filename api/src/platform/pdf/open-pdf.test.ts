import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import { EncryptedPDFError, PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { extractText } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { mustExpandWithinLimits, openPdf, shownElsewhere, TooLargeToOpen } from './open-pdf.ts'
import {
  expandingStream,
  pdfShownElsewhere,
  pdfThatExpands,
  pdfWithContent,
  samplePdf,
} from '../../features/sync/sync-fixtures.ts'

const ownerPassword = 'plum'
const versions = ['1.3', '1.4', '1.7', '1.7ext3'] as const

describe('a PDF that only has an owner password', () => {
  it.each(['owner-40', 'owner-128'])('opens: %s', async (name) => {
    const bytes = await readFile(new URL(`./open-pdf-fixtures/${name}.pdf`, import.meta.url))
    const document = await openPdf(bytes)
    expect(document.getPageCount()).toBe(2)
    const copy = await document.save()
    expect(await PDFDocument.load(copy)).toBeDefined()
    const { text } = await extractText(new Uint8Array(copy))
    expect(text).toEqual((await extractText(new Uint8Array(bytes))).text)
  })

  it.each(versions)('opens with the encryption of PDF %s', async (pdfVersion) => {
    const document = await openPdf(await samplePdf({ pages: 3, ownerPassword, pdfVersion }))
    const { text } = await extractText(new Uint8Array(await document.save()))
    expect(text).toEqual(['Minutes, page 1', 'Minutes, page 2', 'Minutes, page 3'])
  })
})

it.each(versions)('refuses a PDF %s that needs a password to open', async (pdfVersion) => {
  const locked = await samplePdf({ userPassword: 'quiet-orchard', ownerPassword, pdfVersion })
  await expect(openPdf(locked)).rejects.toThrow(EncryptedPDFError)
})

it('opens a PDF that is followed by many random bytes, in which it looks for nothing', async () => {
  const rest = randomBytes(40 * 1024 * 1024)
  const bytes = Buffer.concat([await samplePdf({ pages: 2 }), rest])
  expect((await openPdf(bytes)).getPageCount()).toBe(2)
  // pdf-lib alone would take 80 s.
}, 30_000)

it('reads a last revision that has no end', async () => {
  const document = await PDFDocument.load(await samplePdf(), { forIncrementalUpdate: true })
  document.setTitle('x'.repeat(2000))
  const revised = Buffer.from(await document.save())
  const cut = revised.subarray(0, revised.lastIndexOf('%%EOF'))
  expect((await openPdf(cut)).getTitle()).toBe('x'.repeat(2000))
})

describe('a PDF whose pages may only ask for another program', () => {
  it.each(['form', 'portfolio'] as const)('is recognized: a %s', async (kind) => {
    expect(shownElsewhere(await openPdf(await pdfShownElsewhere(kind)))).toBe(kind)
  })

  it('is shown if its form has fields, or its portfolio is hidden', async () => {
    expect(shownElsewhere(await openPdf(await samplePdf()))).toBeUndefined()
    const form = await openPdf(await pdfShownElsewhere('form'))
    form.catalog
      .lookup(PDFName.of('AcroForm'), PDFDict)
      .set(PDFName.of('Fields'), form.context.obj([{ FT: 'Tx', T: 'Name' }]))
    expect(shownElsewhere(form)).toBeUndefined()
    const portfolio = await openPdf(await pdfShownElsewhere('portfolio'))
    portfolio.catalog
      .lookup(PDFName.of('Collection'), PDFDict)
      .set(PDFName.of('View'), PDFName.of('H'))
    expect(shownElsewhere(portfolio)).toBeUndefined()
  })
})

describe('a small PDF that expands to hundreds of megabytes', () => {
  const mb = 1024 * 1024

  it('isn’t opened, and takes little memory', async () => {
    const bytes = pdfThatExpands()
    expect(bytes.length).toBeLessThan(600_000)
    const before = process.memoryUsage().rss
    await expect(openPdf(bytes)).rejects.toThrow(TooLargeToOpen)
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * mb)
  })

  it('isn’t opened for many smaller object streams either', async () => {
    const source = pdfThatExpands(6_000_000).toString('latin1')
    const start = source.indexOf('4 0 obj')
    const stream = source.slice(start, source.indexOf('trailer'))
    const streams = Array.from({ length: 8 }, (_, n) => stream.replace('4 0 obj', `${4 + n} 0 obj`))
    const bytes = Buffer.from(
      source.slice(0, start) + streams.join('') + source.slice(source.indexOf('trailer')),
      'latin1',
    )
    const most = 26 * mb
    await expect(openPdf(bytes, most)).rejects.toThrow(TooLargeToOpen)
    // Each of them alone is opened.
    await expect(openPdf(Buffer.from(source, 'latin1'), most)).resolves.toBeDefined()
  })

  it.each([
    ['the content of a page', ['FlateDecode']],
    ['content that was compressed twice', ['FlateDecode', 'FlateDecode']],
  ])('is found by %s', async (_, filters) => {
    const once = expandingStream(200_000_000)
    const content = filters.length === 1 ? once : deflateSync(once)
    const document = await openPdf(await pdfWithContent(content, filters))
    expect(() => mustExpandWithinLimits(document)).toThrow(TooLargeToOpen)
  })

  it('isn’t mistaken for an honest paper', async () => {
    const document = await openPdf(await samplePdf({ pages: 20 }))
    expect(() => mustExpandWithinLimits(document)).not.toThrow()
    const drawing = deflateSync(Buffer.alloc(20 * mb, '0 0 m 1 1 l S\n'))
    const map = await openPdf(await pdfWithContent(drawing, ['FlateDecode']))
    expect(() => mustExpandWithinLimits(map)).not.toThrow()
  })
})
