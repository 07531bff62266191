import { readFileSync } from 'node:fs'
import PdfWriter from 'pdfkit'
import { drawFigure, type Figure } from './figure.ts'
import { colors, fontFiles, measure, page } from './look.ts'
import { finishPages } from './running-lines.ts'
import { type PaperHead, type Sheet, tagged } from './sheet.ts'
import { drawTable, type Table } from './table.ts'
import { plainFont } from './woff.ts'

/** The blocks of a paper. Every block is tagged, and headings are also bookmarks. */
export type Paper = {
  section: (title: string) => void
  subsection: (title: string) => void
  text: (...paragraphs: string[]) => void
  list: (items: string[], numbered?: boolean) => void
  table: (table: Table) => void
  figure: (figure: Figure) => void
  /** A decision for the board, or an important finding. */
  callout: (label: string, text: string) => void
  newPage: () => void
  finish: () => Promise<Uint8Array>
}

let fonts: [string, Buffer][] | undefined

export function startPaper(head: PaperHead): Paper {
  const doc = new PdfWriter({
    size: [page.width, page.height],
    margins: { left: page.left, right: page.right, top: page.top, bottom: page.bottom },
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: `${head.title} – ${head.kicker}`,
      Author: 'Larkspur Foundation',
      CreationDate: head.date,
      ModDate: head.date,
    },
  })
  const chunks: Uint8Array[] = []
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const ended = new Promise<void>((done) => doc.on('end', done))
  fonts ??= Object.entries(fontFiles).map(([name, file]) => [name, plainFont(readFileSync(file))])
  for (const [name, bytes] of fonts) doc.registerFont(name, bytes)
  const root = doc.struct('Document')
  doc.addStructure(root)
  const sheet: Sheet = {
    doc,
    root,
    font: (name, size, color = colors.ink) => void doc.font(name).fontSize(size).fillColor(color),
    room: (height) => {
      if (doc.y + height > page.height - page.bottom) doc.addPage()
    },
  }
  drawHead(sheet, head)
  return {
    ...blocks(sheet),
    table: (table) => drawTable(sheet, table),
    figure: (figure) => drawFigure(sheet, figure),
    newPage: () => void doc.addPage(),
    finish: async () => {
      root.end()
      finishPages(sheet, head)
      doc.end()
      await ended
      return Buffer.concat(chunks)
    },
  }
}

function drawHead(sheet: Sheet, { title, kicker, subtitle, facts = [] }: PaperHead): void {
  const { doc, font } = sheet
  tagged(sheet, 'P', () => {
    font('labelStrong', 9, colors.accent)
    doc.text(`Larkspur Foundation · ${kicker}`.toUpperCase(), { characterSpacing: 0.8 })
  })
  doc.y += 6
  tagged(sheet, 'H1', () => {
    font('strong', 27)
    doc.text(title, { lineGap: -2 })
  })
  if (subtitle) {
    doc.y += 4
    tagged(sheet, 'P', () => {
      font('text', 13, colors.soft)
      doc.text(subtitle, { lineGap: 2 })
    })
  }
  doc.y += 12
  for (const [label, value] of facts) {
    const { y } = doc
    tagged(sheet, 'P', () => {
      font('labelStrong', 9.5, colors.soft)
      doc.text(label, page.left, y + 1, { width: 100 })
      font('text', 10.5)
      doc.text(value, page.left + 104, y, { width: measure - 104, lineGap: 1.5 })
    })
    doc.x = page.left
    doc.y += 3
  }
  doc.y += 8
  doc
    .moveTo(page.left, doc.y)
    .lineTo(page.width - page.right, doc.y)
    .lineWidth(1.2)
    .strokeColor(colors.accent)
    .stroke()
  doc.y += 16
}

function blocks(sheet: Sheet): Pick<Paper, 'section' | 'subsection' | 'text' | 'list' | 'callout'> {
  const { doc, font, room } = sheet
  let chapter = doc.outline
  return {
    section: (title) => {
      doc.y += 10
      room(90)
      chapter = doc.outline.addItem(title)
      tagged(sheet, 'H2', () => {
        font('strong', 17, colors.accent)
        doc.text(title, page.left)
      })
      doc.y += 6
    },
    subsection: (title) => {
      doc.y += 5
      room(64)
      chapter.addItem(title)
      tagged(sheet, 'H3', () => {
        font('strong', 12.5)
        doc.text(title, page.left)
      })
      doc.y += 3
    },
    text: (...paragraphs) => {
      for (const paragraph of paragraphs) {
        room(32)
        tagged(sheet, 'P', () => {
          font('text', 11.5)
          doc.text(paragraph, page.left, doc.y, { lineGap: 3 })
        })
        doc.y += 7
      }
    },
    list: (items, numbered = false) => {
      for (const [index, item] of items.entries()) {
        room(32)
        const { y } = doc
        tagged(sheet, 'P', () => {
          font(numbered ? 'text' : 'strong', 11.5, colors.accent)
          doc.text(numbered ? `${index + 1}.` : '•', page.left + 4, y, { lineBreak: false })
          font('text', 11.5)
          doc.text(item, page.left + 24, y, { width: measure - 24, lineGap: 3 })
        })
        doc.x = page.left
        doc.y += 4
      }
      doc.y += 5
    },
    callout: (label, text) => {
      font('text', 11.5)
      const height = doc.heightOfString(text, { width: measure - 40, lineGap: 3 }) + 42
      room(height + 8)
      const { y } = doc
      doc.rect(page.left, y, measure, height).fill(colors.wash)
      doc.rect(page.left, y, 3, height).fill(colors.accent)
      tagged(sheet, 'P', () => {
        font('labelStrong', 9.5, colors.accent)
        doc.text(label.toUpperCase(), page.left + 20, y + 12, { characterSpacing: 0.6 })
        font('text', 11.5)
        doc.text(text, page.left + 20, y + 27, { width: measure - 40, lineGap: 3 })
      })
      doc.x = page.left
      doc.y = y + height + 12
    },
  }
}
