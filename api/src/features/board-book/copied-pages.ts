import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFObjectCopier,
  PDFPage,
  type PDFRef,
} from '@cantoo/pdf-lib'
import { removeActions } from './active-content.ts'
import { removeFiles } from './carried-files.ts'
import {
  type Bookmark,
  bookmarksOf,
  destinationsOf,
  makeLinksExplicit,
} from './paper-destinations.ts'
import type { Matrix } from './redrawn-page.ts'

type Copying = {
  /** From 1, by default all; numbers that the paper doesn't have are ignored. */
  numbers?: readonly number[] | undefined
  /** How pages were moved. */
  moved?: ReadonlyMap<PDFRef, Matrix>
}

/**
 * Copies pages of a paper for the caller to add to the book, and the paper's outline as far as it leads to them. Links
 * between copied pages go to the copies; links to other pages go nowhere.
 */
export function copyPages(
  paper: PDFDocument,
  book: PDFDocument,
  { numbers, moved = new Map() }: Copying = {},
): { pages: PDFPage[]; bookmarks: Bookmark[] } {
  removeFiles(paper)
  const destinations = destinationsOf(paper, moved)
  const pages = paper.getPages()
  for (const page of pages) {
    removeActions(page)
    makeLinksExplicit(page.node, destinations)
  }
  const copier = PDFObjectCopier.for(paper.context, book.context)
  // Links are resolved before copying: otherwise a link would copy its page again, outside the page tree.
  const refs = pages.map(({ ref }) => {
    const copy = book.context.nextRef()
    copier['traversedObjects'].set(ref, copy)
    return copy
  })
  copyLayers(paper, book, copier)
  const copied = numbers ? pagesWithin(numbers, pages.length) : pages.map((_, index) => index + 1)
  const inBook = new Set(copied.map((number) => pages[number - 1]!.ref))
  const copiedBookmarks = (all: readonly Bookmark[]): Bookmark[] =>
    all.flatMap(({ title, destination, entries }) => {
      const inner = copiedBookmarks(entries)
      const isInBook = destination && inBook.has(destination.get(0) as PDFRef)
      if (!isInBook && inner.length === 0) return []
      return [
        { title, destination: isInBook ? copier.copy(destination) : undefined, entries: inner },
      ]
    })
  return {
    pages: copied.map((number) => {
      const { node } = pages[number - 1]!
      const ref = refs[number - 1]!
      const leaf = copier.copy(node)
      book.context.assign(ref, leaf)
      return PDFPage.of(leaf, ref, book)
    }),
    bookmarks: copiedBookmarks(bookmarksOf(paper, destinations)),
  }
}

/** The page numbers that a paper of `count` pages has. */
export function pagesWithin(numbers: readonly number[], count: number): number[] {
  return numbers.filter((number) => number <= count)
}

const name = PDFName.of

/** Copies a paper's layers and their visibility (ISO 32000-1, 8.11.4); without it, readers show hidden layers. */
function copyLayers(paper: PDFDocument, book: PDFDocument, copier: PDFObjectCopier): void {
  const layers = paper.catalog.lookup(name('OCProperties'))
  if (!(layers instanceof PDFDict)) return
  const all = listIn(layers, 'OCGs')
  const shown = layers.lookup(name('D'))
  const config = shown instanceof PDFDict ? shown : paper.context.obj({})
  const isHiding = config.lookup(name('BaseState')) === name('OFF')
  const on = new Set(listIn(config, 'ON'))
  const hidden = isHiding ? all.filter((layer) => !on.has(layer)) : listIn(config, 'OFF')
  const into = layersOf(book)
  for (const layer of all) into.all.push(copier.copy(layer))
  for (const layer of hidden) into.hidden.push(copier.copy(layer))
  for (const rule of listIn(config, 'AS')) into.rules.push(copier.copy(rule))
}

function listIn(dictionary: PDFDict, key: string) {
  const value = dictionary.lookup(name(key))
  return value instanceof PDFArray ? value.asArray() : []
}

/** The book's lists of layers, created empty on first use. */
function layersOf({ catalog, context }: PDFDocument) {
  const known = catalog.lookup(name('OCProperties'))
  const layers = known instanceof PDFDict ? known : emptyLayers()
  const config = layers.lookup(name('D'), PDFDict)
  return {
    all: layers.lookup(name('OCGs'), PDFArray),
    hidden: config.lookup(name('OFF'), PDFArray),
    rules: config.lookup(name('AS'), PDFArray),
  }

  function emptyLayers() {
    const empty = context.obj({ OCGs: [], D: { OFF: [], AS: [] } })
    catalog.set(name('OCProperties'), empty)
    return empty
  }
}
