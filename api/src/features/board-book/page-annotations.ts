import { PDFArray, PDFDict, PDFName } from '@cantoo/pdf-lib'

/** The annotations of a page, without what is listed there and is none. */
export function annotationsOf(page: PDFDict): PDFDict[] {
  const listed = page.lookup(PDFName.of('Annots'))
  if (!(listed instanceof PDFArray)) return []
  const all = listed.asArray().map((one) => page.context.lookup(one))
  return all.filter((one) => one instanceof PDFDict)
}
