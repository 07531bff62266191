import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFObjectCopier,
  PDFPage,
  PDFString,
} from '@cantoo/pdf-lib'
import { removeActions } from './active-content.ts'
import { removeFiles } from './carried-files.ts'
import { annotationsOf } from './page-annotations.ts'

/**
 * Copies pages of a paper, by default all, for the caller to add to the book. Links between copied pages go to the
 * copies; links to other pages go nowhere. `numbers` are from 1; numbers that the paper doesn't have are ignored.
 */
export function copyPages(
  paper: PDFDocument,
  book: PDFDocument,
  numbers?: readonly number[],
): PDFPage[] {
  removeFiles(paper)
  const destinations = namedDestinations(paper)
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
  return copied.map((number) => {
    const { node } = pages[number - 1]!
    const ref = refs[number - 1]!
    const leaf = copier.copy(node)
    book.context.assign(ref, leaf)
    return PDFPage.of(leaf, ref, book)
  })
}

/** The page numbers that a paper of `count` pages has. */
export function pagesWithin(numbers: readonly number[], count: number): number[] {
  return numbers.filter((number) => number <= count)
}

type Destinations = (name: PDFObject | undefined) => PDFArray | undefined

/** Replaces named destinations by explicit ones: names belong to the paper and don't exist in the book. */
function makeLinksExplicit(page: PDFDict, destinations: Destinations): void {
  for (const annotation of annotationsOf(page)) {
    const direct = destinations(annotation.lookup(PDFName.of('Dest')))
    if (direct) annotation.set(PDFName.of('Dest'), direct)
    const action = annotation.lookup(PDFName.of('A'))
    if (!(action instanceof PDFDict)) continue
    const destination = destinations(action.lookup(PDFName.of('D')))
    if (destination) action.set(PDFName.of('D'), destination)
  }
}

/** Looks up named destinations: a dictionary in PDF 1.1, a name tree in later versions. */
function namedDestinations(paper: PDFDocument): Destinations {
  const named = new Map<string, PDFObject>()
  const old = paper.catalog.lookup(PDFName.of('Dests'))
  if (old instanceof PDFDict) {
    for (const [key, value] of old.entries()) named.set(key.decodeText(), value)
  }
  const names = paper.catalog.lookup(PDFName.of('Names'))
  if (names instanceof PDFDict) {
    const seen = new Set<PDFObject>()
    const stack = [names.lookup(PDFName.of('Dests'))]
    while (stack.length > 0) {
      const node = stack.pop()
      if (!(node instanceof PDFDict) || seen.has(node)) continue
      seen.add(node)
      const pairs = node.lookup(PDFName.of('Names'))
      if (pairs instanceof PDFArray) {
        for (let index = 0; index + 1 < pairs.size(); index += 2) {
          const name = textOf(pairs.lookup(index))
          if (name !== undefined) named.set(name, pairs.get(index + 1))
        }
      }
      const kids = node.lookup(PDFName.of('Kids'))
      if (kids instanceof PDFArray) {
        for (let index = 0; index < kids.size(); index += 1) stack.push(kids.lookup(index))
      }
    }
  }
  return (name) => {
    const text = textOf(name)
    if (text === undefined) return undefined
    const target = paper.context.lookup(named.get(text))
    const destination = target instanceof PDFDict ? target.lookup(PDFName.of('D')) : target
    return destination instanceof PDFArray ? destination : undefined
  }
}

function textOf(name: PDFObject | undefined): string | undefined {
  if (name instanceof PDFName) return name.decodeText()
  if (name instanceof PDFString || name instanceof PDFHexString) return name.asString()
  return undefined
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
