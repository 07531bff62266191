import { getDocument, OPS } from 'unpdf/pdfjs'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { NoteEntry } from '@portal/domain/listed-notes'
import type { NotePicture } from './note-pictures.ts'
import { notesList } from './notes-list.ts'

const note: NoteEntry = { id: 'a', page: 4, version: 2, color: 'yellow', isPlaced: true, text: '' }

const docket = {
  documentId: 'docket',
  name: 'Grants Docket',
  isThere: true,
  quarter: { year: 2026, quarter: 4 },
}

/** Ink of a few points, in the middle of the page. */
const ink = [
  [
    { x: 0.4, y: 0.5 },
    { x: 0.6, y: 0.52 },
  ],
]

const listed = (...notes: NoteEntry[]) => listedWith(new Map(), ...notes)

async function listedWith(pictures: Map<string, NotePicture>, ...notes: NoteEntry[]) {
  const bytes = await notesList({
    name: 'María López',
    day: 'November 25, 2026',
    at: '2026-11-25T09:00:00.000Z',
    papers: [{ ...docket, notes }],
    pictures,
  })
  const { promise } = getDocument({ data: bytes.slice(), verbosity: 0 })
  const document = await promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
    pages.push(text.join(''))
  }
  const { fnArray } = await (await document.getPage(1)).getOperatorList()
  const images = fnArray.filter((operation) => operation === OPS.paintImageXObject).length
  const { info } = await document.getMetadata()
  const outline = await document.getOutline()
  const tree = await (await document.getPage(1)).getStructTree()
  return { pages, text: pages.join('\n'), images, info, outline, tree: JSON.stringify(tree) }
}

it('lists each note with its place, color, quotation and text', async () => {
  const quotation = 'The reserve covers nine months.'
  const { text } = await listed({ ...note, quotation, text: 'Why nine?' })
  expect(text).toContain('María López · November 25, 2026 · 1 note')
  for (const line of ['Q4 2026', 'Grants Docket', 'Page 4, version 2 · Yellow']) {
    expect(text).toContain(line)
  }
  expect(text).toContain('“The reserve covers nine months.”')
  expect(text).toContain('Why nine?')
})

it('says what a note without a quotation is about', async () => {
  const { text } = await listed({ ...note, subject: 'The whole page' })
  expect(text).toContain('Page 4, version 2 · Yellow · The whole page')
})

it('shows areas and drawings with the page below them, described for screen readers', async () => {
  const size = { width: 320, height: 120 }
  const create = { ...size, channels: 3 as const, background: '#fff' }
  const jpeg = new Uint8Array(await sharp({ create }).jpeg().toBuffer())
  const drawing = { ...note, subject: 'A drawing', mark: { ink }, text: 'This one' }
  const { images, tree } = await listedWith(new Map([['a', { jpeg, ...size }]]), drawing)
  expect(images).toBe(1)
  expect(tree).toContain('"Figure"')
  expect(tree).toContain('A drawing on page 4 of Grants Docket: This one')
})

it('draws ink on an empty sheet if its page can’t be drawn, and leaves out an area', async () => {
  const drawing = { ...note, subject: 'A drawing', mark: { ink } }
  const { images, tree } = await listed(drawing)
  expect(images).toBe(0)
  expect(tree).toContain('"Figure"')
  const rectangle = { x: 0.1, y: 0.1, width: 0.5, height: 0.1 }
  const area = await listed({ ...note, subject: 'An area of the page', mark: { rectangle } })
  expect(area.tree).not.toContain('"Figure"')
  expect(area.text).toContain('An area of the page')
})

it('says which notes aren’t placed', async () => {
  const { text } = await listed({ ...note, isPlaced: false, text: 'Ask' })
  expect(text).toContain('Page 4, version 2 · Yellow · Not placed')
  const waiting = await listed({ ...note, isPlaced: false, isPending: true })
  expect(waiting.text).toContain('Page 4, version 2 · Yellow · Not placed yet')
})

it('prints letters of other scripts, and symbols', async () => {
  const words = [
    'Žluťoučký',
    'Ελλάδα',
    'Привет',
    '→ ✓ ≥ €',
    'Tiếng Việt',
    '京都',
    '서울',
    'שלום עולם',
  ]
  const { text } = await listed(...words.map((word) => ({ ...note, text: word })))
  for (const word of words) expect(text).toContain(word)
  expect(text).not.toContain('▯')
})

it('replaces a letter that no font has, and says where to find it', async () => {
  const { text } = await listed({ ...note, text: 'Addis Ababa አዲስ\u{200B}' })
  expect(text).toContain('Addis Ababa ▯▯▯')
  expect(text).toContain('▯ is a letter that this PDF can’t show. The Markdown list has it.')
})

it('continues a long note on further pages, each with its number', async () => {
  const { pages, text } = await listed({ ...note, text: 'A long thought. '.repeat(1200) })
  expect(pages.length).toBeGreaterThan(3)
  for (const word of [/\blong\b/g, /thought\./g]) expect(text.match(word)).toHaveLength(1200)
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
  }
})

it('writes tags and bookmarks for screen readers', async () => {
  const { info, outline, tree } = await listed({ ...note, quotation: 'Words', text: 'Mine' })
  expect(info).toMatchObject({ Title: 'My notes', Author: 'María López', Language: 'en' })
  expect(outline).toMatchObject([{ title: 'Q4 2026', items: [{ title: 'Grants Docket' }] }])
  for (const tag of ['H1', 'H2', 'H3', 'BlockQuote']) expect(tree).toContain(`"${tag}"`)
})
