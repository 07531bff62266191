import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'
import { harmlessText } from '@portal/domain/shown-text'
import { annotationsOf } from './page-annotations.ts'
import { type Matrix, movedDestination } from './redrawn-page.ts'

const name = PDFName.of

/** Returns an explicit destination: a page's reference, and how it is shown. Undefined if it leads nowhere. */
export type Destinations = (given: PDFObject | undefined) => PDFArray | undefined

/** An entry of a paper's own outline. */
export type Bookmark = {
  title: string
  destination: PDFArray | undefined
  entries: readonly Bookmark[]
}

/**
 * Finds the page of a destination: by reference, by number, or by a name in any of its spellings (a name, a literal, a
 * hexadecimal or a UTF-16 string). `moved`: how pages were moved.
 */
export function destinationsOf(
  paper: PDFDocument,
  moved: ReadonlyMap<PDFRef, Matrix>,
): Destinations {
  const named = namedDestinations(paper)
  const pages = paper.getPages()
  const refs = new Set(pages.map(({ ref }) => ref))
  const target = (given: PDFObject | undefined): PDFArray | undefined => {
    const found = paper.context.lookup(named.get(textOf(given) ?? '') ?? given)
    const destination = found instanceof PDFDict ? found.lookup(name('D')) : found
    return destination instanceof PDFArray ? destination : undefined
  }
  return (given) => {
    const destination = target(given)
    if (!destination || destination.size() === 0) return undefined
    const [page, ...view] = destination.asArray()
    const number = destination.lookup(0)
    const ref = number instanceof PDFNumber ? pages[number.asNumber()]?.ref : page
    if (!(ref instanceof PDFRef) || !refs.has(ref)) return undefined
    const explicit = [ref, ...(view.length > 0 ? view : [name('Fit')])]
    const matrix = moved.get(ref)
    return paper.context.obj(matrix ? movedDestination(explicit, matrix) : explicit)
  }
}

/** Makes the destinations of a page's links explicit: names and page numbers belong to the paper, not to the book. */
export function makeLinksExplicit(page: PDFDict, destinations: Destinations): void {
  for (const annotation of annotationsOf(page)) {
    const direct = destinations(annotation.lookup(name('Dest')))
    if (direct) annotation.set(name('Dest'), direct)
    const action = annotation.lookup(name('A'))
    if (!(action instanceof PDFDict)) continue
    const destination = destinations(action.lookup(name('D')))
    // Several links may share an action, which is moved once.
    if (destination) annotation.set(name('A'), page.context.obj({ S: 'GoTo', D: destination }))
  }
}

/** Looks up named destinations: a dictionary in PDF 1.1, a name tree in later versions. */
function namedDestinations(paper: PDFDocument): ReadonlyMap<string, PDFObject> {
  const named = new Map<string, PDFObject>()
  const old = paper.catalog.lookup(name('Dests'))
  if (old instanceof PDFDict) {
    for (const [key, value] of old.entries()) named.set(key.decodeText(), value)
  }
  const names = paper.catalog.lookup(name('Names'))
  if (!(names instanceof PDFDict)) return named
  const seen = new Set<PDFObject>()
  const stack = [names.lookup(name('Dests'))]
  while (stack.length > 0) {
    const node = stack.pop()
    if (!(node instanceof PDFDict) || seen.has(node)) continue
    seen.add(node)
    const pairs = node.lookup(name('Names'))
    if (pairs instanceof PDFArray) {
      for (let index = 0; index + 1 < pairs.size(); index += 2) {
        const key = textOf(pairs.lookup(index))
        if (key !== undefined) named.set(key, pairs.get(index + 1))
      }
    }
    const kids = node.lookup(name('Kids'))
    if (kids instanceof PDFArray) {
      for (let index = 0; index < kids.size(); index += 1) stack.push(kids.lookup(index))
    }
  }
  return named
}

/** The same for every spelling of a name. */
function textOf(given: PDFObject | undefined): string | undefined {
  const isText = given instanceof PDFString || given instanceof PDFHexString
  return isText || given instanceof PDFName ? given.decodeText() : undefined
}

/** Entries of one paper's outline, and their levels. */
const mostEntries = 500
const deepest = 12

/** A paper's own outline. Actions other than a change of the page are left out. */
export function bookmarksOf(paper: PDFDocument, destinations: Destinations): Bookmark[] {
  const seen = new Set<PDFDict>()
  const root = paper.catalog.lookup(name('Outlines'))
  return root instanceof PDFDict ? below(root, 0) : []

  function below(parent: PDFDict, depth: number): Bookmark[] {
    const entries: Bookmark[] = []
    let entry = parent.lookup(name('First'))
    while (entry instanceof PDFDict && !seen.has(entry) && seen.size < mostEntries) {
      seen.add(entry)
      const action = entry.lookup(name('A'))
      const target =
        entry.lookup(name('Dest')) ?? (isGoTo(action) ? action.lookup(name('D')) : undefined)
      const inner = depth < deepest ? below(entry, depth + 1) : []
      const title = harmlessText(titleOf(entry)).replaceAll(/\s+/g, ' ').trim()
      if (title !== '') entries.push({ title, destination: destinations(target), entries: inner })
      entry = entry.lookup(name('Next'))
    }
    return entries
  }
}

function isGoTo(action: unknown): action is PDFDict {
  return action instanceof PDFDict && action.lookup(name('S')) === name('GoTo')
}

function titleOf(entry: PDFDict): string {
  const title = entry.lookup(name('Title'))
  return title instanceof PDFString || title instanceof PDFHexString ? title.decodeText() : ''
}
