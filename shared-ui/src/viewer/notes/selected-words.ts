import type { MarkedRange } from '../shown-changes.ts'
import type { NoteSubject } from '../shown-notes.ts'
import { pageLetters } from '@portal/domain/page-letters'

export type PageLayer = { page: number; layer: HTMLElement }

/** How many characters before and after a quotation are kept, to find it again. */
const context = 32

/** The most that a note can quote, in UTF-16 units. */
export const longestQuotation = 8000

type PagePart = { page: number; text: LayerText; from: number; to: number }

/** What a selection is about: its words on the given pages, in their order; undefined without words. */
export function subjectOf(range: Range, pages: readonly PageLayer[]): NoteSubject | undefined {
  const parts = pages.flatMap(({ page, layer }): PagePart[] => {
    if (!range.intersectsNode(layer)) return []
    const text = layerText(layer)
    const from = startIn(range, layer, text)
    const to = endIn(range, layer, text)
    return text.text.slice(from, to).trim() === '' ? [] : [{ page, text, from, to }]
  })
  const [first] = parts
  const last = parts.at(-1)
  if (!first || !last) return undefined
  const quoted = inOneLine(parts.map(({ text, from, to }) => text.text.slice(from, to)).join('\n'))
  // Selected spaces belong to what is around the words, which would seem to be cut inside a word otherwise.
  const before = quoted.startsWith(' ') ? ' ' : ''
  const after = quoted.endsWith(' ') ? ' ' : ''
  return {
    page: first.page,
    words: {
      exact: quoted.trim(),
      prefix: inOneLine(first.text.text.slice(0, first.from) + before).slice(-context),
      suffix: inOneLine(after + last.text.text.slice(last.to)).slice(0, context),
      ranges: parts.map(lettersOf),
    },
  }
}

function startIn(range: Range, layer: Node, text: LayerText): number {
  const { startContainer, startOffset } = range
  return layer.contains(startContainer) ? offsetOf(text, startContainer, startOffset) : 0
}

function endIn(range: Range, layer: Node, text: LayerText): number {
  const { endContainer, endOffset } = range
  if (layer.contains(endContainer)) return offsetOf(text, endContainer, endOffset)
  return text.text.length
}

function lettersOf({ page, text, from, to }: PagePart): MarkedRange {
  const { at } = pageLetters(text.text)
  return { page, from: at[from]!, to: at[to]! }
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

/** A page's text with its lines, and the text nodes that hold it. */
type LayerText = { text: string; parts: readonly { node: Text; at: number }[] }

/** Reads a text layer: its items as they are, and a line break for each `<br>`. */
export function layerText(layer: Node): LayerText {
  const parts: { node: Text; at: number }[] = []
  let text = ''
  const walker = layer.ownerDocument!.createTreeWalker(layer)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeName === 'BR') text += '\n'
    if (node.nodeType !== Node.TEXT_NODE) continue
    parts.push({ node: node as Text, at: text.length })
    text += (node as Text).data
  }
  return { text, parts }
}

/** Where a position of the document is in the text. */
function offsetOf({ text, parts }: LayerText, node: Node, offset: number): number {
  const own = parts.find((part) => part.node === node)
  if (own) return own.at + offset
  const place = node.ownerDocument!.createRange()
  place.setStart(node, offset)
  return parts.find((part) => place.comparePoint(part.node, 0) >= 0)?.at ?? text.length
}

/** The position of the document where the text has an offset. */
export function placeOf({ parts }: LayerText, offset: number): [node: Text, offset: number] {
  const part = parts.findLast(({ at }) => at <= offset) ?? parts[0]!
  return [part.node, Math.max(0, Math.min(offset - part.at, part.node.data.length))]
}

/** The letters before an offset of the text, without white space. */
export function lettersBefore({ text }: LayerText, offset: number): number {
  return pageLetters(text).at[offset]!
}
