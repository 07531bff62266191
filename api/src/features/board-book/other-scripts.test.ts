import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getDocument } from 'unpdf/pdfjs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { samplePdf } from '../sync/sync-fixtures.ts'
import { makeBook } from './book-pdf.ts'
import { bookInput } from './made-book-fixture.ts'

const names = [
  'José Łukasz',
  'Nguyễn Thị Ánh',
  'Ελένη',
  'Алексей',
  '北京',
  '日本語',
  '한국어',
  'דוד כהן',
]

/** The book of most tests. */
let first: Awaited<ReturnType<typeof made>>
const folder = mkdtempSync(path.join(tmpdir(), 'other-scripts-'))
beforeAll(async () => {
  first = await made()
})
afterAll(() => rmSync(folder, { recursive: true }))

async function made() {
  const paper = path.join(folder, 'paper.pdf')
  writeFileSync(paper, await samplePdf({ pages: 1, text: 'The paper itself' }))
  const agenda = names.map((name, index) => ({
    time: '9:00 AM',
    number: '1.',
    title: name,
    speaker: name,
    description: name,
    duration: '',
    papers: [{ paper: index }],
  }))
  const papers = [
    ...names.map((name) => ({
      name,
      item: { id: name, label: name },
      content: { path: paper, sha256: '' },
    })),
    { name: names.join(', '), content: { reason: `“${names.join(', ')}” isn’t a PDF.` } },
  ]
  const [foundation, title] = [names.join(', '), names.join(', ')]
  const input = bookInput(papers, { foundation, title, lines: names, agenda })
  const parts: Uint8Array[] = []
  const book = await makeBook(input, (part) => parts.push(Buffer.from(part)))
  const file = path.join(folder, 'book.pdf')
  writeFileSync(file, Buffer.concat(parts))
  return { book, file, bytes: Buffer.concat(parts) }
}

it('shows names of any script on the pages that the portal writes, in every reader', async () => {
  const { book, bytes } = first
  const { promise } = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const document = await promise
  const wordsOf = async (number: number) => {
    const { items } = await (await document.getPage(number)).getTextContent()
    return items.map((item) => ('str' in item ? item.str : '')).join('')
  }
  for (const { page, pages } of [...book.sections, { page: book.pages, pages: 1 }]) {
    const numbers = Array.from({ length: pages }, (_, index) => page + index)
    const words = (await Promise.all(numbers.map(wordsOf))).join('')
    for (const name of names) expect(words).toContain(name)
    expect(words).not.toContain('▯')
  }
  expect(bytes.length).toBeLessThan(400_000)
})

it('makes a PDF of them in which qpdf finds nothing wrong, with the same bytes each time', async ({
  skip,
}) => {
  const { file, bytes } = first
  expect((await made()).bytes.equals(bytes)).toBe(true)
  if (spawnSync('qpdf', ['--version']).error)
    return skip('qpdf isn’t installed, Debian’s qpdf has it')
  const { status, stderr } = spawnSync('qpdf', ['--check', file], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

it('shows them at the foot of pages for poppler', async ({ skip }) => {
  if (spawnSync('pdftotext', ['-v']).error)
    return skip('poppler isn’t installed, Debian’s poppler-utils has it')
  const { book, file } = first
  for (const [index, name] of names.entries()) {
    const page = String(book.papers[index]!.page)
    const text = execFileSync('pdftotext', ['-f', page, '-l', page, file, '-'], {
      encoding: 'utf8',
      // Its messages about annotations aren't under test.
      stdio: 'pipe',
    })
    // Poppler marks words in another order.
    expect(text.replaceAll(/[\u202A-\u202C]/g, '')).toContain(name)
  }
})
