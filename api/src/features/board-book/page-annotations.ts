import { PDFArray, PDFDict, PDFName } from '@cantoo/pdf-lib'

/** The annotations of a page, without entries that aren't annotations. */
export function annotationsOf(page: PDFDict): PDFDict[] {
  const listed = page.lookup(PDFName.of('Annots'))
  if (!(listed instanceof PDFArray)) return []
  const all = listed.asArray().map((each) => page.context.lookup(each))
  return all.filter((candidate) => candidate instanceof PDFDict)
}
