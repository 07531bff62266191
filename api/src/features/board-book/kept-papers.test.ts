import {
  degrees,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFString,
  StandardFonts,
} from '@cantoo/pdf-lib'
import { describe, expect, it } from 'vitest'
import { bookInput, madeBook, storedPaper } from './made-book-fixture.ts'

const name = PDFName.of

/** A document of a number of pages, each with its number near the top. */
async function sheets(count: number, size: [number, number] = [400, 500]) {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (let number = 1; number <= count; number += 1) {
    document.addPage(size).drawText(`Sheet ${number}`, { x: 60, y: 300, size: 14, font })
  }
  return document
}

const bookOf = async (document: PDFDocument) =>
  madeBook(bookInput([storedPaper('Budget', await document.save())]))

/** Adds an object to a page, and returns its reference. */
const annotate = (document: PDFDocument, index: number, entries: Record<string, unknown>) => {
  const { context } = document
  const { node } = document.getPage(index)
  const annotation = context.register(context.obj({ Type: 'Annot', ...entries } as never))
  node.set(name('Annots'), context.obj([...(node.Annots()?.asArray() ?? []), annotation]))
  return annotation
}

describe('the foot of a page', () => {
  const note = 'Excludes the Fernhollow bequest'
  /** Words by their distance from the displayed page's upper edge, in points. */
  const linesOf = async (book: Awaited<ReturnType<typeof bookOf>>, number: number) => {
    const page = await book.read.getPage(number)
    const viewport = page.getViewport({ scale: 1 })
    const { items } = await page.getTextContent()
    const lines = items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return []
      const [x, y] = viewport.convertToViewportPoint(item.transform[4], item.transform[5])
      return [[item.str, { x, down: y, height: viewport.height }] as const]
    })
    return Object.fromEntries(lines)
  }

  it.each([0, 90, 180, 270])('stays readable on a page that is rotated by %i°', async (turned) => {
    const document = await sheets(1)
    const page = document.getPage(0)
    page.setRotation(degrees(turned))
    const foot = { 0: [60, 6], 90: [394, 60], 180: [340, 494], 270: [6, 440] }[turned]!
    page.drawText(note, { x: foot[0]!, y: foot[1]!, size: 8, rotate: degrees(turned) })
    const { [note]: kept } = await linesOf(await bookOf(document), 3)
    expect(kept!.down).toBeGreaterThan(kept!.height - 32)
    expect(kept!.down).toBeLessThan(kept!.height - 20)
  })

  it('makes room in the size of the page, as far as its lower edge is blank', async () => {
    const document = await sheets(2)
    document.getPage(1).drawText(note, { x: 60, y: 6, size: 8 })
    const book = await bookOf(document)
    const [plain, moved] = [await linesOf(book, 3), await linesOf(book, 4)]
    expect(plain['Sheet 1']).toMatchObject({ x: 60, down: 200, height: 500 })
    expect(moved['Sheet 2']!.height).toBe(500)
    expect(moved['Sheet 2']!.down).toBeCloseTo(200 * 0.96)
    expect(moved['Sheet 2']!.x).toBeCloseTo(200 - 140 * 0.96)
  })

  it('stays readable after content that leaves a scale and a clip behind', async () => {
    const document = await sheets(1)
    const { node, doc } = document.getPage(0)
    document.getPage(0).drawText(note, { x: 60, y: 6, size: 8 })
    node.addContentStream(
      doc.context.register(doc.context.stream('q 3 0 0 3 0 0 cm 0 0 9 9 re W n')),
    )
    const book = await bookOf(document)
    const { [note]: kept } = await linesOf(book, 3)
    expect(kept!.down).toBeLessThan(480)
    const [stamp] = await book.annotations(3)
    expect(stamp.rect.map(Math.round)).toEqual([0, 0, 400, 20])
  })

  it('takes links and destinations of the page with it', async () => {
    const document = await sheets(2)
    document.getPage(0).drawText(note, { x: 60, y: 6, size: 8 })
    const target = [document.getPage(0).ref, 'XYZ', 100, 300, null]
    annotate(document, 0, { Subtype: 'Link', Rect: [60, 100, 160, 200], Dest: target })
    annotate(document, 1, { Subtype: 'Link', Rect: [60, 100, 160, 200], Dest: target })
    const { annotations } = await bookOf(document)
    const [[moved], [still]] = [await annotations(3), await annotations(4)]
    expect(moved.rect.map(Math.round)).toEqual([66, 116, 162, 212])
    expect(still.rect).toEqual([60, 100, 160, 200])
    for (const { dest } of [moved, still]) {
      expect(dest.slice(1)).toEqual([{ name: 'XYZ' }, 104, 308, null])
    }
  })
})

describe('links within a paper', () => {
  const spelled: Record<string, { key: PDFObject; link: PDFObject }> = {
    'a literal string': { key: PDFString.of('end'), link: PDFString.of('end') },
    'a hexadecimal string': { key: PDFString.of('end'), link: PDFHexString.of('656E64') },
    'a string with octal codes': { key: PDFHexString.of('656e64'), link: PDFString.of('\\145nd') },
    'a UTF-16 string': { key: PDFString.of('end'), link: PDFHexString.fromText('end') },
    'a string of other letters': {
      key: PDFHexString.fromText('終'),
      link: PDFHexString.of('FEFF7D42'),
    },
  }

  it.each(Object.entries(spelled))('lead to the page that %s names', async (_, { key, link }) => {
    const document = await sheets(3)
    const { context, catalog } = document
    const place = { D: [document.getPage(2).ref, 'Fit'] }
    catalog.set(name('Names'), context.obj({ Dests: { Kids: [{ Names: [key, place] }] } } as never))
    annotate(document, 0, { Subtype: 'Link', Rect: [60, 100, 90, 120], A: { S: 'GoTo', D: link } })
    const { annotations, pageOf } = await bookOf(document)
    expect(await pageOf((await annotations(3))[0].dest)).toBe(5)
  })

  it('lead to the page of a name object and of a page number', async () => {
    const document = await sheets(3)
    document.catalog.set(
      name('Dests'),
      document.context.obj({ 'the end': [document.getPage(2).ref, 'Fit'] }),
    )
    annotate(document, 0, { Subtype: 'Link', Rect: [60, 100, 90, 120], Dest: name('the#20end') })
    annotate(document, 0, { Subtype: 'Link', Rect: [60, 130, 90, 150], Dest: [1, 'Fit'] })
    const { annotations, pageOf } = await bookOf(document)
    const [byName, byNumber] = await annotations(3)
    expect([await pageOf(byName.dest), await pageOf(byNumber.dest)]).toEqual([5, 4])
  })
})

it('has the bookmarks of a paper below it, closed, and without those of pages that the book leaves out', async () => {
  const document = await sheets(3)
  const { context, catalog } = document
  const [root, assets, cash, debts] = [0, 1, 2, 3].map(() => context.nextRef()) as [
    never,
    never,
    never,
    never,
  ]
  const to = (index: number) => [document.getPage(index).ref, 'Fit']
  const entries: [never, Record<string, unknown>][] = [
    [root, { First: assets, Last: debts, Count: 3 }],
    [assets, { Title: PDFString.of('Assets'), Dest: to(0), Next: debts, First: cash, Last: cash }],
    [
      cash,
      { Title: PDFHexString.fromText('Cash \u202Eh'), A: { S: 'GoTo', D: to(1) }, Next: cash },
    ],
    [debts, { Title: PDFString.of('Debts'), Dest: to(2) }],
  ]
  for (const [ref, entry] of entries) context.assign(ref, context.obj(entry as never))
  catalog.set(name('Outlines'), root)
  const paper = storedPaper('Budget', await document.save())
  const outline = async (pages?: number[]) => {
    const { read, pageOf } = await madeBook(bookInput([pages ? { ...paper, pages } : paper]))
    type Entry = Awaited<ReturnType<typeof read.getOutline>>[number]
    const shown = async ({ title, dest, items }: Entry): Promise<unknown> => [
      title,
      dest && (await pageOf(dest)),
      ...(await Promise.all(items.map(shown))),
    ]
    const all = await read.getOutline()
    return { entries: await Promise.all(all.map(shown)), count: all.at(-1)!.count }
  }
  expect(await outline()).toEqual({
    entries: [
      ['Contents', 2],
      ['Budget', 3, ['Assets', 3, ['Cash h', 4]], ['Debts', 5]],
    ],
    count: -2,
  })
  expect((await outline([2])).entries[1]).toEqual(['Budget', 3, ['Assets', null, ['Cash h', 3]]])
})

describe('the form fields of a paper', () => {
  it('are part of its pages, in any script, with their labels', async () => {
    const document = await sheets(1)
    const form = document.getForm()
    const page = document.getPage(0)
    const place = (row: number) => ({ x: 60, y: 100 + row * 40, width: 200, height: 24 })
    const fields = ['Maria Quetzal', 'Совет', '理事会'].map((value, row) => {
      const field = form.createTextField(`field ${row}`)
      field.addToPage(page, place(row))
      field.acroField.dict.set(name('V'), PDFHexString.fromText(value))
      return field
    })
    const choice = form.createDropdown('country')
    choice.addToPage(page, place(3))
    choice.acroField.dict.set(
      name('Opt'),
      document.context.obj([[PDFString.of('us'), PDFString.of('United States')]]),
    )
    choice.acroField.dict.set(name('V'), PDFString.of('us'))
    const secret = form.createTextField('secret')
    secret.addToPage(page, { x: 280, y: 100, width: 100, height: 24 })
    secret.acroField.dict.set(name('V'), PDFString.of('quiet-orchard'))
    secret.enablePassword()
    for (const { acroField } of [...fields, choice, secret]) {
      for (const { dict } of acroField.getWidgets()) dict.delete(name('AP'))
    }
    const bytes = await document.save({ updateFieldAppearances: false })
    const { text, annotations } = await madeBook(bookInput([storedPaper('Form', bytes)]))
    const words = await text(3)
    for (const value of ['Maria Quetzal', 'Совет', '理事会', 'United States']) {
      expect(words).toContain(value)
    }
    expect(words).not.toContain('quiet-orchard')
    expect(await annotations(3)).toMatchObject([{ subtype: 'Stamp' }])
  })

  it('are drawn again where the form requires it', async () => {
    const document = await sheets(1)
    const form = document.getForm()
    const field = form.createTextField('name')
    field.setText('Before')
    field.addToPage(document.getPage(0), { x: 60, y: 100, width: 200, height: 24 })
    field.updateAppearances(await document.embedFont(StandardFonts.Helvetica))
    field.acroField.dict.set(name('V'), PDFString.of('Afterwards'))
    form.acroForm.dict.set(name('NeedAppearances'), document.context.obj(true))
    const bytes = await document.save({ updateFieldAppearances: false })
    const { text } = await madeBook(bookInput([storedPaper('Form', bytes)]))
    expect(await text(3)).toMatch(/Afterwards/)
    expect(await text(3)).not.toMatch(/Before/)
  })

  it('become links where they lead to an address', async () => {
    const document = await sheets(1)
    const button = document.getForm().createButton('site')
    button.addToPage('Site', document.getPage(0), { x: 60, y: 100, width: 90, height: 24 })
    for (const { dict } of button.acroField.getWidgets()) {
      dict.set(
        name('A'),
        document.context.obj({ S: 'URI', URI: PDFString.of('https://larkspur.example/') }),
      )
    }
    const { annotations, text } = await bookOf(document)
    expect(await annotations(3)).toMatchObject([
      { subtype: 'Link', url: 'https://larkspur.example/', rect: [60, 100, 150, 124] },
      { subtype: 'Stamp' },
    ])
    expect(await text(3)).toContain('Site')
  })
})
