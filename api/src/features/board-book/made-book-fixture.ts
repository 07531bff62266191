import { createHash, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { getDocument } from 'unpdf/pdfjs'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import type { BookInput, BookPaper } from './book.ts'
import { makeBook } from './book-pdf.ts'

/** A paper of a book, in a file. */
export function storedPaper(name: string, bytes: Uint8Array): BookPaper {
  const file = path.join(temporaryFolder(), `${randomUUID()}.pdf`)
  writeFileSync(file, bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { name, content: { path: file, sha256 } }
}

export const bookInput = (papers: BookPaper[], more: Partial<BookInput> = {}): BookInput => ({
  id: 'b00c'.repeat(16),
  foundation: 'Larkspur Foundation',
  title: 'Q4 2026 Board Meeting',
  cover: { accent: '#1d4f45' },
  lines: ['Thursday, December 10, 2026'],
  about: [],
  agenda: [],
  unchanged: [],
  sameWords: [],
  uncompared: [],
  papers,
  ...more,
})

/** Makes a book, and opens it as a reader does. */
export async function madeBook(input: BookInput) {
  const parts: Uint8Array[] = []
  const outcome = await makeBook(input, (part) => parts.push(Buffer.from(part)))
  const bytes = Buffer.concat(parts)
  const read = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const text = async (number: number) => {
    const { items } = await (await read.getPage(number)).getTextContent()
    return items.map((item) => ('str' in item ? item.str : '')).join(' ')
  }
  const annotations = async (number: number) => (await read.getPage(number)).getAnnotations()
  const pageOf = async (destination: unknown) =>
    (await read.getPageIndex((destination as [{ num: number; gen: number }])[0])) + 1
  return { ...outcome, bytes, read, text, annotations, pageOf }
}
