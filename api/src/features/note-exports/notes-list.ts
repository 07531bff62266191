import { counted } from '@portal/domain/counted'
import { type NotedPaper, type NoteEntry, noteHeading } from '@portal/domain/listed-notes'
import { noteMarkColors } from '@portal/domain/mark-colors'
import { withdrawnQuotation } from '@portal/domain/note-subject'
import { pictureText } from '@portal/domain/note-picture'
import { papersByQuarter } from '@portal/domain/papers-by-quarter'
import PdfWriter from 'pdfkit'
import { isolated } from '@portal/domain/shown-text'
import type { Weight } from '../../platform/pdf/pdf-faces.ts'
import { drawPicture, markedPicture } from './drawn-pictures.ts'
import type { NotePicture } from './note-pictures.ts'
import { drawLine, heightOfLine, textLines } from '../../platform/pdf/text-lines.ts'

/** A person's notes by paper. */
export type NotesToList = {
  /** The owner's name. */
  name: string
  /** The day on which the list is made: `November 25, 2026`. */
  day: string
  at: string
  papers: readonly NotedPaper[]
  /** Of areas and drawings, by the note's id. */
  pictures: ReadonlyMap<string, NotePicture>
}

/** In points; the paper is A4 with wide margins, which also prints on US letter. */
const margins = { left: 64, right: 64, top: 56, bottom: 72 }
const indent = 14
const lineGap = 2.5

const ink = '#1c2426'
const soft = '#475254'

/** Makes a tagged PDF of a person's notes, with bookmarks for quarters and papers. */
export async function notesList(list: NotesToList): Promise<Uint8Array> {
  const date = new Date(list.at)
  const info = { Title: 'My notes', Author: list.name, CreationDate: date, ModDate: date }
  const doc = new PdfWriter({
    size: 'A4',
    margins,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    info,
  })
  const chunks: Uint8Array[] = []
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const ended = new Promise<void>((done) => doc.on('end', done))
  const sheet = sheetOn(doc)

  sheet.write('H1', { text: 'My notes', font: 'strong', size: 24 })
  const count = list.papers.reduce((sum, { notes }) => sum + notes.length, 0)
  const notes = count === 0 ? 'No notes' : counted(count, 'note')
  sheet.write('P', {
    text: `${isolated(list.name)} · ${list.day} · ${notes}`,
    size: 10,
    color: soft,
  })
  for (const quarter of papersByQuarter(list.papers)) {
    sheet.space(16, 120)
    const chapter = doc.outline.addItem(quarter.name)
    sheet.write('H2', { text: quarter.name, font: 'strong', size: 16 })
    for (const paper of quarter.papers) {
      sheet.space(10, 90)
      chapter.addItem(paper.name)
      sheet.write('H3', { text: paper.name, font: 'strong', size: 12 })
      for (const note of paper.notes) {
        writeNote(sheet, note, { paper: paper.name, picture: list.pictures.get(note.id) })
      }
    }
  }
  if (sheet.lacksLetters()) {
    sheet.space(20, 60)
    const text = '▯ is a letter that this PDF can’t show. The Markdown list has it.'
    sheet.write('P', { text, size: 9, color: soft })
  }
  sheet.root.end()
  numberPages(doc, list.name)
  doc.end()
  await ended
  return new Uint8Array(Buffer.concat(chunks))
}

type Text = { text: string; font?: Weight; size: number; color?: string; left?: number }

type Sheet = {
  doc: PDFKit.PDFDocument
  root: PDFKit.PDFStructureElement
  write: (tag: string, text: Text) => void
  /** Leaves a gap; starts a new page unless `needed` points are left. */
  space: (gap: number, needed: number) => void
  lacksLetters: () => boolean
}

function sheetOn(doc: PDFKit.PDFDocument): Sheet {
  const root = doc.struct('Document')
  doc.addStructure(root)
  let lacks = false
  return {
    doc,
    root,
    lacksLetters: () => lacks,
    space(gap, needed) {
      doc.y += gap
      if (doc.y + needed > doc.page.height - margins.bottom) doc.addPage()
    },
    write(tag, { text, font: weight = 'text', size, color = ink, left = 0 }) {
      const draw = () => {
        const width = contentWidth(doc) - left
        const { lines, isWhole } = textLines(text, { weight, size, width })
        lacks ||= !isWhole
        const lineHeight = heightOfLine(weight, size) + lineGap
        for (const line of lines) {
          if (doc.y + lineHeight > doc.page.height - margins.bottom) doc.addPage()
          const { y } = doc
          doc.fillColor(color)
          drawLine(doc, line, margins.left + left, y)
          doc.y = y + lineHeight
        }
      }
      root.add(doc.struct(tag, {}, draw))
    },
  }
}

type Shown = { paper: string; picture: NotePicture | undefined }

function writeNote(sheet: Sheet, note: NoteEntry, { paper, picture }: Shown): void {
  const { doc } = sheet
  const mark = note.mark && markedPicture(note.mark, picture)
  sheet.space(8, 54 + (mark?.height ?? 0))
  const top = doc.y
  const firstPage = doc.bufferedPageRange().count
  sheet.write('P', { text: noteHeading(note), size: 9, color: soft, left: indent })
  const { quotation, withdrawnWith, text } = note
  if (quotation) {
    const size = 10
    sheet.write('BlockQuote', { text: `“${quotation}”`, size, color: soft, left: indent })
  }
  if (withdrawnWith !== undefined) {
    sheet.write('P', {
      text: withdrawnQuotation(withdrawnWith),
      size: 10,
      color: soft,
      left: indent,
    })
  }
  if (mark) {
    sheet.space(4, mark.height)
    const alt = pictureText(note, paper)
    sheet.root.add(
      doc.struct('Figure', { alt }, () => {
        const { y } = doc
        drawPicture(doc, { ...mark, color: note.color, left: margins.left + indent, top: y })
        doc.y = y + mark.height + 6
      }),
    )
  }
  if (text) sheet.write('P', { text, size: 11, left: indent })
  // For a note that spans pages, the bar is drawn on the last one.
  const isSplit = doc.bufferedPageRange().count > firstPage
  const barTop = isSplit ? margins.top : top
  doc.save()
  doc.rect(margins.left, barTop, 3, doc.y - barTop - 2).fill(noteMarkColors[note.color].bar)
  doc.restore()
}

function numberPages(doc: PDFKit.PDFDocument, name: string): void {
  const { start, count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(start + index)
    // A line below the bottom margin would start another page.
    doc.page.margins.bottom = 0
    doc.fillColor(soft)
    const text = `My notes · ${isolated(name)} · Page ${index + 1} of ${count}`
    const style = { weight: 'text' as const, size: 8, width: contentWidth(doc), mostLines: 1 }
    drawLine(
      doc,
      textLines(text, style).lines[0]!,
      margins.left,
      doc.page.height - margins.bottom + 28,
    )
  }
}

function contentWidth({ page }: PDFKit.PDFDocument): number {
  return page.width - margins.left - margins.right
}
