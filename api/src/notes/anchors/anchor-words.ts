import { pageLetters } from '@portal/domain/page-letters'
import { occurrences } from './letter-grams.ts'
import { type PaperLetters, positionOf } from './paper-letters.ts'

/** What is known of a passage: where it was, its words, and those around it. */
export type Anchor = {
  /** Where it begins, from 1. */
  page: number
  exact: string
  prefix: string
  suffix: string
  /** Of its first letter on that page; undefined if it isn't known. */
  start?: number | undefined
}

/** The letters of a passage and of what is around it. */
export type AnchorWords = {
  exact: string
  prefix: string
  suffix: string
  /** Whether its paper had the passage once only; true if that isn't known. */
  isOnly: boolean
}

/** More letters around a passage are read until they are in its paper only once. */
const [shortestContext, longestContext] = [64, 1024]

/**
 * Reads an anchor in the version that it was made on, if that is known: without heads and feet of pages inside, and with
 * more words around it where a note's own occur several times.
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

/** Each side has to say by itself which one it is: the other may be gone, or next to another copy now. */
function contextLength(isEnough: (room: number) => boolean): number {
  let room = shortestContext
  while (room < longestContext && !isEnough(room)) room *= 2
  return room
}
