import {
  PDFBool,
  PDFButton,
  PDFCheckBox,
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFDropdown,
  type PDFField,
  type PDFFont,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFOptionList,
  type PDFPage,
  PDFRadioGroup,
  PDFRef,
  PDFStream,
  PDFString,
  PDFTextField,
  StandardFonts,
} from '@cantoo/pdf-lib'
import * as fontkit from 'fontkit'
import { faceOf, faceWith } from '../../platform/pdf/pdf-faces.ts'
import { annotationsOf } from './page-annotations.ts'
import type { Matrix } from './redrawn-page.ts'

const name = PDFName.of
const off = name('Off')

/** Annotation flags (ISO 32000-1, table 165). */
const hidden = 2 + 32

/** The form fields on a page. */
export function fieldsOf({ node }: PDFPage): PDFDict[] {
  return annotationsOf(node).filter((each) => each.lookup(name('Subtype')) === name('Widget'))
}

/**
 * Draws the values of fields that have no appearance, as viewers do. A field that can't be drawn, such as one with more
 * letters than its comb, stays as it is.
 */
export async function drawFieldValues(document: PDFDocument): Promise<void> {
  const given = document.catalog.lookup(name('AcroForm'))
  if (!(given instanceof PDFDict)) return
  const drawsAll = given.lookup(name('NeedAppearances')) === PDFBool.True
  const fontFor = fontsOf(document)
  // pdf-lib would drop it with a warning on the console.
  given.delete(name('XFA'))
  let fields: PDFField[] = []
  try {
    fields = document.getForm().getFields()
  } catch {
    // The tree of fields is broken.
  }
  for (const field of fields) {
    const isDrawn = field.acroField.getWidgets().every(({ dict }) => dict.has(name('AP')))
    const isButton = field instanceof PDFCheckBox || field instanceof PDFRadioGroup
    if (isDrawn && (isButton || !drawsAll)) continue
    try {
      addDefaults(field, given)
      await drawValue(field, fontFor)
    } catch {
      // pdf-lib refuses what it can't lay out.
    }
  }
  // Fonts are written only now.
  await document.flush()
}

/** What pdf-lib doesn't look for: the form's font, size and color, and the width of borders. */
function addDefaults({ acroField }: PDFField, form: PDFDict): void {
  const [usual, own] = [form.lookup(name('DA')), acroField.getInheritableAttribute(name('DA'))]
  if (usual && !own) acroField.dict.set(name('DA'), usual)
  for (const { dict } of acroField.getWidgets()) {
    const look = dict.lookup(name('MK'))
    const hasBorder = look instanceof PDFDict && look.has(name('BC'))
    if (hasBorder && !dict.has(name('BS'))) dict.set(name('BS'), dict.context.obj({ W: 1 }))
  }
}

type FontFor = (text: string) => Promise<PDFFont>

async function drawValue(field: PDFField, fontFor: FontFor): Promise<void> {
  if (field instanceof PDFTextField) {
    if (!field.isPassword()) field.updateAppearances(await fontFor(field.getText() ?? ''))
  } else if (field instanceof PDFDropdown || field instanceof PDFOptionList) {
    showLabels(field)
    field.updateAppearances(await fontFor([...field.getOptions(), ...field.getSelected()].join('')))
  } else if (field instanceof PDFButton) {
    field.updateAppearances(await fontFor(''))
  } else if (field instanceof PDFCheckBox || field instanceof PDFRadioGroup) {
    const value = field.acroField.dict.lookup(name('V'))
    const before = field.acroField.getWidgets().map((widget) => widget.dict.lookup(name('AS')))
    field.updateAppearances()
    for (const [index, widget] of field.acroField.getWidgets().entries()) {
      const state = before[index] ?? (field instanceof PDFCheckBox ? value : undefined)
      const on = widget.getOnValue()
      if (on) widget.setAppearanceState(state instanceof PDFName && state !== off ? on : off)
    }
  }
}

/** An option has a label, which is shown, and a value, which is exported. */
function showLabels({ acroField: { dict } }: PDFDropdown | PDFOptionList): void {
  const options = dict.lookup(name('Opt'))
  if (!(options instanceof PDFArray)) return
  const labels = new Map<string, PDFString | PDFHexString>()
  const shown = options.asArray().map((each) => {
    const option = dict.context.lookup(each)
    if (!(option instanceof PDFArray)) return each
    const [value, label] = [option.lookup(0), option.lookup(1)]
    if (!isText(value) || !isText(label)) return each
    labels.set(value.decodeText(), label)
    return label
  })
  const labelled = (value: unknown) => (isText(value) ? labels.get(value.decodeText()) : undefined)
  const value = dict.lookup(name('V'))
  const chosen = value instanceof PDFArray ? value.asArray() : value ? [value] : []
  const replaced = chosen.map((each) => labelled(dict.context.lookup(each)) ?? each)
  dict.set(name('Opt'), dict.context.obj(shown))
  if (replaced.length > 0) dict.set(name('V'), dict.context.obj(replaced))
}

function isText(value: unknown): value is PDFString | PDFHexString {
  return value instanceof PDFString || value instanceof PDFHexString
}

/** Returns a font for a text: Helvetica, or the first of the portal's fonts that has its letters. */
function fontsOf(document: PDFDocument): FontFor {
  const embedded = new Map<string, Promise<PDFFont>>()
  const once = (key: string, embed: () => Promise<PDFFont>) => {
    const font = embedded.get(key) ?? embed()
    embedded.set(key, font)
    return font
  }
  return async (text) => {
    const usual = await once('', () => document.embedFont(StandardFonts.Helvetica))
    const known = new Set(usual.getCharacterSet())
    const other = Array.from(text).find(
      (letter) => letter >= ' ' && !known.has(letter.codePointAt(0)!),
    )
    if (other === undefined) return usual
    const face = faceWith(other, 'text') ?? faceOf('text')
    document.registerFontkit(fontkit)
    return once(face.name, () => document.embedFont(face.bytes(), { subset: true }))
  }
}

/** A field as a picture for its page; undefined for one that isn't shown. */
export function pictureOf(
  field: PDFDict,
): { form: PDFRef; matrix: Matrix; rectangle: number[] } | undefined {
  const flags = field.lookup(name('F'))
  if (flags instanceof PDFNumber && (flags.asNumber() & hidden) !== 0) return undefined
  const rectangle = numbersOf(field.lookup(name('Rect')))
  const appearance = appearanceOf(field)
  if (!appearance || rectangle?.length !== 4) return undefined
  const box = numbersOf(appearance.stream.dict.lookup(name('BBox')))
  if (box?.length !== 4) return undefined
  const given = numbersOf(appearance.stream.dict.lookup(name('Matrix')))
  const [a, b, c, d, e, f] = given?.length === 6 ? given : [1, 0, 0, 1, 0, 0]
  // ISO 32000-1, 12.5.5: the box, turned by its matrix, is fitted into the rectangle.
  const corners = [0, 2].flatMap((x) => [1, 3].map((y) => [box[x]!, box[y]!] as const))
  const from = boundsOf(corners.map(([x, y]) => [a! * x + c! * y + e!, b! * x + d! * y + f!]))
  const to = boundsOf([
    [rectangle[0]!, rectangle[1]!],
    [rectangle[2]!, rectangle[3]!],
  ])
  const [across, down] = [0, 1].map(
    (side) => (to[side + 2]! - to[side]!) / (from[side + 2]! - from[side]!),
  )
  if (!Number.isFinite(across) || !Number.isFinite(down)) return undefined
  const matrix: Matrix = [
    across!,
    0,
    0,
    down!,
    to[0]! - from[0]! * across!,
    to[1]! - from[1]! * down!,
  ]
  return { form: appearance.form, matrix, rectangle: to }
}

/** The appearance that an annotation has in its state. */
function appearanceOf(annotation: PDFDict): { form: PDFRef; stream: PDFStream } | undefined {
  const { context } = annotation
  const appearances = annotation.lookup(name('AP'))
  if (!(appearances instanceof PDFDict)) return undefined
  const state = annotation.lookup(name('AS'))
  const normal = appearances.lookup(name('N'))
  const byState = normal instanceof PDFDict && state instanceof PDFName
  const entry = byState ? normal.get(state) : appearances.get(name('N'))
  const stream = context.lookup(entry)
  if (!(stream instanceof PDFStream)) return undefined
  // A form that is drawn with `Do` must say that it is one.
  stream.dict.set(name('Subtype'), name('Form'))
  return { form: entry instanceof PDFRef ? entry : context.register(stream), stream }
}

function boundsOf(points: number[][]): number[] {
  const [xs, ys] = [points.map(([x]) => x!), points.map(([, y]) => y!)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

function numbersOf(list: unknown): number[] | undefined {
  if (!(list instanceof PDFArray)) return undefined
  const values = list.asArray().map((_, index) => list.lookup(index))
  return values.every((value) => value instanceof PDFNumber)
    ? values.map((value) => value.asNumber())
    : undefined
}

/** A link in place of a field that has an action, such as a button that opens an address. */
export function linkOf(field: PDFDict): PDFDict | undefined {
  const action = field.get(name('A'))
  const rectangle = field.get(name('Rect'))
  if (!action || !rectangle) return undefined
  return field.context.obj({
    Type: 'Annot',
    Subtype: 'Link',
    Rect: rectangle,
    Border: [0, 0, 0],
    A: action,
  })
}
