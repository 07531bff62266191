import Pdfkit from 'pdfkit'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { makeWorkFolder } from '../../platform/files/work-folder.ts'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { seededChance } from '../paper-changes/paper-fixture.ts'
import { createHeavyWork } from '../../platform/background/heavy-work.ts'
import { createPageRenderer } from './first-page.ts'
import { collected } from './sync-fixtures.ts'

type Drawing = (document: PDFKit.PDFDocument) => unknown

const folder = await makeWorkFolder()
const heavyWork = createHeavyWork()
const renderer = createPageRenderer(heavyWork, { by: 'sync' })
afterAll(async () => {
  await heavyWork.stop()
  await rm(folder, { recursive: true, force: true })
})

async function pdfOf(draw: Drawing): Promise<Buffer> {
  const document = new Pdfkit()
  draw(document)
  document.end()
  return Buffer.concat(await collected(document as AsyncIterable<Buffer>))
}

/** How the first pages of two PDFs look, without some text of each. */
async function look(before: Buffer, after: Buffer, without: [string[], string[]] = [[], []]) {
  const pages = await Promise.all(
    [before, after].map(async (bytes, at) => {
      const path = join(folder, `${at}.pdf`)
      await writeFile(path, bytes)
      return { path, page: 1, without: without[at]! }
    }),
  )
  return renderer.compare({ older: pages[0]!, newer: pages[1]! })
}

const words =
  'The committee recommends that the board approves $4,200,000 for early learning, of which 12.5% are for evaluation. '
const withText: Drawing = (document) => document.fontSize(10).text(words.repeat(12))
const and =
  (draw: Drawing): Drawing =>
  (document) => {
    withText(document)
    draw(document)
  }
const bars =
  (tallest: number, color = '#3366b3'): Drawing =>
  (document) => {
    for (const [at, tall] of [60, 90, tallest].entries()) {
      document.rect(200 + at * 45, 640 - tall, 30, tall).fill(color)
    }
  }
const written =
  (text: string, size = 10): Drawing =>
  (document) =>
    document.fontSize(size).text(text, 200, 600)
const mark =
  (level: number): Drawing =>
  (document) => {
    document
      .save()
      .rotate(-45, { origin: [306, 396] })
      .fillColor([level, level, level])
    document.fontSize(110).text('DRAFT', 110, 340, { lineBreak: false })
    document.restore()
  }

it.each<[string, Drawing, Drawing]>([
  ['a bar that is two points taller', bars(120), bars(122)],
  ['a bar in a pale color', bars(120, '#eaf1fb'), bars(123, '#eaf1fb')],
  ['bars in another color', bars(120), bars(120, '#3a6ab0')],
  ['a point of a line', lineTo(590), lineTo(588)],
  ['a faint watermark', () => {}, mark(245)],
  ['a digit', written('4,200'), written('4,900')],
  ['a small digit', written('3', 7), written('8', 7)],
  ['a point in place of a comma', written('1,250', 8), written('1.250', 8)],
  ['a check mark', box, checkedBox],
  [
    'a pale highlight',
    () => {},
    (document) => document.rect(72, 100, 60, 10).fillOpacity(0.3).fill('#fe6'),
  ],
  ['an annotation', () => {}, (document) => document.highlight(72, 100, 60, 10)],
  [
    'a note with another text',
    (document) => document.note(300, 500, 20, 20, 'Yes'),
    (document) => document.note(300, 500, 20, 20, 'No'),
  ],
])('counts %s', async (_, before, after) => {
  expect(await look(await pdfOf(and(before)), await pdfOf(and(after)))).toBe('different')
})

function lineTo(y: number): Drawing {
  return (document) =>
    document.moveTo(200, 640).lineTo(300, y).lineTo(380, 560).lineWidth(0.75).stroke()
}

function box(document: PDFKit.PDFDocument) {
  return document.rect(200, 600, 8, 8).stroke()
}

function checkedBox(document: PDFKit.PDFDocument) {
  box(document)
  return document.moveTo(201, 604).lineTo(204, 607).lineTo(207, 601).stroke()
}

/** Made once for each resolution, since these are many pixels. */
const grains = new Map<number, Promise<Buffer>>()

function grainOf(dpi: number, size: { width: number; height: number }): Promise<Buffer> {
  const chance = seededChance(dpi)
  const made = () => Buffer.from(Array.from({ length: size.width * size.height }, () => chance(14)))
  const grain =
    grains.get(dpi) ??
    sharp(made(), { raw: { ...size, channels: 1 } })
      .png()
      .toBuffer()
  grains.set(dpi, grain)
  return grain
}

/** A page as a scanner makes it, with grain. */
async function scanOf(draw: Drawing, dpi: number): Promise<Buffer> {
  const path = join(folder, 'scanned.pdf')
  await writeFile(path, await pdfOf(draw))
  const { width, height, pixels } = (await renderer.draw(path))!
  const page = sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha()
  const size = { width: Math.round(8.5 * dpi), height: Math.round(11 * dpi) }
  const input = await grainOf(dpi, size)
  return page
    .resize(size)
    .composite([{ input, blend: 'difference' }])
    .jpeg({ quality: 85 })
    .toBuffer()
}

const pictured = (picture: Buffer) =>
  pdfOf((document) => document.image(picture, 0, 0, { width: 612, height: 792 }))

const scanned = new Map<number, Promise<Buffer>>()

/** Scans a page once for all tests, since that draws and compresses many pixels. */
function plainScan(dpi: number): Promise<Buffer> {
  const scan = scanned.get(dpi) ?? scanOf(and(bars(120)), dpi)
  scanned.set(dpi, scan)
  return scan
}

const isLong = process.env['TEST_LONG'] === '1'

it.each(isLong ? [100, 150, 200] : [150])(
  'ignores that a scan of %i dpi was saved again',
  async (dpi) => {
    const scan = await plainScan(dpi)
    const before = await pictured(scan)
    for (const quality of isLong ? [75, 60, 50] : [50]) {
      const again = await sharp(scan).jpeg({ quality }).toBuffer()
      expect(await look(before, await pictured(again))).toBe('same')
    }
  },
)

it.each([
  ['taller', bars(124)],
  ...(isLong ? [['shorter', bars(116)] as const] : []),
  ['marked', and(mark(235))],
] as const)('counts that a scan that was saved again is %s', async (_, draw) => {
  const before = await pictured(await plainScan(150))
  const other = await sharp(await scanOf(and(draw), 150))
    .jpeg({ quality: 75 })
    .toBuffer()
  expect(await look(before, await pictured(other))).toBe('different')
})

it('ignores text that is left out, and a page that is drawn a fraction of a point further', async () => {
  const numbered =
    (number: string, shift = 0): Drawing =>
    (document) => {
      document.translate(shift, shift)
      and((page) => page.fontSize(10).text(`Page ${number}`, 280, 700))(document)
    }
  const [first, second] = [await pdfOf(numbered('9')), await pdfOf(numbered('10'))]
  expect(await look(first, second)).toBe('different')
  expect(await look(first, second, [['Page 9'], ['Page 10']])).toBe('same')
  expect(await look(first, await pdfOf(numbered('9', 0.1)))).toBe('same')
})

it('distinguishes words at other places from other pictures', async () => {
  const at =
    (width: number): Drawing =>
    (document) =>
      document.fontSize(10).text(words.repeat(12), { width })
  expect(await look(await pdfOf(at(460)), await pdfOf(at(300)))).toBe('typesetAgain')
})

it('reports nothing for pages that can’t be drawn or whose text to leave out isn’t found', async () => {
  const page = await pdfOf(withText)
  expect(await look(page, Buffer.from('%PDF-1.7'))).toBeUndefined()
  expect(await look(page, page, [['Not there'], []])).toBeUndefined()
})
