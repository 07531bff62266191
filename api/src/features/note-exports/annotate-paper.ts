import {
  PDFArray,
  type PDFContext,
  PDFHexString,
  PDFName,
  type PDFPage,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'
import { openPdf } from '../../platform/pdf/open-pdf.ts'
import { shownPage } from '../../platform/pdf/shown-page.ts'
import { type Drawing, drawingOf } from './mark-drawings.ts'
import type { PaperMark } from './paper-marks.ts'

/** Annotation flags (ISO 32000-1, table 165). */
const printed = 4
const fixedSize = 8 + 16

/**
 * Adds marks to a PDF as annotations with their own appearance. Throws as `openPdf` does.
 */
export async function annotatePaper(
  bytes: Uint8Array,
  marks: readonly PaperMark[],
  author: string,
): Promise<Uint8Array> {
  const document = await openPdf(bytes)
  const pages = document.getPages()
  const byPage = Map.groupBy(marks, ({ page }) => Math.min(page, pages.length))
  for (const [number, onPage] of byPage) {
    const page = pages[number - 1]!
    let icons = 0
    const refs = onPage.flatMap((mark) => {
      const drawing = drawingOf(mark, page, icons)
      if (mark.kind === 'page') icons += 1
      return annotationRefs(document.context, { mark, drawing, page, author })
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

type Annotation = { mark: PaperMark; drawing: Drawing; page: PDFPage; author: string }

/** The annotation and, if it has a text, its pop-up. */
function annotationRefs(
  context: PDFContext,
  { mark, drawing, page, author }: Annotation,
): PDFRef[] {
  const { rect, subtype, colors, color, content, entries } = drawing
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
    T: PDFHexString.fromText(author),
    Contents: PDFHexString.fromText(mark.text),
    CreationDate: PDFString.fromDate(new Date(mark.createdAt)),
    M: PDFString.fromDate(new Date(mark.changedAt)),
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
