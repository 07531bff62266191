import search from 'approx-string-match'
import { pageLetters } from '@portal/domain/page-letters'
import { type LetterRange, type PaperLetters, rangesOf } from './paper-letters.ts'

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

/**
 * `same`: equal words at the same position. `moved`: equal words elsewhere. `approximate`: the words that are the most
 * alike.
 */
export type PlacedAnchor = { ranges: LetterRange[]; how: 'same' | 'moved' | 'approximate' }

/** Measured; see docs/decisions/0076-notes-follow-their-words.md. */
export const thresholds = {
  /** How much of the passage is equal. */
  quote: 0.7,
  /** How much of the words around it is equal. */
  context: 0.5,
  /** How much better it is than the next best place. */
  lead: 0.08,
} as const
export type Thresholds = { [Key in keyof typeof thresholds]: number }

/** Shorter passages are found by their context: there are many that are alike. In letters. */
const shortQuote = 16

/** A short passage must have this much of its context. */
const shortContext = 0.8

/** So many places of a short passage are compared without a second look. */
const mostOccurrences = 40

/** An approximate search takes time with the product of both lengths; of a longer passage this much is searched. */
const longestPattern = 1000

/** Finds a passage in a version of its paper. Undefined if it isn't there, or may be in several places. */
export function placeAnchor(
  anchor: Anchor,
  paper: PaperLetters,
  limits: Thresholds = thresholds,
): PlacedAnchor | undefined {
  const words = wordsOf(anchor)
  if (words.exact === '') return undefined
  const found = equalPlace(words, anchor, paper) ?? approximatePlace(words, paper, limits)
  if (!found) return undefined
  const { from, to, isEqual } = found
  const ranges = rangesOf(paper, from, to)
  const [first] = ranges
  if (!first) return undefined
  if (!isEqual) return { ranges, how: 'approximate' }
  const isSame = first.page === anchor.page && (anchor.start ?? first.from) === first.from
  return { ranges, how: isSame ? 'same' : 'moved' }
}

type Words = { exact: string; prefix: string; suffix: string }
type Found = { from: number; to: number; isEqual: boolean }

function wordsOf({ exact, prefix, suffix }: Anchor): Words {
  const letters = (text: string) => pageLetters(text).text
  return { exact: letters(exact), prefix: letters(prefix), suffix: letters(suffix) }
}

/** Where the passage is unchanged: the one place that has it, or the one of them with the same context. */
function equalPlace(
  words: Words,
  { page, start }: Anchor,
  { text, starts }: PaperLetters,
): Found | undefined {
  const { exact } = words
  const places = occurrences(text, exact)
  const placeAt = (from: number) => ({ from, to: from + exact.length, isEqual: true })
  const around = places.filter((from) => hasContext(text, from, words))
  const [first, end] = [starts[page - 1] ?? 0, starts[page] ?? 0]
  const before = start === undefined || first + start >= end ? undefined : first + start
  // The same position with the same context is right, however often the words occur.
  if (before !== undefined && around.includes(before)) return placeAt(before)
  if (around.length === 1) return placeAt(around[0]!)
  if (around.length > 1) return undefined
  const [only] = places
  return places.length === 1 && exact.length >= shortQuote ? placeAt(only!) : undefined
}

function occurrences(text: string, words: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) places.push(at)
  return places
}

function hasContext(text: string, from: number, { exact, prefix, suffix }: Words): boolean {
  return text.startsWith(suffix, from + exact.length) && text.slice(0, from).endsWith(prefix)
}

/** Where the passage has changed. */
function approximatePlace(words: Words, { text }: PaperLetters, limits: Thresholds) {
  const isShort = words.exact.length < shortQuote
  return isShort ? byContext(words, text, limits) : byLikeness(words, text, limits)
}

type Candidate = { from: number; to: number; quote: number; context: number }

function byLikeness(words: Words, text: string, limits: Thresholds): Found | undefined {
  const head = words.exact.slice(0, longestPattern)
  const candidates = likeliest(text, head, limits.quote).map(({ from, to, quote }) => {
    const end = Math.min(text.length, to + words.exact.length - head.length)
    return { from, to: end, quote, context: contextAt(text, from, end, words) }
  })
  const [best, next] = candidates.toSorted((a, b) => worth(b) - worth(a))
  if (!best || best.quote < limits.quote || best.context < limits.context) return undefined
  if (next && worth(best) - worth(next) < limits.lead) return undefined
  return { from: best.from, to: best.to, isEqual: best.quote === 1 }
}

/** A short passage must be unchanged, between words that are alike. */
function byContext(words: Words, text: string, limits: Thresholds): Found | undefined {
  const { exact, prefix, suffix } = words
  const context = prefix.length + suffix.length
  if (context < shortQuote) return undefined
  const places = likelyOccurrences(text, words)
    .map((from) => {
      const to = from + exact.length
      return { from, to, quote: 1, context: contextAt(text, from, to, words) }
    })
    .toSorted((a, b) => b.context - a.context)
  const [best, next] = places
  if (!best || best.context < shortContext) return undefined
  if (next && best.context - next.context < limits.lead) return undefined
  return { from: best.from, to: best.to, isEqual: true }
}

/** Of a word that is everywhere, only the places with a neighbour in common: each costs two searches. */
function likelyOccurrences(text: string, { exact, prefix, suffix }: Words): number[] {
  const all = occurrences(text, exact)
  if (all.length <= mostOccurrences) return all
  const [before, after] = [prefix.slice(-4), suffix.slice(0, 4)]
  return all.filter(
    (from) =>
      text.startsWith(before, from - before.length) || text.startsWith(after, from + exact.length),
  )
}

function worth({ quote, context }: Candidate): number {
  return (2 * quote + context) / 3
}

/** The best place, and the best ones before and after it. */
function likeliest(text: string, pattern: string, quote: number) {
  const most = Math.floor((1 - quote) * pattern.length)
  const best = bestIn(text, pattern, most, 0)
  const [first] = best
  if (!first) return []
  // Places next to the best one are the best one, shifted by a letter.
  const room = Math.ceil(pattern.length / 2)
  return [
    ...best.filter(({ from }) => from === first.from || Math.abs(from - first.from) > room),
    ...bestIn(text.slice(0, first.from + room), pattern, most, 0),
    ...bestIn(text.slice(first.to - room), pattern, most, first.to - room),
  ].filter((one, index) => index === 0 || Math.abs(one.from - first.from) > room)
}

function bestIn(text: string, pattern: string, most: number, offset: number) {
  return search(text, pattern, most).map(({ start, end, errors }) => ({
    from: start + offset,
    to: end + offset,
    quote: 1 - errors / pattern.length,
  }))
}

/** How alike the words around a place are to those around the passage, from 0 to 1. */
function contextAt(text: string, from: number, to: number, { prefix, suffix }: Words): number {
  const length = prefix.length + suffix.length
  if (length === 0) return 1
  const before = text.slice(Math.max(0, from - 2 * prefix.length), from)
  const after = text.slice(to, to + 2 * suffix.length)
  const errors = errorsOf(before, prefix) + errorsOf(after, suffix)
  return 1 - errors / length
}

/** How many letters differ where the words are found best. */
function errorsOf(text: string, words: string): number {
  if (words === '') return 0
  const [match] = search(text, words, words.length)
  return match ? match.errors : words.length
}
