import { PDFArray, type PDFDocument, PDFName, type PDFPage, type PDFRef } from '@cantoo/pdf-lib'
import { pagesWithInkAtFoot } from './foot-ink.ts'
import { drawFieldValues, fieldsOf, linkOf, pictureOf } from './form-fields.ts'
import { aboveFooter, hasFooter, placeAtFoot } from './page-footers.ts'
import { type Matrix, moveAnnotations, redrawPage } from './redrawn-page.ts'

export type PreparedPages = {
  /** How pages were moved to leave room for their footer. */
  moved: ReadonlyMap<PDFRef, Matrix>
  /** The indexes of the pages that have room for a footer. */
  withRoom: ReadonlySet<number>
}

const inPlace: Matrix = [1, 0, 0, 1, 0, 0]

/**
 * Makes the pages of a paper complete without their document: form fields become part of the pages, and what is at the
 * foot of a page makes room for the footer. `bytes` are the document's.
 */
export async function preparePages(
  document: PDFDocument,
  bytes: Uint8Array,
): Promise<PreparedPages> {
  const inked = await pagesWithInkAtFoot(document, bytes)
  await drawFieldValues(document)
  const moved = new Map<PDFRef, Matrix>()
  const withRoom = new Set<number>()
  for (const [index, page] of document.getPages().entries()) {
    const fields = fieldsOf(page)
    const pictures = fields.flatMap((field) => pictureOf(field) ?? [])
    const isMoved =
      inked.has(index) ||
      (hasFooter(page) && pictures.some(({ rectangle }) => isAtFoot(page, rectangle)))
    const matrix = isMoved ? aboveFooter(page) : inPlace
    if (hasFooter(page)) withRoom.add(index)
    if (!isMoved && fields.length === 0) continue
    try {
      redrawPage(
        page,
        matrix,
        pictures.map((picture) => ({ ...picture, matrix: after(picture.matrix, matrix) })),
      )
    } catch {
      // Its content can't be decoded, so it can't be moved either.
      if (isMoved) withRoom.delete(index)
      continue
    }
    if (fields.length > 0) replaceFields(page)
    if (!isMoved) continue
    moveAnnotations(page, matrix)
    moved.set(page.ref, matrix)
  }
  return { moved, withRoom }
}

function isAtFoot(page: PDFPage, [left, bottom, right, top]: readonly number[]): boolean {
  const [footLeft, footBottom, footRight, footTop] = placeAtFoot(page).rectangle
  return left! < footRight && right! > footLeft && bottom! < footTop && top! > footBottom
}

/** One matrix after the other; both only scale and shift. */
function after([a, , , d, e, f]: Matrix, [scaleX, , , scaleY, shiftX, shiftY]: Matrix): Matrix {
  return [a * scaleX, 0, 0, d * scaleY, e * scaleX + shiftX, f * scaleY + shiftY]
}

/** Removes the fields of a page; a button that leads somewhere becomes a link. */
function replaceFields(page: PDFPage): void {
  const { node } = page
  const fields = new Set(fieldsOf(page))
  const listed = node.lookup(PDFName.of('Annots'), PDFArray).asArray()
  const kept = listed.flatMap((each) => {
    const field = [...fields].find((candidate) => candidate === node.context.lookup(each))
    if (!field) return [each]
    const link = linkOf(field)
    return link ? [node.context.register(link)] : []
  })
  node.set(PDFName.of('Annots'), node.context.obj(kept))
}
