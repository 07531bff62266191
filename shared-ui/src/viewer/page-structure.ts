import type { PDFPageProxy } from 'pdfjs-dist'

type Structure = Awaited<ReturnType<PDFPageProxy['getStructTree']>>
type Part = Structure['children'][number]

/**
 * Has the page tell readers who listen of its own rows alone: pdf.js names all rows of a table on every page that it
 * runs over, and those of the other pages are empty there.
 */
export function ownRowsOnly(page: PDFPageProxy): PDFPageProxy {
  if (Object.hasOwn(page, 'getStructTree')) return page
  const whole = page.getStructTree.bind(page)
  page.getStructTree = async () => withoutEmptyRows(await whole())
  return page
}

/** A page without any structure has null. */
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
