import type { PDFPageProxy } from 'pdfjs-dist'

type Structure = Awaited<ReturnType<PDFPageProxy['getStructTree']>>
type Part = Structure['children'][number]

/**
 * Limits a page's structure for screen readers to its own table rows: pdf.js lists all rows of a table on each of its
 * pages, and the rows of other pages are empty.
 */
export function ownRowsOnly(page: PDFPageProxy): PDFPageProxy {
  if (Object.hasOwn(page, 'getStructTree')) return page
  const whole = page.getStructTree.bind(page)
  page.getStructTree = async () => withoutEmptyRows(await whole())
  return page
}

/** Null for a page without structure. */
export function withoutEmptyRows(structure: Structure): Structure {
  if (!structure) return structure
  const children = structure.children
    .filter((part) => !('role' in part && part.role === 'TR' && isEmpty(part)))
    .map((part) => ('role' in part ? withoutEmptyRows(part) : part))
  return { ...structure, children }
}

function isEmpty(part: Part): boolean {
  return 'role' in part && !('alt' in part) && part.children.every(isEmpty)
}
