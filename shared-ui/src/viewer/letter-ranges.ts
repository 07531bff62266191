import { pageLetters } from '@portal/domain/page-letters'

/** Part of a text node, in UTF-16 units. */
export type TextPart = { node: Text; from: number; to: number }

/** A page's text nodes with the letters before each. */
export type LetterMap = { node: Text; at: Int32Array; start: number; end: number }[]

/** Counts the letters of a page's text layer, node by node. */
export function letterMap(layer: Node): LetterMap {
  const map: LetterMap = []
  const walker = layer.ownerDocument!.createTreeWalker(layer, NodeFilter.SHOW_TEXT)
  let start = 0
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { text, at } = pageLetters((node as Text).data)
    map.push({ node: node as Text, at, start, end: start + text.length })
    start += text.length
  }
  return map
}

/** The parts of text nodes that hold the letters from `from` to `to`, which is not included. */
export function textParts(map: LetterMap, { from, to }: { from: number; to: number }): TextPart[] {
  return map.flatMap(({ node, at, start, end }) => {
    const first = Math.max(from, start)
    const last = Math.min(to, end)
    if (first >= last) return []
    const unit = unitOf(at, first - start)
    const isSecondOfPair = /[\uDC00-\uDFFF]/.test(node.data[unit]!)
    return [{ node, from: isSecondOfPair ? unit - 1 : unit, to: unitOf(at, last - start - 1) + 1 }]
  })
}

/** The letter at a place, or the last one before it; for marking where words were removed. */
export function letterAt(
  map: LetterMap,
  place: number,
): { from: number; to: number; side: 'before' | 'after' } | undefined {
  const end = map.at(-1)?.end ?? 0
  if (end === 0) return undefined
  if (place < end) return { from: place, to: place + 1, side: 'before' }
  return { from: end - 1, to: end, side: 'after' }
}

/** The last unit that begins at or before a letter: white space before a letter isn't part of it. */
function unitOf(at: Int32Array, letter: number): number {
  let unit = 0
  while (unit + 1 < at.length - 1 && at[unit + 1]! <= letter) unit += 1
  return unit
}
