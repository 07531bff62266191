import { readFileSync } from 'node:fs'
import {
  EncryptedPDFError,
  PDFDocument,
  StandardFonts,
  PDFArray,
  type PDFContext,
  PDFHexString,
  PDFName,
  type PDFPage,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'
import { getDocumentProxy } from 'unpdf'
import type { CharacterWidth, PageText } from './line-boxes.ts'
import type { Annotated, PaperToAnnotate } from './note-exports-service.ts'
import { changeMarks, paperMarks, type PaperMark } from './paper-marks.ts'
import { openPdf } from '../../platform/pdf/open-pdf.ts'
import { shownPage } from '../../platform/pdf/shown-page.ts'
import { type Drawing, drawingOf } from './mark-drawings.ts'

/** Makes a copy of a paper with a person's notes, and what changed, as annotations. Run it in a worker: an odd PDF can take long. */
export async function annotatedCopy({
  path,
  version,
  notes,
  author,
  changes = [],
}: PaperToAnnotate): Promise<Annotated> {
  try {
    const marked = notes.flatMap(({ place }) => place?.ranges.map(({ page }) => page) ?? [])
    const changed = changes.flatMap(({ ranges, page }) => (ranges.length > 0 ? [page] : []))
    const pages = await textsOf(path, new Set([...marked, ...changed]))
    const widthOf = await usualWidths()
    const marks = [
      ...changeMarks(changes, { pages, widthOf }),
      ...paperMarks({ version, notes, pages, widthOf, author }),
    ]
    // Copied, because its memory is transferred to the main thread.
    return { bytes: new Uint8Array(await annotatePaper(readFileSync(path), marks)) }
  } catch (error) {
    return { refused: isProtected(error) ? 'encrypted' : 'broken' }
  }
}

/** The first error is from pdf.js, and unpdf doesn't export its class. */
function isProtected(error: unknown): boolean {
  const isByName = error instanceof Error && error.name === 'PasswordException'
  return isByName || error instanceof EncryptedPDFError
}

/** The text of these pages with its geometry, as read by `pdf-text-worker.ts`. Unreadable pages are missing. */
async function textsOf(
  path: string,
  numbers: ReadonlySet<number>,
): Promise<ReadonlyMap<number, PageText>> {
  const texts = new Map<number, PageText>()
  if (numbers.size === 0) return texts
  const document = await getDocumentProxy(new Uint8Array(readFileSync(path)), { verbosity: 0 })
  for (const number of numbers) {
    try {
      const page = await document.getPage(number)
      const { items, styles } = await page.getTextContent()
      page.cleanup()
      const text = items.flatMap((item) => ('str' in item ? [item] : []))
      texts.set(number, { items: text, fonts: styles })
    } catch {
      // The note is attached to the whole page.
    }
  }
  await document.loadingTask.destroy()
  return texts
}

/** Character widths from Helvetica; letters of other scripts count as wide as its digits. */
async function usualWidths(): Promise<CharacterWidth> {
  const font = await (await PDFDocument.create()).embedFont(StandardFonts.Helvetica)
  const known = new Map<string, number>()
  const measured = (character: string) => {
    try {
      return font.widthOfTextAtSize(character, 1)
    } catch {
      return 0.556
    }
  }
  return (character) => {
    const width = known.get(character) ?? measured(character)
    known.set(character, width)
    return width
  }
}

/** Annotation flags (ISO 32000-1, table 165). */
const printed = 4

const fixedSize = 8 + 16

/**
 * Adds marks to a PDF as annotations with their own appearance. Throws as `openPdf` does.
 */
async function annotatePaper(bytes: Uint8Array, marks: readonly PaperMark[]): Promise<Uint8Array> {
  const document = await openPdf(bytes)
  const pages = document.getPages()
  const byPage = Map.groupBy(marks, ({ page }) => Math.min(page, pages.length))
  for (const [number, onPage] of byPage) {
    const page = pages[number - 1]!
    let icons = 0
    const refs = onPage.flatMap((mark) => {
      const drawing = drawingOf(mark, page, icons)
      if (mark.kind === 'page') icons += 1
      return annotationRefs(document.context, { mark, drawing, page })
    })
    addAnnotations(page, refs)
  }
  return document.save({ addDefaultPage: false, updateFieldAppearances: false })
}

/** Adds annotations in a new array, because several pages may share one. */
function addAnnotations(page: PDFPage, refs: readonly PDFRef[]): void {
  const before = page.node.lookup(PDFName.of('Annots'))
  const kept = before instanceof PDFArray ? before.asArray() : []
  page.node.set(PDFName.of('Annots'), page.node.context.obj([...kept, ...refs]))
}

type Annotation = { mark: PaperMark; drawing: Drawing; page: PDFPage }

/** The annotation and, if it has a text, its pop-up. */
function annotationRefs(context: PDFContext, { mark, drawing, page }: Annotation): PDFRef[] {
  const { rect, subtype, colors, color, content, entries } = drawing
  const { createdAt, changedAt } = mark
  const appearance = context.flateStream(`/State gs ${colors} ${content}`, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: rect,
    Resources: { ExtGState: { State: { Type: 'ExtGState', BM: 'Multiply' } } },
  })
  const annotation = context.obj({
    Type: 'Annot',
    Subtype: subtype,
    Rect: rect,
    C: color,
    F: mark.kind === 'page' ? printed + fixedSize : printed,
    P: page.ref,
    NM: PDFHexString.fromText(mark.id),
    T: PDFHexString.fromText(mark.author),
    Contents: PDFHexString.fromText(mark.text),
    ...(createdAt ? { CreationDate: PDFString.fromDate(new Date(createdAt)) } : {}),
    ...(changedAt ? { M: PDFString.fromDate(new Date(changedAt)) } : {}),
    AP: { N: context.register(appearance) },
    ...entries,
  })
  const ref = context.register(annotation)
  if (mark.text === '') return [ref]
  const popup = context.obj({
    Type: 'Annot',
    Subtype: 'Popup',
    Rect: popupAtEdge(rect, page),
    Parent: ref,
    Open: false,
    F: fixedSize,
  })
  const popupRef = context.register(popup)
  annotation.set(PDFName.of('Popup'), popupRef)
  return [ref, popupRef]
}

/** Where a viewer opens the pop-up: at the page's right edge, level with the mark. */
function popupAtEdge([, , , top]: Drawing['rect'], page: PDFPage): number[] {
  const { x, width } = shownPage(page).box
  return [x + width - 200, top - 120, x + width, top]
}
