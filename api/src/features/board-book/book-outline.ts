import { type PDFDocument, PDFHexString, PDFName, type PDFRef } from '@cantoo/pdf-lib'

export type OutlineEntry = { title: string; page: PDFRef; entries?: readonly OutlineEntry[] }

/** Adds an outline to a PDF (ISO 32000-1, 12.3.3) that readers open with the document. */
export function addOutline(book: PDFDocument, entries: readonly OutlineEntry[]): void {
  const { context, catalog } = book
  const root = context.nextRef()
  const { ends, count } = level(entries, root)
  context.assign(root, context.obj({ Type: 'Outlines', ...ends, Count: count }))
  catalog.set(PDFName.of('Outlines'), root)
  catalog.set(PDFName.of('PageMode'), PDFName.of('UseOutlines'))

  function level(siblings: readonly OutlineEntry[], parent: PDFRef) {
    const refs = siblings.map(() => context.nextRef())
    let total = siblings.length
    for (const [index, { title, page, entries: inner = [] }] of siblings.entries()) {
      const below = level(inner, refs[index]!)
      total += below.count
      const entry = context.obj({
        Title: PDFHexString.fromText(title),
        Parent: parent,
        Dest: [page, 'XYZ', null, null, null],
        ...(index > 0 ? { Prev: refs[index - 1]! } : {}),
        ...(index + 1 < refs.length ? { Next: refs[index + 1]! } : {}),
        ...below.ends,
        ...(below.count > 0 ? { Count: below.count } : {}),
      })
      context.assign(refs[index]!, entry)
    }
    return {
      ends: refs.length > 0 ? { First: refs[0]!, Last: refs.at(-1)! } : {},
      count: total,
    }
  }
}
