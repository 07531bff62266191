import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'

export type Placed = [PDFRef, PDFObject]

/** The order of a PDF's objects that lets its first page open with few, small reads. */
export type PdfLayout = {
  pages: number
  /** In file order: the streams page 1 draws, then page 2, …, then those no page draws. */
  streams: Placed[]
  /** How many of `streams` page 1 draws. */
  firstPage: number
  /** Other objects that aren't streams and aren't read at opening. */
  others: Placed[]
  /** What a reader requests first: catalog, page tree, every page's dictionary, page 1's resources. */
  opening: Placed[]
}

/** The page tree is empty, circular, or contains something that isn't a page. */
class BrokenPdfError extends Error {}

/** Keys that lead from a page back into the rest of the document. */
const outward = new Set(['/Parent', '/P', '/B', '/Dest', '/A', '/AA', '/Prev', '/Next', '/Popup'])

/** Assigns every object reachable from the trailer to its place; unreachable objects are dropped. */
export function pdfLayout(context: PDFContext): PdfLayout {
  const { Root, Info } = context.trailerInfo
  const catalog = context.lookup(Root)
  if (!(catalog instanceof PDFDict)) throw new BrokenPdfError('There is no catalog.')
  const tree = pageTree(context, catalog)
  const placed = new Set<PDFRef>(tree.nodes)
  const layout: PdfLayout = {
    pages: tree.leaves.length,
    streams: [],
    firstPage: 0,
    others: [],
    opening: [],
  }

  for (const [index, leaf] of tree.leaves.entries()) {
    const drawn = reachedFrom(context, [leaf, ...inherited(context, leaf)], placed, outward)
    const streams = drawn.filter(isStream)
    // Text and fonts before images: most first pages then fit into a reader's first request.
    if (index === 0) {
      streams.sort((a, b) => weight(a) - weight(b))
      layout.firstPage = streams.length
    }
    layout.streams.push(...streams)
    const target = index === 0 ? layout.opening : layout.others
    target.push(...drawn.filter((object) => !isStream(object)))
  }
  for (const ref of tree.nodes) layout.opening.push([ref, context.lookup(ref)!])
  // Whatever the pages didn't reach: actions, popups, the tree's other keys.
  const passed = [...layout.streams, ...layout.others, ...layout.opening]
  const roots = [Root, Info, ...passed.map(([, object]) => object)]
  const rest = reachedFrom(context, roots, placed, new Set())
  const info = context.lookup(Info)
  const near = new Set([catalog, info].flatMap((root) => (root ? references(root, new Set()) : [])))
  for (const object of rest) {
    if (isStream(object)) layout.streams.push(object)
    else if (object[0] === Root || object[0] === Info || near.has(object[0])) {
      layout.opening.push(object)
    } else layout.others.push(object)
  }
  return layout
}

/** The pages in order, and the references of the whole page tree. */
function pageTree(context: PDFContext, catalog: PDFDict) {
  const leaves: PDFDict[] = []
  const nodes = new Set<PDFRef>()
  const stack: (PDFObject | undefined)[] = [catalog.get(PDFName.of('Pages'))]
  while (stack.length > 0) {
    const entry = stack.pop()
    if (entry instanceof PDFRef) {
      if (nodes.has(entry)) throw new BrokenPdfError('The page tree is circular.')
      nodes.add(entry)
    }
    const node = context.lookup(entry)
    if (!(node instanceof PDFDict)) throw new BrokenPdfError('A page is missing.')
    const kids = context.lookup(node.get(PDFName.of('Kids')))
    if (kids instanceof PDFArray) stack.push(...kids.asArray().toReversed())
    else leaves.push(node)
  }
  if (leaves.length === 0) throw new BrokenPdfError('There are no pages.')
  return { leaves, nodes }
}

/** Resources that a page inherits from the page tree. */
function inherited(context: PDFContext, leaf: PDFDict): PDFObject[] {
  const objects: PDFObject[] = []
  const seen = new Set<PDFObject>([leaf])
  let above = context.lookup(leaf.get(PDFName.of('Parent')))
  while (above instanceof PDFDict && !seen.has(above)) {
    seen.add(above)
    const resources = above.get(PDFName.of('Resources'))
    if (resources) objects.push(resources)
    above = context.lookup(above.get(PDFName.of('Parent')))
  }
  return objects
}

/** Every reachable object that isn't placed yet, nearest first; marks each as placed. */
function reachedFrom(
  context: PDFContext,
  roots: (PDFObject | undefined)[],
  placed: Set<PDFRef>,
  skipped: Set<string>,
): Placed[] {
  const objects: Placed[] = []
  const queue: PDFRef[] = []
  for (const root of roots) if (root) queue.push(...references(root, skipped))
  for (let next = 0; next < queue.length; next += 1) {
    const ref = queue[next]!
    if (placed.has(ref)) continue
    placed.add(ref)
    const object = context.lookup(ref)
    if (!object) continue
    objects.push([ref, object])
    for (const further of references(object, skipped)) queue.push(further)
  }
  return objects
}

/** The references inside one object, including its inline arrays and dictionaries. */
function references(object: PDFObject, skipped: Set<string>): PDFRef[] {
  const refs: PDFRef[] = []
  const stack: PDFObject[] = [object]
  while (stack.length > 0) {
    const inner = stack.pop()!
    if (inner instanceof PDFRef) refs.push(inner)
    else if (inner instanceof PDFArray) stack.push(...inner.asArray().toReversed())
    else {
      const dict = inner instanceof PDFStream ? inner.dict : inner
      if (!(dict instanceof PDFDict)) continue
      for (const [key, value] of dict.entries()) {
        // A stream's length is written again, so an indirect one would be left unused.
        if (skipped.has(key.asString()) || (dict !== inner && key === PDFName.Length)) continue
        stack.push(value)
      }
    }
  }
  return refs
}

function isStream([, object]: Placed): boolean {
  return object instanceof PDFStream
}

function weight([, object]: Placed): number {
  if (!(object instanceof PDFStream)) return 0
  const picture = object.dict.get(PDFName.of('Subtype')) === PDFName.of('Image')
  return object.getContentsSize() + (picture ? 1e12 : 0)
}
