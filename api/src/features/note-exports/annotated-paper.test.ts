import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Note, PlacedNote } from '@portal/contract/notes'
import type { NoteSelector } from '@portal/contract/note-target'
import { noteMarkColors } from '@portal/domain/mark-colors'
import { pageLetters } from '@portal/domain/page-letters'
import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import { getDocument } from 'unpdf/pdfjs'
import Pdfkit from 'pdfkit'
import { afterAll, describe, expect, it } from 'vitest'
import { createPageRenderer } from '../sync/first-page.ts'
import type { Bitmap } from '../sync/picture-difference.ts'
import { collected, samplePdf } from '../sync/sync-fixtures.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { createHeavyWork } from '../../platform/background/heavy-work.ts'
import { exportWorker } from './note-exports-service.ts'

const heavyWork = createHeavyWork()
const renderer = createPageRenderer(heavyWork, { by: 'person ada' })
afterAll(heavyWork.stop)

type Annotation = {
  subtype: string
  pageIndex: number
  rect: number[]
  color: Uint8ClampedArray
  quadPoints?: number[]
  inkLists?: number[][]
  contentsObj?: { str: string }
  titleObj?: { str: string }
  hasAppearance: boolean
  popupRef?: string
}

const passage = 'The reserve covers nine months of grants.'
const letters = (text: string) => pageLetters(text).text.length

/** Two pages in two sizes, with a passage among others. */
async function paper({ turned = 0 } = {}): Promise<Uint8Array> {
  const document = new Pdfkit({ autoFirstPage: false, size: 'LETTER' })
  document.addPage().fontSize(12).text('Minutes of the spring meeting.', 72, 72)
  document.text(passage, 72, 120).fontSize(20).text('Next steps', 72, 200)
  document.addPage().fontSize(12).text('The second page.', 72, 72)
  document.end()
  const bytes = Buffer.concat(await collected(document as AsyncIterable<Buffer>))
  if (turned === 0) return bytes
  const loaded = await PDFDocument.load(bytes)
  for (const page of loaded.getPages()) page.setRotation(degrees(turned))
  return loaded.save()
}

/** In Helvetica of 12 points. */
const widthOf = (text: string) => new Pdfkit().fontSize(12).widthOfString(text)

const pageSelector = (page: number): NoteSelector => ({
  type: 'FragmentSelector',
  conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
  value: `page=${page}`,
})

function noteOn(selector: NoteSelector[], other: Partial<Note> = {}): Note {
  return {
    id: '6f1c1f0e-6a57-4a53-8a53-0d4b9f1f6a11',
    documentId: 'budget',
    color: 'yellow',
    text: '',
    target: { version: 1, selector },
    revision: 1,
    createdAt: '2026-11-03T09:00:00.000Z',
    changedAt: '2026-11-04T09:00:00.000Z',
    ...other,
  }
}

function highlight(from: number, to: number, other: Partial<Note> = {}): PlacedNote {
  return {
    note: noteOn([pageSelector(1)], other),
    place: { page: 1, ranges: [{ page: 1, from, to }], how: 'same' },
  }
}

async function annotate(bytes: Uint8Array, notes: PlacedNote[]) {
  const path = join(temporaryFolder(), 'paper.pdf')
  writeFileSync(path, bytes)
  const paperToAnnotate = { path, version: 2, notes, author: 'María López' }
  const answer = await heavyWork.run(exportWorker, { by: 'person ada' }, ({ ask }) =>
    ask({ paper: paperToAnnotate }),
  )
  return answer!
}

async function annotationsIn(bytes: Uint8Array): Promise<Annotation[]> {
  const document = await getDocument({ data: bytes.slice(), verbosity: 0 }).promise
  const annotations: Annotation[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const all = (await page.getAnnotations()) as Omit<Annotation, 'pageIndex'>[]
    annotations.push(...all.map((each) => ({ ...each, pageIndex: number - 1 })))
  }
  await document.loadingTask.destroy()
  return annotations
}

async function annotationsOf(notes: PlacedNote[], options?: { turned: number }) {
  const { bytes } = await annotate(await paper(options), notes)
  const annotations = await annotationsIn(bytes!)
  return annotations.filter(({ subtype }) => subtype !== 'Popup')
}

const start = letters('Minutes of the spring meeting.')

describe('a copy of a paper with notes', () => {
  it('highlights exactly the passage, with its note, color and author', async () => {
    const placed = highlight(start, start + letters(passage), {
      color: 'green',
      text: 'Why nine months? “Ask” 日本 ✓',
    })
    const [annotation, ...others] = await annotationsOf([placed])
    expect(others).toEqual([])
    expect(annotation).toMatchObject({
      subtype: 'Highlight',
      pageIndex: 0,
      contentsObj: { str: 'Why nine months? “Ask” 日本 ✓' },
      titleObj: { str: 'María López' },
      hasAppearance: true,
    })
    expect([...annotation!.color]).toEqual([202, 237, 195])
    const [left, bottom, right, top] = boundsOf(annotation!)
    // Helvetica of 12 points, 120 points below the upper edge of 792.
    expect(left).toBeCloseTo(72, 0)
    expect(Math.abs(right - left - widthOf(passage))).toBeLessThan(1)
    expect(top).toBeLessThanOrEqual(792 - 119)
    expect(bottom).toBeGreaterThanOrEqual(792 - 120 - 14)
  })

  it('marks only the passage’s part of a line', async () => {
    const before = letters('The reserve ')
    const placed = highlight(start + before, start + before + letters('covers'))
    const [annotation] = await annotationsOf([placed])
    const [left, , right] = boundsOf(annotation!)
    expect(Math.abs(left - 72 - widthOf('The reserve '))).toBeLessThan(1)
    expect(Math.abs(right - left - widthOf('covers'))).toBeLessThan(1)
  })

  it('adds one box per line of a passage', async () => {
    const [annotation] = await annotationsOf([highlight(start, start + letters(`${passage}Next`))])
    expect(annotation!.quadPoints).toHaveLength(16)
  })

  it('marks a passage on both of its pages, with the note on the first only', async () => {
    const { note } = highlight(0, 1, { text: 'Both' })
    const ranges = [
      { page: 1, from: start, to: start + letters(passage) },
      { page: 2, from: 0, to: 3 },
    ]
    const annotations = await annotationsOf([{ note, place: { page: 1, ranges, how: 'moved' } }])
    expect(
      annotations.map(({ subtype, pageIndex, contentsObj }) => [
        subtype,
        pageIndex,
        contentsObj?.str,
      ]),
    ).toEqual([
      ['Highlight', 0, 'Both'],
      ['Highlight', 1, ''],
    ])
  })

  it.each([
    { turned: 0, rect: [61.2 - 2, 792 - 158.4 - 2, 183.6 + 2, 792 - 79.2 + 2] },
    { turned: 90, rect: [61.2 - 2, 79.2 - 2, 122.4 + 2, 237.6 + 2] },
    { turned: 180, rect: [428.4 - 2, 79.2 - 2, 550.8 + 2, 158.4 + 2] },
    { turned: 270, rect: [489.6 - 2, 554.4 - 2, 550.8 + 2, 712.8 + 2] },
  ])(
    'puts a rectangle where it was drawn on a page turned by $turned°',
    async ({ turned, rect }) => {
      const rectangle: NoteSelector = {
        type: 'FragmentSelector',
        conformsTo: 'http://www.w3.org/TR/media-frags/',
        value: 'xywh=percent:10,10,20,10',
      }
      const note = noteOn([pageSelector(1), rectangle], { text: 'This chart' })
      const place = { page: 1, ranges: [], how: 'same' as const }
      const [annotation] = await annotationsOf([{ note, place }], { turned })
      expect(annotation).toMatchObject({ subtype: 'Square', contentsObj: { str: 'This chart' } })
      for (const [index, edge] of rect.entries())
        expect(annotation!.rect[index]).toBeCloseTo(edge, 1)
    },
  )

  it.each(process.env['TEST_LONG'] ? [0, 90, 180, 270] : [90])(
    'darkens the paper and not the ink, and marks the words themselves, on a page turned by %i°',
    async (turned) => {
      const { bytes } = await annotate(await grayPaper(turned), [...grayMarks, areaMark])
      const path = join(temporaryFolder(), 'annotated.pdf')
      writeFileSync(path, bytes!)
      const drawn = (await renderer.draw(path))!
      for (const [color, { wash }] of Object.entries(noteMarkColors)) {
        const paperColor = rgbOf(wash)
        const inkColor = paperColor.map((value, at) => Math.round((value * gray[at]!) / 255))
        const marked = pixelsOf(drawn, paperColor)
        const inked = pixelsOf(drawn, inkColor)
        expect(contrast(inkColor, paperColor), color).toBeGreaterThanOrEqual(7)
        expect(inked.count, color).toBeGreaterThan(100)
        expect(marked.count, color).toBeGreaterThan(inked.count)
        expect(inked.left, color).toBeGreaterThanOrEqual(marked.left - 1)
        expect(inked.right, color).toBeLessThanOrEqual(marked.right + 1)
        expect(inked.top, color).toBeGreaterThanOrEqual(marked.top - 1)
        expect(inked.bottom, color).toBeLessThanOrEqual(marked.bottom + 1)
      }
      // No words are left on white paper, so each mark is around its own.
      expect(pixelsOf(drawn, gray).count).toBe(0)
    },
  )

  it('draws ink as ink, line by line', async () => {
    const svg: NoteSelector = {
      type: 'SvgSelector',
      value: '<svg viewBox="0 0 100 100"><path d="M50 25L75 50L50 50"/><path d="M10 100"/></svg>',
    }
    const place = { page: 2, ranges: [], how: 'same' as const }
    const [annotation] = await annotationsOf([{ note: noteOn([pageSelector(2), svg]), place }])
    expect(annotation).toMatchObject({ subtype: 'Ink', pageIndex: 1, hasAppearance: true })
    expect(annotation!.inkLists!.map((line) => [...line])).toEqual([
      [306, 594, 459, 396, 306, 396],
      [61.2, 0].map((value) => expect.closeTo(value, 1)),
    ])
  })

  it('stacks notes on a whole page', async () => {
    const place = { page: 2, ranges: [], how: 'same' as const }
    const notes = ['First', 'Second'].map((text) => {
      return { note: noteOn([pageSelector(2)], { text }), place }
    })
    const [first, second] = await annotationsOf(notes)
    expect(first).toMatchObject({ subtype: 'Text', pageIndex: 1, contentsObj: { str: 'First' } })
    expect(second!.rect[3]).toBeLessThan(first!.rect[1]!)
  })

  it('collects notes that aren’t placed in one note on the first page, without dismissed ones', async () => {
    const quote: NoteSelector = {
      type: 'TextQuoteSelector',
      exact: 'a sentence that is gone',
      prefix: '',
      suffix: '',
    }
    const lost = noteOn([pageSelector(4), quote], { text: 'Ask the treasurer' })
    const dismissed = noteOn([pageSelector(4)], { text: 'Dismissed', dismissed: 2 })
    const annotations = await annotationsOf([{ note: lost }, { note: dismissed }])
    expect(annotations).toHaveLength(1)
    expect(annotations[0]).toMatchObject({ subtype: 'Text', pageIndex: 0 })
    expect(annotations[0]!.contentsObj!.str.replaceAll('\r', '\n')).toBe(
      'Not placed in version 2:\n\nVersion 1, page 4: “a sentence that is gone”\nAsk the treasurer',
    )
  })

  it('keeps the paper’s own annotations and text', async () => {
    const document = new Pdfkit({ size: 'LETTER' })
    document.text('See the portal', { link: 'https://larkspur.example/' })
    document.end()
    const bytes = Buffer.concat(await collected(document as AsyncIterable<Buffer>))
    const { bytes: copy } = await annotate(bytes, [highlight(0, 3)])
    const subtypes = (await annotationsIn(copy!)).map(({ subtype }) => subtype)
    expect(subtypes).toEqual(['Link', 'Highlight'])
  })

  it('marks a paper that only has an owner password', async () => {
    const owned = await samplePdf({ ownerPassword: 'plum' })
    const { bytes: copy } = await annotate(owned, [highlight(0, 3)])
    expect((await annotationsIn(copy!)).map(({ subtype }) => subtype)).toEqual(['Highlight'])
  })

  it('explains why there is no copy of a protected or damaged paper', async () => {
    const locked = await samplePdf({ userPassword: 'secret' })
    expect(await annotate(locked, [highlight(0, 1)])).toEqual({ refused: 'encrypted' })
    const torn = Buffer.from('%PDF-1.7\nnothing more')
    expect(await annotate(torn, [highlight(0, 1)])).toEqual({ refused: 'broken' })
  })
})

/** Text of 8:1 on white, the lightest that papers usually have. */
const gray = [71, 82, 84]
const grayLines = ['The yellow words of the paper', 'The green words of it', 'Its blue words']
const grayMarks = grayLines.map((line, index) => {
  const before = letters(grayLines.slice(0, index).join(''))
  const color = (['yellow', 'green', 'blue'] as const)[index]!
  return highlight(before, before + letters(line), { color })
})
const areaMark: PlacedNote = {
  note: noteOn(
    [
      pageSelector(1),
      {
        type: 'FragmentSelector',
        conformsTo: 'http://www.w3.org/TR/media-frags/',
        value: 'xywh=percent:35,35,30,30',
      },
    ],
    { color: 'pink' },
  ),
  place: { page: 1, ranges: [], how: 'same' },
}

/** Three lines, and a square in the middle, which is there at every rotation. */
async function grayPaper(turned: number): Promise<Uint8Array> {
  const document = new Pdfkit({ size: 'LETTER' })
  document.font('Helvetica-Bold').fontSize(28).fillColor('#475254')
  for (const [index, line] of grayLines.entries()) document.text(line, 72, 72 + index * 60)
  document.rect(286, 376, 40, 40).fill('#475254')
  document.end()
  const bytes = Buffer.concat(await collected(document as AsyncIterable<Buffer>))
  const loaded = await PDFDocument.load(bytes)
  loaded.getPage(0).setRotation(degrees(turned))
  // The crop box is larger than the sheet. Viewers show only the sheet.
  loaded.getPage(0).setCropBox(-100, -100, 1000, 1000)
  return loaded.save()
}

type Pixels = { count: number; left: number; top: number; right: number; bottom: number }

/** Where a color is in a picture. A single pixel may be the edge of a letter of another color. */
function pixelsOf({ width, height, pixels }: Bitmap, color: readonly number[]): Pixels {
  const bounds = { count: 0, left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  const isOf = (at: number) =>
    color.every((value, channel) => Math.abs(value - pixels[at * 4 + channel]!) <= 3)
  for (let at = 0; at < width * (height - 1) - 1; at += 1) {
    if (![at, at + 1, at + width, at + width + 1].every(isOf)) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    bounds.count += 1
    bounds.left = Math.min(bounds.left, x)
    bounds.top = Math.min(bounds.top, y)
    bounds.right = Math.max(bounds.right, x)
    bounds.bottom = Math.max(bounds.bottom, y)
  }
  return bounds
}

function rgbOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}

/** The WCAG contrast ratio. */
function contrast(dark: readonly number[], light: readonly number[]): number {
  return (luminance(light) + 0.05) / (luminance(dark) + 0.05)
}

function luminance(color: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) =>
    value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function boundsOf({ quadPoints = [] }: Annotation): [number, number, number, number] {
  const xs = [...quadPoints].filter((_, index) => index % 2 === 0)
  const ys = [...quadPoints].filter((_, index) => index % 2 === 1)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}
