import { PDFArray, PDFDict, PDFHexString, PDFName, type PDFPage, PDFString } from '@cantoo/pdf-lib'

/** What a link may do: lead to a page of its own paper or to an address. */
const harmless = new Set(['/GoTo', '/URI', '/Named'])
const webSchemes = new Set(['http', 'https', 'mailto', 'tel'])

/**
 * Removes what a paper would run in a reader: actions of pages, annotations and form fields that start by themselves
 * (`AA`), and those that run scripts or programs, send forms or open other files on a click. The catalog's own, such as
 * `OpenAction`, aren't copied in any case.
 */
export function removeActions({ node }: PDFPage): void {
  node.delete(PDFName.of('AA'))
  const annotations = node.lookup(PDFName.of('Annots'))
  if (!(annotations instanceof PDFArray)) return
  for (let index = 0; index < annotations.size(); index += 1) {
    const seen = new Set<PDFDict>()
    let one = annotations.lookup(index)
    // A field's parents have actions for all of its places.
    while (one instanceof PDFDict && !seen.has(one)) {
      seen.add(one)
      one.delete(PDFName.of('AA'))
      if (!isHarmless(one.lookup(PDFName.of('A')))) one.delete(PDFName.of('A'))
      // Of a link that says what it did before its address became a page (PDF 1.3).
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
