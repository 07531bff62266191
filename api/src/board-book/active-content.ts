import {
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFString,
} from '@cantoo/pdf-lib'
import { annotationsOf } from './page-annotations.ts'

/** Links may go to a page of their own paper or open an address. */
const harmless = new Set(['/GoTo', '/URI', '/Named'])
const webSchemes = new Set(['http', 'https', 'mailto', 'tel'])

/**
 * Removes what a paper could run in a PDF reader: the automatic actions (`AA`) of pages, annotations and form fields,
 * and actions that run scripts or programs, submit forms or open other files on a click. The catalog's actions, such as
 * `OpenAction`, are never copied.
 */
export function removeActions({ node }: PDFPage): void {
  node.delete(PDFName.of('AA'))
  for (const annotation of annotationsOf(node)) {
    const seen = new Set<PDFDict>()
    let one: PDFObject | undefined = annotation
    // A field inherits the actions of its parents.
    while (one instanceof PDFDict && !seen.has(one)) {
      seen.add(one)
      one.delete(PDFName.of('AA'))
      if (!isHarmless(one.lookup(PDFName.of('A')))) one.delete(PDFName.of('A'))
      // `PA` keeps a link's original URI action after it was turned into a page link (PDF 1.3).
      if (!isHarmless(one.lookup(PDFName.of('PA')))) one.delete(PDFName.of('PA'))
      one = one.lookup(PDFName.of('Parent'))
    }
  }
}

function isHarmless(action: unknown): boolean {
  if (!(action instanceof PDFDict)) return true
  action.delete(PDFName.of('Next'))
  const kind = action.lookup(PDFName.of('S'))
  if (!(kind instanceof PDFName) || !harmless.has(kind.asString())) return false
  const address = action.lookup(PDFName.of('URI'))
  if (!(address instanceof PDFString || address instanceof PDFHexString)) return true
  const scheme = /^\s*([a-z][a-z\d+.-]*):/i.exec(address.decodeText())?.[1]
  return scheme === undefined || webSchemes.has(scheme.toLowerCase())
}
