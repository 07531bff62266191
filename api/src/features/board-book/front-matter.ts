import type { BookInput, BookPaper } from './book.ts'
import { isolated } from '@portal/domain/shown-text'
import { newSheets, page, type SheetLink, soft } from './sheets.ts'

export type FrontMatter = {
  bytes: Uint8Array
  sheets: number
  links: SheetLink[]
  /** The sheets on which the contents and the agenda begin. */
  sections: { kind: 'contents' | 'agenda'; title: string; sheet: number }[]
}

/**
 * Writes the cover, the contents and the agenda, with page numbers. `lengths` has the number of pages of each paper.
 */
export async function frontMatter(
  book: BookInput,
  lengths: readonly number[],
): Promise<FrontMatter> {
  // The number of sheets doesn't depend on the page numbers printed on them.
  const { sheets } = await written(book, startsAfter(0, lengths), lengths)
  return written(book, startsAfter(sheets, lengths), lengths)
}

/** The first page of each paper, from 1. */
export function startsAfter(sheets: number, lengths: readonly number[]): number[] {
  let next = sheets + 1
  return lengths.map((length) => {
    const start = next
    next += length
    return start
  })
}

async function written(
  book: BookInput,
  starts: readonly number[],
  lengths: readonly number[],
): Promise<FrontMatter> {
  const sheets = newSheets()
  const { doc } = sheets
  sheets.nextSheet()
  doc.y = 240
  sheets.write(book.foundation, { size: 14, color: soft })
  doc.y += 12
  sheets.write(book.title, { font: 'strong', size: 28 })
  doc.y += 16
  for (const line of book.lines) sheets.write(line, { size: 14 })
  doc.y += 16
  for (const sentence of book.about) sheets.write(sentence, { size: 12, color: soft })

  const sections: FrontMatter['sections'] = []
  const section = (kind: 'contents' | 'agenda', title: string) => {
    sections.push({ kind, title, sheet: sheets.nextSheet() })
    sheets.write(title, { font: 'strong', size: 22 })
    doc.y += 10
  }
  section('contents', 'Contents')
  for (const sentence of book.about) sheets.write(sentence, { size: 12, color: soft })
  for (const [index, { name, remark }] of book.papers.entries()) {
    doc.y += 6
    sheets.row(`${index + 1}. ${isolated(name)}`, starts[index]!, { size: 12 })
    if (remark) sheets.write(remark, { size: 10, color: soft }, 20)
  }
  if (book.papers.length + book.unchanged.length + book.sameWords.length === 0) {
    sheets.write('There are no papers.', { size: 12 })
  }
  for (const [heading, names] of [
    ['Unchanged, and not in this book', book.unchanged],
    ['The same words, and not in this book', book.sameWords],
  ] as const) {
    if (names.length === 0) continue
    doc.y += 12
    sheets.write(heading, { font: 'strong', size: 12 })
    for (const name of names) sheets.write(name, { size: 12 }, 20)
  }
  if (book.agenda.length > 0) writeAgenda()
  return { ...(await sheets.done()), sections }

  function writeAgenda() {
    section('agenda', 'Agenda')
    for (const [index, item] of book.agenda.entries()) {
      doc.y += 10
      if (doc.y + 60 > page.height - page.bottom) sheets.nextSheet()
      sheets.write(`${index + 1}. ${isolated(item.title)}`, { font: 'strong', size: 12 })
      const details = [item.time, item.details].filter(Boolean).join(' · ')
      if (details) sheets.write(details, { size: 10, color: soft }, 20)
      for (const { paper, pages, first = 1 } of item.papers) {
        const { name } = book.papers[paper]!
        const place = Math.min(first, lengths[paper] ?? 1)
        const label = pages === undefined ? name : `${isolated(name)}, ${pages}`
        sheets.row(label, starts[paper]! + place - 1, { size: 11 }, 20)
      }
    }
  }
}

/** Writes one sheet per paper that says why it isn't in the book. */
export async function placeholders(
  papers: readonly { paper: BookPaper; reason: string; link?: string | undefined }[],
): Promise<Uint8Array> {
  const sheets = newSheets()
  const { doc } = sheets
  for (const { paper, reason, link } of papers) {
    sheets.nextSheet()
    doc.y = 240
    if (paper.item) sheets.write(paper.item.label, { size: 12, color: soft })
    sheets.write(paper.name, { font: 'strong', size: 22 })
    doc.y += 12
    sheets.write(reason, { size: 13 })
    const { inPortal } = paper
    if (inPortal) {
      doc.y += 12
      sheets.write(`In the portal: ${inPortal.names}`, { size: 12 })
    }
    const address = link ?? inPortal?.address
    if (address === undefined) continue
    doc.y += 8
    const top = doc.y
    sheets.write(address, { size: 12, color: '#0b5c6b' })
    doc.link(page.side, top, page.width - 2 * page.side, doc.y - top, address)
  }
  return (await sheets.done()).bytes
}
