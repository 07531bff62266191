import type { BookInput, BookPaper } from './book.ts'
import { isolated } from '@portal/domain/shown-text'
import { type CoverPictures, drawCover } from './cover.ts'
import { newSheets, type SheetLink, type SheetSize, soft } from './sheets.ts'

export type FrontMatter = {
  bytes: Uint8Array
  sheets: number
  links: SheetLink[]
  /** The sheets on which the contents and the agenda begin. */
  sections: { kind: 'contents' | 'agenda'; title: string; sheet: number }[]
}

/** The sheets' size, and the pictures on the cover. */
export type Look = { size: SheetSize; pictures: CoverPictures }

/**
 * Writes the cover, the contents and the agenda, with page numbers. `lengths` has the number of pages of each paper.
 */
export async function frontMatter(
  book: BookInput,
  lengths: readonly number[],
  look: Look,
): Promise<FrontMatter> {
  // The number of sheets doesn't depend on the page numbers printed on them.
  const { sheets } = await written(book, startsAfter(0, lengths), { ...look, lengths })
  return written(book, startsAfter(sheets, lengths), { ...look, lengths })
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
  { size, pictures, lengths }: Look & { lengths: readonly number[] },
): Promise<FrontMatter> {
  const sheets = newSheets(size)
  const { doc, area } = sheets
  const { accent } = book.cover
  drawCover(sheets, book, size, pictures)

  const sections: FrontMatter['sections'] = []
  const section = (kind: 'contents' | 'agenda', title: string) => {
    sections.push({ kind, title, sheet: sheets.nextSheet() })
    sheets.write(title, { font: 'title', size: 24 })
    doc.y += 12
  }
  const numberAt = (page: number) => ({
    page,
    right: { text: String(page), style: { size: 12 } },
  })
  section('contents', 'Contents')
  for (const sentence of book.about) sheets.write(sentence, { size: 12, color: soft })
  for (const [index, { name, remark }] of book.papers.entries()) {
    if (index > 0 || book.about.length > 0) sheets.rule()
    const left = { text: `${index + 1}.`, style: { size: 12, color: soft } }
    const place = { indent: 28, left, ...numberAt(starts[index]!) }
    sheets.write(isolated(name), { font: 'strong', size: 12, color: accent }, place)
    if (remark) sheets.write(remark, { size: 10.5, color: soft }, { indent: 28 })
  }
  const leftOut = [
    ['Unchanged, and not in this book', book.unchanged],
    ['The same words, and not in this book', book.sameWords],
    ['Not compared, and not in this book', book.uncompared],
  ] as const
  if (book.papers.length + leftOut.flatMap(([, names]) => names).length === 0) {
    sheets.write('There are no papers.', { size: 12 })
  }
  for (const [heading, names] of leftOut) {
    if (names.length === 0) continue
    doc.y += 16
    sheets.write(heading, { font: 'strong', size: 12 })
    for (const name of names) sheets.write(name, { size: 12 }, { indent: 28 })
  }
  if (book.agenda.length > 0) writeAgenda()
  return { ...(await sheets.done()), sections }

  /** As the portal shows it: the times, the items with their papers, and the minutes. */
  function writeAgenda() {
    section('agenda', 'Agenda')
    const indent = Math.min(76, size.width * 0.14)
    for (const [index, item] of book.agenda.entries()) {
      if (index > 0) sheets.rule()
      if (doc.y + 60 > area.bottom) sheets.nextSheet()
      const title = [item.number, isolated(item.title)].filter(Boolean).join(' ')
      const left = { text: item.time, style: { font: 'strong', size: 12 } } as const
      const right = { text: item.duration, style: { size: 12, color: soft } }
      sheets.write(title, { font: 'strong', size: 12 }, { indent, left, right })
      if (item.speaker) sheets.write(item.speaker, { size: 11, color: soft }, { indent })
      if (item.description) {
        doc.y += 2
        sheets.write(item.description, { size: 11 }, { indent })
      }
      for (const { paper, pages, first = 1 } of item.papers) {
        const { name } = book.papers[paper]!
        const page = starts[paper]! + Math.min(first, lengths[paper] ?? 1) - 1
        const label = pages === undefined ? name : `${isolated(name)}, ${pages}`
        doc.y += 3
        sheets.write(
          label,
          { font: 'strong', size: 11, color: accent },
          { indent, ...numberAt(page) },
        )
      }
    }
  }
}

/** Writes one sheet per paper that says why it isn't in the book. */
export async function placeholders(
  papers: readonly { paper: BookPaper; reason: string; link?: string | undefined }[],
  size: SheetSize,
  accent: string,
): Promise<Uint8Array> {
  const sheets = newSheets(size)
  const { doc, area } = sheets
  for (const { paper, reason, link } of papers) {
    sheets.nextSheet()
    doc.y = size.height * 0.28
    if (paper.item) sheets.write(paper.item.label, { size: 12, color: soft })
    sheets.write(paper.name, { font: 'title', size: 22 })
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
    sheets.write(address, { size: 12, color: accent })
    doc.link(area.left, top, area.right - area.left, doc.y - top, address)
  }
  return (await sheets.done()).bytes
}
