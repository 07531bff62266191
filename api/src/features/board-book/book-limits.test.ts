import { expect, it } from 'vitest'
import type { BookInput, BookJob, BookPaper, WrittenBook } from './book.ts'
import { makeWithinLimits } from './book-builder.ts'
import { bookInput } from './made-book-fixture.ts'

const book: WrittenBook = {
  pages: 1,
  sections: [],
  papers: [],
  head: 0,
  tail: 0,
  size: 1,
  sha256: '',
}

/**
 * Makes a book with a maker whose thread dies at the papers in `bombs`; also returns the requests that the maker
 * received.
 */
async function made(papers: BookPaper[], bombs: string[]) {
  const requests: string[][] = []
  const inputs: BookInput[] = []
  const make = async ({ input, progress }: BookJob) => {
    inputs.push(input)
    requests.push(
      input.papers.map(({ name, content }) => ('reason' in content ? content.reason : name)),
    )
    const at = input.papers.findIndex(
      ({ name, content }) => 'path' in content && bombs.includes(name),
    )
    if (at === -1) return { book }
    Atomics.store(new Int32Array(progress), 0, at)
    return undefined
  }
  const job = { input: bookInput(papers), to: '', progress: new SharedArrayBuffer(4) }
  const outcome = await makeWithinLimits(make, job, new AbortController().signal)
  return { outcome, requests, inputs }
}

const paper = (name: string): BookPaper => ({ name, content: { path: name, sha256: '' } })
const tooMuch = 'This paper takes too much time or memory, so it can’t be part of the book.'

it('adds a placeholder for a paper that kills the maker’s thread, and keeps all others', async () => {
  const papers = ['Budget', 'Bomb', 'Minutes'].map(paper)
  expect(await made(papers, ['Bomb'])).toMatchObject({
    outcome: { book },
    requests: [
      ['Budget', 'Bomb', 'Minutes'],
      ['Budget', tooMuch, 'Minutes'],
    ],
  })
})

it('makes no book if a third paper kills the thread: the whole book is too large', async () => {
  const { outcome, requests } = await made(['A', 'B', 'C', 'D'].map(paper), ['A', 'B', 'C'])
  expect([outcome, requests.length]).toEqual([undefined, 3])
})

it('retries a paper without its notes before it adds a placeholder', async () => {
  const noted = (name: string) => ({
    ...paper(name),
    notes: { version: 1, notes: [], author: 'Maria Lopez' },
  })
  const { requests, outcome, inputs } = await made([noted('Budget'), noted('Bomb')], ['Bomb'])
  expect([outcome, requests.length]).toEqual([{ book }, 3])
  const [, second, third] = inputs
  expect(second!.papers[0]).toHaveProperty('notes')
  expect(second!.papers[1]).not.toHaveProperty('notes')
  expect(second!.papers[1]!.remark).toContain('Without your notes')
  expect(third!.papers[1]!.content).toEqual({ reason: tooMuch })
})
