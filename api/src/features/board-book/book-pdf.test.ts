import { randomUUID } from 'node:crypto'
import { degrees, PDFDocument, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib'
import type { Note, PlacedNote } from '@portal/contract/notes'
import type { NoteTarget } from '@portal/contract/note-target'
import sharp from 'sharp'
import { OPS } from 'unpdf/pdfjs'
import { pdfShownElsewhere, samplePdf } from '../sync/sync-fixtures.ts'
import { expect, it } from 'vitest'
import type { BookPaper } from './book.ts'
import { bookInput, madeBook, storedPaper } from './made-book-fixture.ts'

type Sketch = {
  name: string
  size?: readonly [number, number]
  pages?: number
  turned?: number
  linksTo?: number
}

/** A paper with a unique text on each page. */
async function paper({
  name,
  size = [612, 792],
  pages = 2,
  turned = 0,
  linksTo,
}: Sketch): Promise<BookPaper> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (let number = 1; number <= pages; number += 1) {
    const page = document.addPage([...size])
    page.setRotation(degrees(turned))
    page.drawText(`${name} sheet ${number}`, { x: 72, y: 500, size: 14, font })
  }
  const { context, catalog } = document
  if (linksTo !== undefined) {
    const link = context.obj({
      Type: 'Annot',
      Subtype: 'Link',
      Rect: [72, 72, 200, 100],
      Dest: PDFString.of('place'),
    })
    const target = [document.getPages()[linksTo - 1]!.ref, 'Fit']
    const names = context.obj({ Dests: { Names: [PDFString.of('place'), target] } })
    document.getPage(0).node.set(PDFName.of('Annots'), context.obj([context.register(link)]))
    catalog.set(PDFName.of('Names'), names)
  }
  return storedPaper(name, await document.save())
}

it('makes one PDF of the cover, the contents and all papers in order', async () => {
  const input = bookInput([
    await paper({ name: 'Budget', pages: 3 }),
    await paper({ name: 'Minutes' }),
  ])
  const { pages, papers, text } = await madeBook(input)
  expect(pages).toBe(7)
  expect(papers).toEqual([
    { page: 3, pages: 3 },
    { page: 6, pages: 2 },
  ])
  expect(await text(1)).toContain('Q4 2026 Board Meeting')
  expect(await text(2)).toMatch(/1\. +Budget +3 +2\. +Minutes +6$/)
  expect(await text(5)).toContain('Budget sheet 3')
  expect(await text(7)).toContain('Minutes sheet 2')
})

it('makes the same bytes from the same input', async () => {
  const input = bookInput([await paper({ name: 'Budget' })])
  const [first, second] = [await madeBook(input), await madeBook(input)]
  expect(first.bytes.equals(second.bytes)).toBe(true)
})

it('has its own sheets in the size that most papers have', async () => {
  const slides = { name: 'Deck', pages: 5, size: [960, 540] } as const
  const papers = [
    await paper(slides),
    await paper({ name: 'Budget' }),
    await paper({ name: 'Minutes' }),
  ]
  const { read } = await madeBook(
    bookInput([...papers, { name: 'Site', content: { reason: 'Elsewhere.' } }]),
  )
  const sizes = [1, 2, 3, read.numPages].map(async (number) => (await read.getPage(number)).view)
  const letter = [0, 0, 612, 792]
  expect(await Promise.all(sizes)).toEqual([letter, letter, [0, 0, 960, 540], letter])
  const wide = await madeBook(bookInput([await paper(slides)]))
  expect((await wide.read.getPage(1)).view).toEqual([0, 0, 960, 540])
})

it('shows the foundation’s logo and picture on the cover, which is one sheet in every size', async () => {
  const create = { width: 90, height: 60, channels: 3, background: '#7a1f3d' } as const
  const image = await sharp({ create }).webp().toBuffer()
  for (const size of [
    [612, 792],
    [960, 540],
    [720, 405],
    [420, 595],
  ] as const) {
    const papers = [await paper({ name: 'Budget', size })]
    const cover = { accent: '#7a1f3d', logo: image, picture: image }
    const { sections, read } = await madeBook(bookInput(papers, { cover }))
    expect(sections[0]).toMatchObject({ kind: 'cover', pages: 1 })
    const { fnArray } = await (await read.getPage(1)).getOperatorList()
    expect(fnArray.filter((operator) => operator === OPS.paintImageXObject)).toHaveLength(2)
  }
})

it('links the contents, the agenda and the outline to each paper', async () => {
  const papers = [await paper({ name: 'Budget' }), await paper({ name: 'Minutes' })]
  const item = { speaker: '', description: '', duration: '' }
  const agenda = [
    { ...item, time: '9:00 AM', number: '1.', title: 'Welcome', papers: [] },
    {
      ...item,
      time: '9:10 AM',
      number: '2.',
      title: 'Finance',
      speaker: 'Wei Chen',
      description: 'The draft for next year',
      duration: '20 min',
      papers: [{ paper: 0 }],
    },
  ]
  const { read, annotations, pageOf, text } = await madeBook(bookInput(papers, { agenda }))
  const targets = async (number: number) =>
    Promise.all((await annotations(number)).map(({ dest }) => pageOf(dest)))
  expect(await targets(2)).toEqual([4, 6])
  expect(await text(3)).toMatch(
    /9:10 AM +2\. Finance +20 min +Wei Chen +The draft for next year +Budget +4$/,
  )
  expect(await targets(3)).toEqual([4])
  const outline = await read.getOutline()
  const entries = outline.map(async ({ title, dest }) => [title, await pageOf(dest)])
  expect(await Promise.all(entries)).toEqual([
    ['Contents', 2],
    ['Agenda', 3],
    ['Budget', 4],
    ['Minutes', 6],
  ])
  expect(await read.getPageLabels()).toEqual(['1', '2', '3', '4', '5', '6', '7'])
})

it.each([0, 90, 180, 270])('adds a footer to a page that is rotated by %i°', async (turned) => {
  const sketch = await paper({ name: 'Budget', turned })
  const { read, annotations } = await madeBook(
    bookInput([{ ...sketch, item: { id: 'finance', label: '2. Finance' } }]),
  )
  const [stamp] = await annotations(4)
  const viewport = (await read.getPage(4)).getViewport({ scale: 1 })
  const [x1, y1, x2, y2] = stamp.rect
  const [left, top] = viewport.convertToViewportPoint(x1, y1)
  const [right, bottom] = viewport.convertToViewportPoint(x2, y2)
  expect(stamp).toMatchObject({ subtype: 'Stamp', hasAppearance: true })
  expect(Math.max(top, bottom)).toBeCloseTo(viewport.height)
  expect(Math.abs(right - left)).toBeCloseTo(viewport.width)
})

it('exposes the footer to screen readers without opening a pop-up over the page', async () => {
  const sketch = await paper({ name: 'Budget' })
  const { annotations } = await madeBook(
    bookInput([{ ...sketch, item: { id: 'finance', label: '2. Finance' } }]),
  )
  expect(await annotations(4)).toEqual([
    expect.objectContaining({
      subtype: 'Stamp',
      contentsObj: expect.objectContaining({
        str: 'Book page 4 of 4: 2. Finance · Budget, page 2 of 2',
      }),
      popupRef: expect.any(String),
    }),
  ])
})

it('keeps links within a paper, including named destinations, and copies no page twice', async () => {
  const linked = await paper({ name: 'Minutes', pages: 3, linksTo: 3 })
  const { annotations, pageOf, read } = await madeBook(
    bookInput([await paper({ name: 'Budget' }), linked]),
  )
  const [link] = (await annotations(5)).filter(({ subtype }) => subtype === 'Link')
  expect(await pageOf(link.dest)).toBe(7)
  expect(read.numPages).toBe(7)
})

it('includes a paper that only has an owner password', async () => {
  const bytes = await samplePdf({ pages: 2, text: 'Owned', ownerPassword: 'plum' })
  const { papers: copies, text, read } = await madeBook(bookInput([storedPaper('Owned', bytes)]))
  expect(copies).toMatchObject([{ pages: 2 }])
  expect(copies[0]).not.toHaveProperty('reason')
  expect(await text(4)).toContain('Owned, page 2')
  expect(read.numPages).toBe(4)
})

it('adds a page that explains why for a paper that is protected, damaged or only shown elsewhere', async () => {
  const whole = await PDFDocument.create()
  whole.addPage()
  whole.encrypt({ userPassword: 'quiet-orchard', ownerPassword: 'plum' })
  const papers = [
    storedPaper('Locked', await whole.save()),
    storedPaper('Damaged', Buffer.from('%PDF-1.7 nothing more')),
    storedPaper('Form', await pdfShownElsewhere('form')),
    storedPaper('Portfolio', await pdfShownElsewhere('portfolio')),
    {
      name: 'Deck',
      content: { reason: 'It is shown from another site.', link: 'https://slides.example/1' },
    },
    await paper({ name: 'Budget' }),
  ]
  const { papers: copies, text, annotations } = await madeBook(bookInput(papers))
  expect(copies.map(({ reason }) => reason !== undefined)).toEqual([
    ...Array.from({ length: 5 }, () => true),
    false,
  ])
  expect(await text(3)).toContain('protected with a password')
  expect(await text(4)).toContain('damaged')
  expect(await text(5)).toContain('a form that only Adobe Acrobat Reader shows')
  expect(await text(6)).toContain('a portfolio of files')
  expect(await text(7)).toContain('It is shown from another site.')
  expect(await annotations(7)).toContainEqual(
    expect.objectContaining({ url: 'https://slides.example/1' }),
  )
  expect(await text(8)).toContain('Budget sheet 1')
})

it('shows in the contents that a paper is included without notes, because they can’t be written into it', async () => {
  const at = '2026-11-03T09:00:00.000Z'
  const dates = { createdAt: at, changedAt: at }
  const target = { version: 1, selector: [] } as unknown as NoteTarget
  const note: Note = {
    id: randomUUID(),
    documentId: 'budget',
    color: 'yellow',
    text: 'Ask',
    revision: 1,
    target,
    ...dates,
  }
  // A page that no paper has.
  const nowhere: PlacedNote = { note, place: { page: 0, ranges: [], how: 'same' } }
  const noted = (place: PlacedNote) => ({ version: 1, notes: [place], author: 'Maria Lopez' })
  const papers = [
    { ...(await paper({ name: 'Budget' })), notes: noted(nowhere) },
    { ...(await paper({ name: 'Minutes' })), notes: noted({ note }) },
  ]
  const { text, annotations } = await madeBook(bookInput(papers))
  expect(await text(2)).toMatch(
    /1\. +Budget +3 +Without your notes: they can’t be written into this paper\. +2\. +Minutes +5$/,
  )
  expect(await text(3)).toContain('Budget sheet 1')
  expect(await annotations(5)).toContainEqual(expect.objectContaining({ subtype: 'Text' }))
})
