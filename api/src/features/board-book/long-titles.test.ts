import { expect, it } from 'vitest'
import { samplePdf } from '../sync/sync-fixtures.ts'
import type { BookInput } from './book.ts'
import { bookInput, madeBook, storedPaper } from './made-book-fixture.ts'

const item = {
  time: '9:00 AM',
  number: '1.',
  title: 'Welcome',
  speaker: '',
  description: '',
  duration: '',
  papers: [{ paper: 1 }],
}

it.each<[string, Partial<BookInput>, string?]>([
  ['a title of 500 wide letters', { title: 'W'.repeat(500) }],
  ['a title of 500 lines', { title: 'W\n'.repeat(250) }],
  ['an item of 1,000 lines', { agenda: [{ ...item, title: 'W\n'.repeat(500) }] }],
  ['an item with a speaker of many lines', { agenda: [{ ...item, speaker: 'W\n'.repeat(100) }] }],
  ['an item with a long description', { agenda: [{ ...item, description: 'W '.repeat(1000) }] }],
  ['a place of 500 lines', { lines: ['W\n'.repeat(250)] }],
  ['a paper of many lines', { agenda: [item] }, 'W\n'.repeat(250)],
  ['a paper of a long word', { agenda: [item] }, 'W'.repeat(2000)],
])('names the pages of its papers after %s', async (_, change, name = 'Budget') => {
  const reason = 'This is shown from another site, so it can’t be part of the book.'
  const bytes = await samplePdf({ pages: 1, text: 'The budget itself' })
  const given = [{ name, content: { reason } }, storedPaper(name, bytes)]
  const { pages, papers, read, text } = await madeBook(bookInput(given, change))
  expect(pages).toBe(read.numPages)
  const [placeholder, paper] = papers
  expect(await text(placeholder!.page)).toContain('This is shown from another site')
  expect(await text(paper!.page)).toContain('The budget itself')
  expect(paper!.page).toBe(pages)
})
