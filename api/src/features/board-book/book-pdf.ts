import { readFileSync } from 'node:fs'
import {
  EncryptedPDFError,
  PDFArray,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFPage,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'
import { annotatedCopy } from '../note-exports/annotated-copy-service.ts'
import { isolated } from '@portal/domain/shown-text'
import { openPdf, shownElsewhere } from '../../platform/pdf/open-pdf.ts'
import { pdfLayout } from '../../platform/pdf/pdf-layout.ts'
import { writePdf } from '../../platform/pdf/pdf-writer.ts'
import { type BookInput, type BookPaper, type MadeBook, unmarked } from './book.ts'
import { copyPages, pagesWithin } from './copied-pages.ts'
import { type FrontMatter, frontMatter, placeholders, startsAfter } from './front-matter.ts'
import { coverPictures } from './cover.ts'
import { type SheetSize, sizeOfMost } from './sheets.ts'
import { addFooters } from './page-footers.ts'
import type { Bookmark } from './paper-destinations.ts'
import { preparePages } from './prepared-pages.ts'

type Progress = (made: number) => void

/**
 * Makes one PDF of a meeting: cover, contents, agenda, and the papers with a footer on each page. The same input makes
 * the same bytes. `onProgress` is called with the number of papers done.
 */
export async function makeBook(
  input: BookInput,
  write: (bytes: Uint8Array) => void,
  onProgress: Progress = () => {},
): Promise<MadeBook> {
  const book = await PDFDocument.create({ updateMetadata: false })
  const { copied, size } = await copiedPapers(input, book, onProgress)
  const lengths = copied.map(({ pages }) => pages.length)
  const papers = input.papers.map((paper, index) =>
    copied[index]!.lacksMarks ? unmarked(paper) : paper,
  )
  const look = { size, pictures: await coverPictures(input) }
  const front = await frontMatter({ ...input, papers }, lengths, look)
  const { pages: frontPages } = copyPages(await openPdf(front.bytes), book)
  const starts = startsAfter(front.sheets, lengths)
  const pages = [...frontPages, ...copied.flatMap((each) => each.pages)]
  for (const page of pages) book.addPage(page)

  addLinks(book, pages, front)
  const footers = copied.flatMap(({ pages: own, numbers, count, withRoom }, index) =>
    own.flatMap((page, at) => {
      if (!withRoom.has(numbers[at]! - 1)) return []
      const left = footerText(input.papers[index]!, numbers[at]!, count)
      const right = `Book page ${starts[index]! + at}`
      return [{ page, left, right, spoken: `${right} of ${pages.length}: ${left}` }]
    }),
  )
  await addFooters(book, footers)
  addOutline(book, outlineOf(front, input.papers, copied, frontPages))
  describe(book, input)
  const { head, tail } = writePdf(book.context, pdfLayout(book.context), write)
  const places = copied.map(({ pages: own, reason }, index) => ({
    page: starts[index]!,
    pages: own.length,
    ...(reason === undefined ? {} : { reason }),
  }))
  return { pages: pages.length, sections: sectionsOf(front), papers: places, head, tail }
}

type Copied = {
  pages: PDFPage[]
  /** The numbers of the pages in their paper, which has `count` pages. */
  numbers: readonly number[]
  count: number
  /** The indexes in the paper of the pages that have room for a footer. */
  withRoom: ReadonlySet<number>
  /** The paper's own outline, with destinations in the book. */
  bookmarks: readonly Bookmark[]
  /** Why the page is a placeholder. */
  reason?: string
  /** Its notes, or what changed, couldn't be written into it. */
  lacksMarks?: boolean
}

/** Loads one paper at a time. Returns also the size of the book's own sheets. */
async function copiedPapers(
  { papers, cover }: BookInput,
  book: PDFDocument,
  onProgress: Progress,
): Promise<{ copied: Copied[]; size: SheetSize }> {
  const results: (Copied | Missing)[] = []
  for (const paper of papers) {
    results.push(await pagesOf(paper, book))
    onProgress(results.length)
  }
  const missing = results.flatMap((each) => ('paper' in each ? [each] : []))
  const size = sizeOfMost(results.flatMap((each) => ('pages' in each ? [each.pages] : [])))
  const instead =
    missing.length > 0
      ? copyPages(await openPdf(await placeholders(missing, size, cover.accent)), book).pages
      : []
  const copied = results.map((each) =>
    'paper' in each ? { ...placeholder, pages: [instead.shift()!], reason: each.reason } : each,
  )
  return { copied, size }
}

const elsewhereReasons = {
  form: 'This paper is a form that only Adobe Acrobat Reader shows, so it can’t be part of the book. Please download it from the portal.',
  portfolio:
    'This paper is a portfolio of files that only Adobe Acrobat Reader shows, so it can’t be part of the book. Please download it from the portal.',
}

const placeholder = { numbers: [1], count: 1, withRoom: new Set([0]), bookmarks: [] }

type Missing = { paper: BookPaper; reason: string; link?: string | undefined }

async function pagesOf(paper: BookPaper, book: PDFDocument): Promise<Copied | Missing> {
  const { content } = paper
  if ('reason' in content) return { paper, ...content }
  try {
    const annotated = await markedCopy(paper, content.path)
    const bytes = annotated?.bytes ?? readFileSync(content.path)
    const document = await openPdf(bytes)
    const elsewhere = shownElsewhere(document)
    if (elsewhere) return { paper, reason: elsewhereReasons[elsewhere] }
    for (const page of document.getPages()) mustHaveContents(page)
    const { moved, withRoom } = await preparePages(document, bytes)
    const count = document.getPageCount()
    const all = Array.from({ length: count }, (_, index) => index + 1)
    const numbers = paper.pages ? pagesWithin(paper.pages, count) : all
    const { pages, bookmarks } = copyPages(document, book, { numbers, moved })
    // A page without a size can't be shown, and fails only when its size is read.
    for (const page of pages) page.getCropBox()
    if (pages.length === 0) throw new Error('There are no pages.')
    const lacksMarks = annotated !== undefined && !annotated.bytes
    return { pages, bookmarks, numbers, count, withRoom, lacksMarks }
  } catch (error) {
    const reason =
      error instanceof EncryptedPDFError
        ? 'This paper is protected with a password, so it can’t be part of the book.'
        : 'This paper is damaged, so it can’t be part of the book.'
    return { paper, reason }
  }
}

/** Undefined for a paper without notes and changes. */
async function markedCopy({ notes, changes }: BookPaper, path: string) {
  if (!notes && !changes) return undefined
  const none = { version: 1, notes: [], author: '' }
  return annotatedCopy({ path, ...(notes ?? none), ...(changes ? { changes } : {}) })
}

/** In a truncated file, pages refer to missing content, which pdf-lib would leave out silently. */
function mustHaveContents({ node }: PDFPage): void {
  const contents = node.lookup(PDFName.of('Contents'))
  const parts =
    contents instanceof PDFArray ? contents.asArray() : [node.get(PDFName.of('Contents'))]
  for (const part of parts) {
    const isMissing = part instanceof PDFRef && !(node.context.lookup(part) instanceof PDFStream)
    if (isMissing && !(contents instanceof PDFStream)) throw new Error('Content is missing.')
  }
}

/** Links the contents and the agenda to the papers. */
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
  const place = pages > 1 ? `${isolated(name)}, page ${page} of ${pages}` : isolated(name)
  return (item ? `${isolated(item.label)} · ${place}` : place).replaceAll(/\s+/g, ' ')
}

/** The cover is the first page; each section ends where the next begins. */
function sectionsOf({ sections, sheets }: FrontMatter): MadeBook['sections'] {
  const begun = [{ kind: 'cover' as const, title: 'Cover', sheet: 0 }, ...sections]
  return begun.map(({ kind, title, sheet }, index) => {
    const end = begun[index + 1]?.sheet ?? sheets
    return { kind, title, page: sheet + 1, pages: end - sheet }
  })
}

function outlineOf(
  { sections }: FrontMatter,
  papers: readonly BookPaper[],
  copied: readonly Copied[],
  sheets: readonly PDFPage[],
): Bookmark[] {
  const entryOf = (title: string, { ref, doc }: PDFPage, entries: readonly Bookmark[] = []) => {
    return { title, destination: doc.context.obj([ref, 'XYZ', null, null, null]), entries }
  }
  return [
    ...sections.map(({ title, sheet }) => entryOf(title, sheets[sheet]!)),
    ...copied.map(({ pages, bookmarks }, index) =>
      entryOf(papers[index]!.name, pages[0]!, bookmarks),
    ),
  ]
}

/** Sets the title and page labels that match the footers. Nothing depends on the current time. */
function describe(book: PDFDocument, input: BookInput): void {
  const { context, catalog } = book
  catalog.set(PDFName.of('PageLabels'), context.obj({ Nums: [0, { S: 'D' }] }))
  catalog.set(PDFName.of('Lang'), PDFString.of('en'))
  const info = context.obj({
    Title: PDFHexString.fromText(input.title),
    Author: PDFHexString.fromText(input.foundation),
  })
  const id = input.id.slice(0, 32)
  context.trailerInfo.Info = context.register(info)
  context.trailerInfo.ID = context.obj([PDFHexString.of(id), PDFHexString.of(id)])
}

/**
 * Adds an outline to a PDF (ISO 32000-1, 12.3.3) that readers open with the document. Entries with others below them are
 * closed.
 */
function addOutline(book: PDFDocument, entries: readonly Bookmark[]): void {
  const { context, catalog } = book
  const root = context.nextRef()
  const ends = level(entries, root)
  context.assign(root, context.obj({ Type: 'Outlines', ...ends, Count: entries.length }))
  catalog.set(PDFName.of('Outlines'), root)
  catalog.set(PDFName.of('PageMode'), PDFName.of('UseOutlines'))

  function level(siblings: readonly Bookmark[], parent: PDFRef) {
    const refs = siblings.map(() => context.nextRef())
    for (const [index, { title, destination, entries: inner }] of siblings.entries()) {
      const entry = context.obj({
        Title: PDFHexString.fromText(title),
        Parent: parent,
        ...(destination ? { Dest: destination } : {}),
        ...(index > 0 ? { Prev: refs[index - 1]! } : {}),
        ...(index + 1 < refs.length ? { Next: refs[index + 1]! } : {}),
        ...level(inner, refs[index]!),
        ...(inner.length > 0 ? { Count: -inner.length } : {}),
      })
      context.assign(refs[index]!, entry)
    }
    return refs.length > 0 ? { First: refs[0]!, Last: refs.at(-1)! } : {}
  }
}
