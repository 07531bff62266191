import type { MarkedRange } from '../shown-changes.ts'
import type { NoteSubject } from '../shown-notes.ts'
import { type LayerText, layerText, offsetOf } from './layer-text.ts'
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
