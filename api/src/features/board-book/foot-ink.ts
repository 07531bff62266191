import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib'
import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import {
  bytesPerPixel,
  drawPage,
  type FileToRead,
  inDocument,
  loadPdfium,
  type OpenPage,
} from '../../platform/pdf/pdfium.ts'
import { shownPage } from '../../platform/pdf/shown-page.ts'
import { footerHeight, hasFooter, placeAtFoot } from './page-footers.ts'

/** In px per point: a line of a quarter point is half a pixel wide. */
const scale = 2
/** In px. */
const widest = 4000
/** From this level of each color, a pixel is white. */
const white = 250
/** FPDF_PAGEOBJ_IMAGE (fpdf_edit.h). */
const imageKind = 3

let loading: Promise<WrappedPdfiumModule> | undefined

/**
 * The indexes of pages that have something where their footer will be. A page whose foot can't be drawn counts as one.
 * `bytes` are the document's.
 */
export async function pagesWithInkAtFoot(
  document: PDFDocument,
  bytes: Uint8Array,
): Promise<Set<number>> {
  const pages = document.getPages()
  const open = pages.flatMap((page, index) => (hasFooter(page) ? [index] : []))
  const inked = new Set(open)
  const pdfium = await (loading ??= loadPdfium())
  const file: FileToRead = {
    size: bytes.length,
    read(target, position) {
      target.set(bytes.subarray(position, position + target.length))
      return position + target.length <= bytes.length
    },
  }
  try {
    inDocument(pdfium, file, (onPage) => {
      for (const index of open) {
        const page = pages[index]!
        const hasInk = onPage(index + 1, (drawn) => hasInkAtFoot(pdfium, page, drawn))
        if (hasInk === false) inked.delete(index)
      }
    })
  } catch {
    // The renderer has aborted: the next paper gets another one.
    loading = undefined
  }
  return inked
}

function hasInkAtFoot(pdfium: WrappedPdfiumModule, page: PDFPage, drawn: OpenPage): boolean {
  const kinds = kindsAtFoot(pdfium, page, drawn.page)
  if (kinds.length === 0 && pdfium.FPDFPage_GetAnnotCount(drawn.page) === 0) return false
  // A picture is not decoded to look at it, which takes longer than all else in a book of scans.
  if (kinds.includes(imageKind)) return true
  const { width, height } = shownPage(page)
  const perPoint = Math.min(scale, widest / width)
  const rows = Math.ceil(footerHeight * perPoint)
  const fullHeight = Math.round(height * perPoint)
  const size = { width: Math.max(1, Math.round(width * perPoint)), height: rows, fullHeight }
  const strip = drawPage(pdfium, drawn, { ...size, top: fullHeight - rows })
  return !strip || strip.pixels.some((level, at) => level < white && at % bytesPerPixel < 3)
}

/** The kinds of the objects that reach into the foot of a page. */
function kindsAtFoot(pdfium: WrappedPdfiumModule, page: PDFPage, drawn: number): number[] {
  const [left, bottom, right, top] = placeAtFoot(page).rectangle
  const sides = pdfium.pdfium.wasmExports.malloc(4 * 4)
  const places = [0, 4, 8, 12].map((offset) => sides + offset) as [number, number, number, number]
  const count = pdfium.FPDFPage_CountObjects(drawn)
  const kinds = Array.from({ length: count }, (_, at) => {
    const object = pdfium.FPDFPage_GetObject(drawn, at)
    const kind = pdfium.FPDFPageObj_GetType(object)
    // Without a box, it may be anywhere.
    if (!pdfium.FPDFPageObj_GetBounds(object, ...places)) return [kind]
    const [x1, y1, x2, y2] = places.map((place) => pdfium.pdfium.getValue(place, 'float'))
    const isThere = x1! <= right && x2! >= left && y1! <= top && y2! >= bottom
    return isThere ? [kind] : []
  })
  pdfium.pdfium.wasmExports.free(sides)
  return kinds.flat()
}
