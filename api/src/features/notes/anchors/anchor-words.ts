import { pageLetters } from '@portal/domain/page-letters'
import { occurrences } from './letter-grams.ts'
import { type PaperLetters, positionOf } from './paper-letters.ts'

/** A passage as a note records it: its page, its words and the words around it. */
export type Anchor = {
  /** The page it begins on, from 1. */
  page: number
  exact: string
  prefix: string
  suffix: string
  /** Position of its first letter on that page; undefined if it isn't known. */
  start?: number | undefined
}

/** The letters of a passage and of its context. */
export type AnchorWords = {
  exact: string
  prefix: string
  suffix: string
  /** Whether the passage occurred only once in its paper; true if that isn't known. */
  isOnly: boolean
}

/** The context grows within these limits, in letters, until it occurs only once in the paper. */
const [shortestContext, longestContext] = [64, 1024]

/**
 * Reads an anchor's words from the version that it was made on, if that is known: without page headers and footers, and
 * with more context if the note's own context occurs several times.
 */
export function anchorWords(anchor: Anchor, made: PaperLetters | undefined): AnchorWords {
  const [exact, prefix, suffix] = [anchor.exact, anchor.prefix, anchor.suffix].map(
    (text) => pageLetters(text).text,
  ) as [string, string, string]
  const own = { exact, prefix, suffix, isOnly: true }
  if (!made || anchor.start === undefined || exact === '') return own
  const begin = (made.starts[anchor.page - 1] ?? made.whole.length) + anchor.start
  if (!made.whole.startsWith(exact, begin)) return own
  const from = positionOf(made, anchor.page, anchor.start)
  const last = positionOf(made, anchor.page, anchor.start + exact.length - 1)
  if (from === undefined || last === undefined) return own
  const to = last + 1
  const { text } = made
  const isOnce = (begins: number, ends: number) =>
    occurrences(made, text.slice(begins, ends)).length === 1
  const before = contextLength((room) => isOnce(Math.max(0, from - room), to))
  const after = contextLength((room) => isOnce(from, to + room))
  return {
    exact: text.slice(from, to),
    prefix: text.slice(Math.max(0, from - before), from),
    suffix: text.slice(to, to + after),
    isOnly: isOnce(from, to),
  }
}

/** Each side must identify the passage on its own: the other may be deleted, or next to another copy now. */
function contextLength(isEnough: (room: number) => boolean): number {
  let room = shortestContext
  while (room < longestContext && !isEnough(room)) room *= 2
  return room
}
