import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import { pageLetters } from '@portal/domain/page-letters'
import type { OpenPage, Size } from '../../platform/pdf/pdfium.ts'

type Box = { left: number; top: number; right: number; bottom: number }

export type Letters = {
  /** The letters of a page in their order, as UTF-16 units, each with its place as a share of the page's width. */
  all: { letter: string; x: number; y: number }[]
  /** Where the texts to leave out are, in px; `all` is without them. */
  boxes: Box[]
  /** A text that isn't on the page. */
  isIncomplete: boolean
}

/** How far a letter may be drawn over its box, in px. */
const overlap = 2

type Drawn = Size & { without: readonly string[] }

/** The letters of a page that is drawn in this size. */
export function lettersOf(
  pdfium: WrappedPdfiumModule,
  page: number,
  { width, height, without }: Drawn,
): Letters {
  const text = pdfium.FPDFText_LoadPage(page)
  if (!text) return { all: [], boxes: [], isIncomplete: without.length > 0 }
  const numbers = pdfium.pdfium.wasmExports.malloc(4 * 8 + 2 * 4)
  const inPixels = (x: number, y: number) => {
    const at = numbers + 4 * 8
    pdfium.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, at, at + 4)
    return [pdfium.pdfium.getValue(at, 'i32'), pdfium.pdfium.getValue(at + 4, 'i32')] as const
  }
  const letters: { letter: string; box: Box }[] = []
  for (let index = 0; index < pdfium.FPDFText_CountChars(text); index += 1) {
    const letter = pageLetters(
      String.fromCodePoint(pdfium.FPDFText_GetUnicode(text, index) || 0x20),
    ).text
    if (letter === '') continue
    const sides = [0, 8, 16, 24].map((offset) => numbers + offset) as [
      number,
      number,
      number,
      number,
    ]
    if (!pdfium.FPDFText_GetCharBox(text, index, ...sides)) continue
    const [left, right, bottom, top] = sides.map((at) => pdfium.pdfium.getValue(at, 'double')) as [
      number,
      number,
      number,
      number,
    ]
    const corners = [inPixels(left, top), inPixels(right, bottom)]
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
    const box = {
      left: Math.min(...xs),
      top: Math.min(...ys),
      right: Math.max(...xs),
      bottom: Math.max(...ys),
    }
    for (let unit = 0; unit < letter.length; unit += 1) letters.push({ letter: letter[unit]!, box })
  }
  pdfium.pdfium.wasmExports.free(numbers)
  pdfium.FPDFText_ClosePage(text)
  const isLeftOut = placesOf(letters.map(({ letter }) => letter).join(''), without)
  return {
    all: letters.flatMap(({ letter, box }, at) =>
      isLeftOut?.has(at) ? [] : [{ letter, x: box.left / width, y: box.bottom / width }],
    ),
    boxes: [...(isLeftOut ?? [])].map((at) => {
      const { left, top, right, bottom } = letters[at]!.box
      return {
        left: left - overlap,
        top: top - overlap,
        right: right + overlap,
        bottom: bottom + overlap,
      }
    }),
    isIncomplete: isLeftOut === undefined,
  }
}

/** Where the texts are among the letters, wherever they occur; undefined if one of them doesn't. */
function placesOf(letters: string, texts: readonly string[]): Set<number> | undefined {
  const places = new Set<number>()
  for (const text of texts) {
    const whole = pageLetters(text).text
    // A renderer may read the words of a line in another order.
    const words = text.split(/\s+/).map((word) => pageLetters(word).text)
    for (const part of letters.includes(whole) ? [whole] : words.filter((word) => word !== '')) {
      let at = letters.indexOf(part)
      if (at === -1) return undefined
      for (; at !== -1; at = letters.indexOf(part, at + part.length)) {
        for (let letter = at; letter < at + part.length; letter += 1) places.add(letter)
      }
    }
  }
  return places
}

// FPDF_ANNOT_LINK, FPDF_ANNOT_POPUP and FPDF_ANNOT_WIDGET (fpdf_annot.h).
const [linkKind, popupKind, widgetKind] = [2, 16, 20]

/** The values of a page's form fields and the texts of its annotations: some differ by less than a picture shows. */
export function fieldValues(pdfium: WrappedPdfiumModule, { page, form }: OpenPage): string {
  const values: string[] = []
  for (let index = 0; index < pdfium.FPDFPage_GetAnnotCount(page); index += 1) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index)
    if (!annotation) continue
    const kind = pdfium.FPDFAnnot_GetSubtype(annotation)
    if (kind === widgetKind && form) {
      const isChecked = pdfium.FPDFAnnot_IsChecked(form, annotation)
      const value = textFrom(pdfium, (buffer, size) =>
        pdfium.FPDFAnnot_GetFormFieldValue(form, annotation, buffer, size),
      )
      values.push(`${value} ${isChecked}`)
    } else if (kind !== linkKind && kind !== popupKind) {
      const contents = textFrom(pdfium, (buffer, size) =>
        pdfium.FPDFAnnot_GetStringValue(annotation, 'Contents', buffer, size),
      )
      values.push(`${kind} ${contents}`)
    }
    pdfium.FPDFPage_CloseAnnot(annotation)
  }
  return JSON.stringify(values)
}

/** The text that a function of the renderer writes, which returns how many bytes it needs. */
function textFrom(
  pdfium: WrappedPdfiumModule,
  write: (buffer: number, size: number) => number,
): string {
  const size = write(0, 0)
  if (size <= 2) return ''
  const buffer = pdfium.pdfium.wasmExports.malloc(size)
  write(buffer, size)
  const text = pdfium.pdfium.UTF16ToString(buffer)
  pdfium.pdfium.wasmExports.free(buffer)
  return text
}
