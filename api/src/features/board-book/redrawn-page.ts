import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  type PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'
import { shownPage } from '../../platform/pdf/shown-page.ts'
import { annotationsOf } from './page-annotations.ts'

const name = PDFName.of

/** Makes a place on a page another one: `[a b c d e f]` of ISO 32000-1, 8.3.3. */
export type Matrix = readonly [number, number, number, number, number, number]

/** A form that is drawn on a page. */
type Picture = { form: PDFRef; matrix: Matrix }

/**
 * Draws a page's content within a form, moved by a matrix, and pictures over it. Whatever state the content leaves behind
 * (unbalanced `q` and `Q`) ends with the form. Throws if the content can't be decoded.
 */
export function redrawPage(page: PDFPage, matrix: Matrix, pictures: readonly Picture[]): void {
  const { node } = page
  const { context } = node
  const forms = [{ form: contentForm(page), matrix }, ...pictures]
  const drawn = forms.map((each, index) => {
    return `q ${each.matrix.map(rounded).join(' ')} cm /Form${index} Do Q`
  })
  const named = Object.fromEntries(forms.map(({ form }, index) => [`Form${index}`, form]))
  node.set(name('Contents'), context.register(context.flateStream(drawn.join('\n'))))
  node.set(name('Resources'), context.obj({ XObject: named }))
}

/** PDF numbers have no exponents. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6
}

function contentForm(page: PDFPage): PDFRef {
  const { node } = page
  const { context } = node
  const { x, y, width, height } = shownPage(page).box
  const form = {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [x, y, x + width, y + height],
    Resources: node.Resources() ?? {},
  }
  const contents = node.Contents()
  const parts = contents instanceof PDFArray ? contents.asArray() : [contents]
  const streams = parts.map((part) => context.lookup(part)).filter((part) => part !== undefined)
  const [only] = streams
  if (streams.length === 1 && only instanceof PDFRawStream) {
    const dict = context.obj(form)
    for (const key of ['Filter', 'DecodeParms'].map(name)) {
      const value = only.dict.get(key)
      if (value) dict.set(key, value)
    }
    return context.register(PDFRawStream.of(dict, only.contents))
  }
  const decoded = streams.map((part) => Buffer.from(decodedContent(part)))
  // The parts of a content are divided between any two of its words.
  const whole = Buffer.concat(decoded.flatMap((part) => [part, Buffer.from('\n')]))
  return context.register(context.flateStream(whole, form))
}

function decodedContent(part: unknown): Uint8Array {
  if (part instanceof PDFRawStream) return decodePDFRawStream(part).decode()
  if (part instanceof PDFStream) return part.getContents()
  throw new Error('Content is missing.')
}

/** The places of an annotation (ISO 32000-1, 12.5), as pairs of x and y. */
const places = ['Rect', 'QuadPoints', 'L', 'CL', 'Vertices', 'InkList', 'Path'].map(name)

/** Moves the annotations of a page with its content. */
export function moveAnnotations(page: PDFPage, matrix: Matrix): void {
  for (const annotation of annotationsOf(page.node)) {
    for (const key of places) {
      const list = annotation.lookup(key)
      if (list instanceof PDFArray)
        annotation.set(key, movedPlaces(list, matrix, annotation.context))
    }
  }
}

function movedPlaces(list: PDFArray, matrix: Matrix, context: PDFContext): PDFArray {
  const moved = Array.from({ length: list.size() }, (_, index) => {
    const value = list.lookup(index)
    if (value instanceof PDFArray) return movedPlaces(value, matrix, context)
    return value instanceof PDFNumber ? movedNumber(value, index % 2, matrix) : list.get(index)
  })
  return context.obj(moved)
}

/** Where each kind of destination has its coordinates (ISO 32000-1, 12.3.2.2): 0 for x, 1 for y. */
const coordinates: Record<string, number[]> = {
  XYZ: [0, 1],
  FitH: [1],
  FitV: [0],
  FitR: [0, 1, 0, 1],
  FitBH: [1],
  FitBV: [0],
}

/** A destination on a page that was moved. */
export function movedDestination(
  [page, kind, ...rest]: readonly PDFObject[],
  matrix: Matrix,
): PDFObject[] {
  const axes = kind instanceof PDFName ? (coordinates[kind.decodeText()] ?? []) : []
  const moved = rest.map((value, index) => {
    const axis = axes[index]
    return value instanceof PDFNumber && axis !== undefined
      ? movedNumber(value, axis, matrix)
      : value
  })
  return [page!, kind!, ...moved]
}

/** A scale and a shift, as pages are moved here: each axis on its own. */
function movedNumber(value: PDFNumber, axis: number, [a, , , d, e, f]: Matrix): PDFNumber {
  return PDFNumber.of(rounded(axis === 0 ? a * value.asNumber() + e : d * value.asNumber() + f))
}
