import {
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFString,
} from '@cantoo/pdf-lib'
import { annotationsOf } from './page-annotations.ts'

const name = PDFName.of
const named = (names: string) => new Set(names.trim().split(/\s+/).map(name))

/** What a page shows (ISO 32000-2, 7.7.3.3): nothing that starts, times or accompanies it. */
const pageKeys = named(`
  Type Parent Resources MediaBox CropBox BleedBox TrimBox ArtBox Contents Rotate Group Annots StructParents UserUnit Tabs
`)

/** The keys of annotations and form fields (12.5 and 12.7) that show something, and the actions that are examined. */
const annotationKeys = named(`
  Type Subtype Rect Contents P NM M F AP AS Border C StructParent OC ca CA BM Lang T Popup RC CreationDate IRT Subj RT IT
  Open Name State StateModel QuadPoints DA Q DS CL BE RD BS LE L IC LL LLE Cap LLO CP CO Vertices InkList Sy Parent H MK
  A PA Dest FT TU TM Ff V DV Opt MaxLen TI I RV FixedPrint OverlayText Repeat RO IsMap
`)
/** The keys by which an annotation or a field refers to others. */
const leadsTo = [name('Parent'), name('Popup'), name('IRT')]

/** Links may go to a page of their own paper or open an address. */
const actionKeys = named('Type S D URI N')
const harmless = named('GoTo URI Named')
const pageTurns = named('NextPage PrevPage FirstPage LastPage')
const webSchemes = new Set(['http:', 'https:', 'mailto:'])

/**
 * Keeps only what a page shows, so that nothing in it runs in a PDF reader: no automatic actions of pages, annotations
 * and form fields, and no actions that run scripts or programs, submit forms or open other files on a click. The
 * catalog's actions, such as `OpenAction`, are never copied.
 */
export function removeActions({ node }: PDFPage): void {
  keepOnly(node, pageKeys)
  const seen = new Set<PDFDict>()
  const left: PDFObject[] = annotationsOf(node)
  while (left.length > 0) {
    const object = left.pop()
    if (!(object instanceof PDFDict) || seen.has(object)) continue
    seen.add(object)
    keepOnly(object, annotationKeys)
    // `PA` keeps a link's original URI action after it was turned into a page link (PDF 1.3).
    for (const key of [name('A'), name('PA')]) {
      if (object.has(key) && !isHarmless(object.lookup(key))) object.delete(key)
    }
    for (const key of leadsTo) {
      const next = object.lookup(key)
      if (next) left.push(next)
    }
  }
}

function keepOnly(dictionary: PDFDict, kept: ReadonlySet<PDFName>): void {
  for (const key of dictionary.keys()) if (!kept.has(key)) dictionary.delete(key)
}

/** Whether an action may stay. Removes what it doesn't need, and writes its address as every reader understands it. */
function isHarmless(action: unknown): boolean {
  if (!(action instanceof PDFDict)) return false
  keepOnly(action, actionKeys)
  const kind = action.lookup(name('S'))
  if (!(kind instanceof PDFName) || !harmless.has(kind)) return false
  if (kind === name('Named')) return pageTurns.has(action.lookup(name('N')) as PDFName)
  if (kind === name('GoTo')) return true
  const address = webAddress(action.lookup(name('URI')))
  if (address === undefined) return false
  action.set(name('URI'), PDFString.of(address))
  return true
}

function webAddress(text: unknown): string | undefined {
  if (!(text instanceof PDFString || text instanceof PDFHexString)) return undefined
  const address = URL.parse(text.decodeText())
  return address && webSchemes.has(address.protocol) ? address.href : undefined
}
