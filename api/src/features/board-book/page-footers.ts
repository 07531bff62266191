import {
  PDFArray,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFPage,
  type PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'
import { drawLine, textLines } from '../../platform/pdf/text-lines.ts'
import { shownPage } from '../../platform/pdf/shown-page.ts'
import type { Matrix } from './redrawn-page.ts'
import { newSheets, soft } from './sheets.ts'

/** In points. */
export const footerHeight = 20
const room = 12
const style = { weight: 'text' as const, size: 7.5 }
/** Shorter pages get no footer, which would hide too much; the outline and the page label still name them. */
const lowestPage = 144

/** Annotation flags (ISO 32000-1, table 165): print, read-only, locked. */
const flags = 4 + 64 + 128
const hidden = 2

type Rectangle = [left: number, bottom: number, right: number, top: number]

/** `spoken`: the footer's text for screen readers. */
export type Footer = { page: PDFPage; left: string; right: string; spoken: string }

/**
 * Adds footers as annotations with an appearance. Unlike added page content, they aren't affected by the graphics state
 * that a page leaves behind (unbalanced `q` and `Q`).
 */
export async function addFooters(book: PDFDocument, footers: readonly Footer[]): Promise<void> {
  if (footers.length === 0) return
  const drawn = await PDFDocument.load(await drawnFooters(footers), { updateMetadata: false })
  const forms = await book.embedPages(drawn.getPages())
  for (const form of forms) await form.embed()
  for (const [index, { page, spoken }] of footers.entries()) {
    const form = book.context.lookup(forms[index]!.ref, PDFStream)
    const { rectangle, matrix } = placeAtFoot(page)
    form.dict.set(PDFName.of('Matrix'), book.context.obj(matrix))
    const [stamp, popup] = [book.context.nextRef(), book.context.nextRef()]
    const line = book.context.obj({
      Type: 'Annot',
      Subtype: 'Stamp',
      Rect: rectangle,
      F: flags,
      P: page.ref,
      AP: { N: forms[index]!.ref },
      Contents: PDFHexString.fromText(spoken),
      Popup: popup,
    })
    book.context.assign(stamp, line)
    book.context.assign(popup, hiddenPopup(book, stamp))
    const before = page.node.lookup(PDFName.of('Annots'))
    const kept = before instanceof PDFArray ? before.asArray() : []
    page.node.set(PDFName.of('Annots'), book.context.obj([...kept, stamp]))
  }
}

/**
 * Without a pop-up, viewers make one from `Contents` and open it over the page on hover. This one isn't in the page's
 * annotations, because pdf.js shows the pop-up of a visible parent even if it is hidden.
 */
function hiddenPopup(book: PDFDocument, parent: PDFRef) {
  return book.context.obj({
    Type: 'Annot',
    Subtype: 'Popup',
    Rect: [0, 0, 0, 0],
    F: hidden,
    Parent: parent,
  })
}

/** Undoes each quarter turn of a page. */
const matrices = [
  [1, 0, 0, 1, 0, 0],
  [0, 1, -1, 0, 0, 0],
  [-1, 0, 0, -1, 0, 0],
  [0, -1, 1, 0, 0, 0],
]

export function hasFooter(page: PDFPage): boolean {
  return shownPage(page).height >= lowestPage
}

/** Scales a displayed page towards its upper edge, to leave room for the footer. */
export function aboveFooter(page: PDFPage): Matrix {
  const { toPage, height } = shownPage(page)
  const scale = 1 - footerHeight / height
  const [x, y] = toPage([0.5, 0])
  return [scale, 0, 0, scale, x * (1 - scale), y * (1 - scale)]
}

/** The footer's rectangle on the displayed page, and the matrix that undoes the page's rotation. */
export function placeAtFoot(page: PDFPage): { rectangle: Rectangle; matrix: number[] } {
  const shown = shownPage(page)
  const [first, second] = [shown.toPage([0, 1 - footerHeight / shown.height]), shown.toPage([1, 1])]
  const [left, right] = [Math.min(first[0], second[0]), Math.max(first[0], second[0])]
  const [bottom, top] = [Math.min(first[1], second[1]), Math.max(first[1], second[1])]
  return { rectangle: [left, bottom, right, top], matrix: matrices[shown.turns]! }
}

/** A PDF with one page per footer, of the footer's size. */
async function drawnFooters(footers: readonly Footer[]): Promise<Uint8Array> {
  const sheets = newSheets()
  const { doc } = sheets
  for (const { page, left, right } of footers) {
    const { width } = shownPage(page)
    doc.addPage({ size: [width, footerHeight], margin: 0 })
    doc.rect(0, 0, width, footerHeight).fill('#ffffff')
    doc.fillColor(soft)
    const [end] = textLines(right, { ...style, width }).lines
    drawLine(doc, end!, width - room - end!.width, 6)
    const space = Math.max(40, width - 3 * room - end!.width)
    const [line] = textLines(left, { ...style, width: space, mostLines: 1 }).lines
    drawLine(doc, line!, room, 6)
  }
  return (await sheets.done()).bytes
}
