import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { getDocument } from 'unpdf/pdfjs'
import { expect, it } from 'vitest'
import { samplePdf } from '../sync/sync-fixtures.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import type { BookInput } from './book.ts'
import { makeBook } from './book-pdf.ts'

async function made(change: Partial<BookInput>, name = 'Budget') {
  const file = path.join(temporaryFolder(), 'paper.pdf')
  writeFileSync(file, await samplePdf({ pages: 1, text: 'The budget itself' }))
  const reason = 'This is shown from another site, so it can’t be part of the book.'
  const input: BookInput = {
    id: 'b00c'.repeat(16),
    foundation: 'Larkspur Foundation',
    title: 'Q4 2026 Board Meeting',
    lines: [],
    about: [],
    agenda: [],
    unchanged: [],
    sameWords: [],
    papers: [
      { name, content: { reason } },
      { name, content: { path: file, sha256: '' } },
    ],
    ...change,
  }
  const parts: Uint8Array[] = []
  const book = await makeBook(input, (part) => parts.push(Buffer.from(part)))
  const { promise } = getDocument({ data: new Uint8Array(Buffer.concat(parts)), verbosity: 0 })
  const document = await promise
  const words = async (page: number) => {
    const { items } = await (await document.getPage(page)).getTextContent()
    return items.map((item) => ('str' in item ? item.str : '')).join(' ')
  }
  return { book, pages: document.numPages, words }
}

const item = { time: '9:00 AM', title: 'Welcome', details: '', papers: [{ paper: 1 }] }

it.each<[string, Partial<BookInput>, string?]>([
  ['a title of 500 wide letters', { title: 'W'.repeat(500) }],
  ['a title of 500 lines', { title: 'W\n'.repeat(250) }],
  ['an item of 1,000 lines', { agenda: [{ ...item, title: 'W\n'.repeat(500) }] }],
  ['an item with a speaker of many lines', { agenda: [{ ...item, details: 'W\n'.repeat(100) }] }],
  ['a place of 500 lines', { lines: ['W\n'.repeat(250)] }],
  ['a paper of many lines', { agenda: [item] }, 'W\n'.repeat(250)],
  ['a paper of a long word', { agenda: [item] }, 'W'.repeat(2000)],
])('names the pages of its papers after %s', async (_, change, name) => {
  const { book, pages, words } = await made(change, name)
  expect(book.pages).toBe(pages)
  const [placeholder, paper] = book.papers
  expect(await words(placeholder!.page)).toContain('This is shown from another site')
  expect(await words(paper!.page)).toContain('The budget itself')
  expect(paper!.page).toBe(pages)
})
