import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  EncryptedPDFError,
  ParseSpeeds,
  PDFArray,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFPage,
  PDFString,
} from '@cantoo/pdf-lib'
import { pdfLayout } from '../sync/pdf-layout.ts'
import { writePdf } from '../sync/pdf-writer.ts'
import type { BookInput, BookPaper, MadeBook } from './book-input.ts'
import { addOutline, type OutlineEntry } from './book-outline.ts'
import { copyPages } from './copied-pages.ts'
import { type FrontMatter, frontMatter, placeholders, startsAfter } from './front-matter.ts'
import { addFooters } from './page-footers.ts'

type Progress = (made: number) => void

/**
 * Makes one PDF of a meeting: cover, contents, agenda, and its papers with a line at the foot of each page. The same
 * input makes the same bytes. `onProgress` is called with the number of papers done.
 */
export async function makeBook(
  input: BookInput,
  write: (bytes: Uint8Array) => void,
  onProgress: Progress = () => {},
): Promise<MadeBook> {
  const book = await PDFDocument.create({ updateMetadata: false })
  const copied = await copiedPapers(input.papers, book, onProgress)
  const lengths = copied.map(({ pages }) => pages.length)
  const front = await frontMatter(input, lengths)
  const frontPages = copyPages(await opened(front.bytes), book)
  const starts = startsAfter(front.sheets, lengths)
  const pages = [...frontPages, ...copied.flatMap((one) => one.pages)]
  for (const page of pages) book.addPage(page)

  addLinks(book, pages, front)
  const footers = copied.flatMap(({ pages: own }, index) =>
    own.map((page, at) => ({
      page,
      left: footerText(input.papers[index]!, at + 1, own.length),
      right: `Book page ${starts[index]! + at}`,
    })),
  )
  await addFooters(book, footers)
  addOutline(book, outlineOf(input, front, pages, starts))
  describe(book, input)
  const { head, tail } = writePdf(book.context, pdfLayout(book.context), write)
  const papers = copied.map(({ pages: own, isPlaceholder }, index) => ({
    page: starts[index]!,
    pages: own.length,
    isPlaceholder,
  }))
  return { pages: pages.length, papers, head, tail }
}

type Copied = { pages: PDFPage[]; isPlaceholder: boolean }

/** One paper at a time is in memory as a whole. */
async function copiedPapers(
  papers: readonly BookPaper[],
  book: PDFDocument,
  onProgress: Progress,
): Promise<Copied[]> {
  const found: (PDFPage[] | Missing)[] = []
  for (const paper of papers) {
    found.push(await pagesOf(paper, book))
    onProgress(found.length)
  }
  const missing = found.flatMap((one) => (Array.isArray(one) ? [] : [one]))
  const instead =
    missing.length > 0 ? copyPages(await opened(await placeholders(missing)), book) : []
  return found.map((one) =>
    Array.isArray(one)
      ? { pages: one, isPlaceholder: false }
      : { pages: [instead.shift()!], isPlaceholder: true },
  )
}

type Missing = { paper: BookPaper; reason: string; link?: string | undefined }

async function pagesOf(paper: BookPaper, book: PDFDocument): Promise<PDFPage[] | Missing> {
  const { content } = paper
  if ('reason' in content) return { paper, ...content }
  try {
    const pages = copyPages(await opened(readFileSync(content.path)), book)
    // A page without a size can't be shown, and fails only when it is asked for it.
    for (const page of pages) page.getCropBox()
    if (pages.length === 0) throw new Error('There are no pages.')
    return pages
  } catch (error) {
    const reason =
      error instanceof EncryptedPDFError
        ? 'This paper is protected with a password, so it can’t be part of the book.'
        : 'This paper is damaged, so it can’t be part of the book.'
    return { paper, reason }
  }
}

function opened(bytes: Uint8Array): Promise<PDFDocument> {
  return PDFDocument.load(bytes, { parseSpeed: ParseSpeeds.Fastest, updateMetadata: false })
}

/** From the contents and the agenda to the papers. */
function addLinks(book: PDFDocument, pages: readonly PDFPage[], { links }: FrontMatter): void {
  for (const [sheet, own] of Map.groupBy(links, (link) => link.sheet)) {
    const refs = own.map(({ rectangle, page }) =>
      book.context.register(
        book.context.obj({
          Type: 'Annot',
          Subtype: 'Link',
          Rect: rectangle,
          Border: [0, 0, 0],
          Dest: [pages[page - 1]!.ref, 'XYZ', null, null, null],
        }),
      ),
    )
    const { node } = pages[sheet]!
    const before = node.lookup(PDFName.of('Annots'))
    const kept = before instanceof PDFArray ? before.asArray() : []
    node.set(PDFName.of('Annots'), book.context.obj([...kept, ...refs]))
  }
}

function footerText({ item, name }: BookPaper, page: number, pages: number): string {
  const place = pages > 1 ? `${name}, page ${page} of ${pages}` : name
  return item ? `${item} · ${place}` : place
}

function outlineOf(
  { papers }: BookInput,
  { sections }: FrontMatter,
  pages: readonly PDFPage[],
  starts: readonly number[],
): OutlineEntry[] {
  return [
    ...sections.map(({ title, sheet }) => ({ title, page: pages[sheet]!.ref })),
    ...papers.map(({ name }, index) => ({ title: name, page: pages[starts[index]! - 1]!.ref })),
  ]
}

/** Labels its pages as their footers do, and names it. Nothing depends on when it is made. */
function describe(book: PDFDocument, input: BookInput): void {
  const { context, catalog } = book
  catalog.set(PDFName.of('PageLabels'), context.obj({ Nums: [0, { S: 'D' }] }))
  catalog.set(PDFName.of('Lang'), PDFString.of('en'))
  const date = PDFString.fromDate(new Date(input.changedAt))
  const info = context.obj({
    Title: PDFHexString.fromText(input.title),
    Author: PDFHexString.fromText(input.foundation),
    CreationDate: date,
    ModDate: date,
  })
  const withoutPaths = JSON.stringify(input, (key, value: unknown) => (key === 'path' ? '' : value))
  const id = createHash('sha256').update(withoutPaths).digest('hex').slice(0, 32)
  context.trailerInfo.Info = context.register(info)
  context.trailerInfo.ID = context.obj([PDFHexString.of(id), PDFHexString.of(id)])
}
