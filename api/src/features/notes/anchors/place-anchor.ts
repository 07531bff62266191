import search from 'approx-string-match'
import { likelyStarts, occurrences } from './letter-grams.ts'
import { type LetterRange, pageLetters } from '@portal/domain/page-letters'
import { type PaperLetters, positionOf, rangesOf } from './paper-letters.ts'

/**
 * `same`: the same words at the same position. `moved`: the same words elsewhere. `approximate`: the most similar
 * words.
 */
export type PlacedAnchor = { ranges: LetterRange[]; how: 'same' | 'moved' | 'approximate' }

/** Measured; see docs/decisions/0076-notes-follow-their-words.md. */
export const thresholds = {
  /** The share of the passage that must be equal. */
  quote: 0.7,
  /** The share of its context that must be equal. */
  context: 0.5,
  /** How much better the best place must be than the next one. */
  lead: 0.08,
} as const

export type Thresholds = { [Key in keyof typeof thresholds]: number }

/** In letters. Shorter passages have many similar ones, and are found by what is next to them. */
const shortQuote = 16

/** In letters. Approximate search takes time proportional to both lengths, so longer passages are truncated. */
const longestPattern = 1000

type Options = {
  /** The version that the note was made on. Without it, only the context in the note is known. */
  made?: PaperLetters | undefined
  limits?: Thresholds
}

/** Finds a passage in a version of its paper. Returns undefined if it isn't there or is ambiguous. */
export function placeAnchor(
  anchor: Anchor,
  paper: PaperLetters,
  { made, limits = thresholds }: Options = {},
): PlacedAnchor | undefined {
  const words = anchorWords(anchor, made)
  if (words.exact === '') return undefined
  const isInText = anchor.start === undefined || isPart(made ?? paper, anchor.page, anchor.start)
  if (!isInText) return samePlaceOutside(anchor, paper)
  const place =
    equalPlace(words, anchor, paper) ??
    placeByNeighbors(words, anchor, { made, paper }) ??
    approximatePlace(words, anchor, paper, limits)
  if (!place) return undefined
  const ranges = rangesOf(paper, place.from, place.to)
  const [first] = ranges
  if (!first) return undefined
  if (!place.isEqual) return { ranges, how: 'approximate' }
  const isSame = first.page === anchor.page && (anchor.start ?? first.from) === first.from
  return { ranges, how: isSame ? 'same' : 'moved' }
}

function isPart(paper: PaperLetters, page: number, start: number): boolean {
  return positionOf(paper, page, start) !== undefined
}

/** A passage in a page header or footer, which repeats on many pages: found only if nothing has changed. */
function samePlaceOutside(
  { page, start, ...words }: Anchor,
  { whole, starts }: PaperLetters,
): PlacedAnchor | undefined {
  const { exact, prefix, suffix } = anchorWords({ page, ...words }, undefined)
  const pageStart = starts[page - 1]
  if (pageStart === undefined || start === undefined) return undefined
  const end = starts[page]! - pageStart
  const isSame = whole
    .slice(0, pageStart + start + exact.length + suffix.length)
    .endsWith(prefix + exact + suffix)
  if (!isSame || start + exact.length > end) return undefined
  return { ranges: [{ page, from: start, to: start + exact.length }], how: 'same' }
}

type Found = { from: number; to: number; isEqual: boolean }

/** Finds the unchanged passage: the only place that has it, or the one with the same context. */
function equalPlace(words: AnchorWords, { page, start }: Anchor, paper: PaperLetters) {
  const { exact, prefix, suffix, isOnly } = words
  const placeAt = (from: number): Found => ({ from, to: from + exact.length, isEqual: true })
  const around = occurrences(paper, prefix + exact + suffix).map((at) => at + prefix.length)
  if (around.length === 1) return placeAt(around[0]!)
  if (around.length > 1) {
    // The same position with the same context is correct, no matter how often the words occur.
    const before = start === undefined ? undefined : positionOf(paper, page, start)
    return before !== undefined && around.includes(before) ? placeAt(before) : undefined
  }
  if (!isOnly || exact.length < shortQuote) return undefined
  const places = occurrences(paper, exact)
  return places.length === 1 ? placeAt(places[0]!) : undefined
}

/** Finds an unchanged passage by one unchanged neighbor, or a changed one between two. */
function placeByNeighbors(
  { exact, prefix, neighbors }: AnchorWords,
  anchor: Anchor,
  { made, paper }: { made: PaperLetters | undefined; paper: PaperLetters },
): Found | undefined {
  if (!made || !neighbors) return undefined
  const { before, after } = neighbors
  const only = (words: string | undefined) => {
    const places = words === undefined ? [] : occurrences(paper, words)
    return places.length === 1 ? places[0] : undefined
  }
  const [begin, end] = [only(before), only(after)]
  const starts = [
    begin !== undefined && begin + before!.length,
    end !== undefined && end - exact.length,
  ].filter((at) => at !== false && paper.text.startsWith(exact, at)) as number[]
  const [from] = starts
  if (from !== undefined) {
    const isClear = starts.every((at) => at === from)
    // One neighbor alone may be next to another copy now.
    return isClear ? { from, to: from + exact.length, isEqual: starts.length > 1 } : undefined
  }
  if (begin === undefined || end === undefined) return undefined
  const gap = { from: begin + before!.length, to: end }
  const words = paper.text.slice(gap.from, gap.to)
  if (words === '' || words.length > Math.max(longestGap, 1.5 * exact.length)) return undefined
  if (!hasNames(anchor, prefix, words)) return undefined
  // Another passage of the paper that took this one's place isn't its next wording.
  const isOther = words.length >= shortQuote && occurrences(made, words).length > 0
  return isOther ? undefined : { ...gap, isEqual: false }
}

type Candidate = { from: number; to: number; quote: number; context: number; worth: number }

/** Finds the passage if it and its context have changed, but none of its digits and names. */
function approximatePlace(
  words: AnchorWords,
  anchor: Anchor,
  { text, grams }: PaperLetters,
  limits: Thresholds,
): Found | undefined {
  const { exact, prefix, suffix } = words
  if (exact.length < shortQuote) return undefined
  const whole = prefix + exact + suffix
  const room = Math.max(shortQuote, Math.floor(whole.length / 4)) + 64
  const candidates = likelyStarts(grams, whole).flatMap((start) => {
    const from = Math.max(0, start + prefix.length - room)
    const window = text.slice(from, start + prefix.length + exact.length + room)
    return likeIn(window, exact, limits.quote).map(({ quote, ...at }) =>
      candidateAt(text, words, { from: at.from + from, to: at.to + from, quote }),
    )
  })
  const [best, ...others] = candidates.toSorted((a, b) => b.worth - a.worth)
  if (!best || best.context < limits.context) return undefined
  const found = text.slice(best.from, best.to)
  if (!hasDigits(exact, found) || !hasNames(anchor, prefix, found)) return undefined
  // Places that overlap the best one are the same place, shifted by a few letters.
  const next = others.find(({ from }) => Math.abs(from - best.from) > exact.length / 2)
  if (next && best.worth - next.worth < limits.lead) return undefined
  return { from: best.from, to: best.to, isEqual: false }
}

function hasDigits(exact: string, found: string): boolean {
  return found.replaceAll(/\D/g, '') === exact.replaceAll(/\D/g, '')
}

/** Whether a place has the passage's names: a grant to Hazel Shelter is another clause, however similar. */
function hasNames({ exact }: Anchor, prefix: string, found: string): boolean {
  const isSentence = prefix === '' || /[.!?]$/.test(prefix)
  // A capital at the start of a sentence doesn't make a name.
  const names = `${isSentence ? '.' : ','} ${exact}`.match(
    /(?<=[^\s.!?]\s+["'(“‘]?)\p{Lu}[\p{L}\p{M}]+/gu,
  )
  return (names ?? []).every((name) => found.includes(pageLetters(name).text))
}

type Match = { from: number; to: number; quote: number }

function likeIn(window: string, exact: string, quote: number): Match[] {
  const head = exact.slice(0, longestPattern)
  const most = Math.floor((1 - quote) * head.length)
  return search(window, head, most).map(({ start, end, errors }) => ({
    from: start,
    to: Math.min(window.length, end + exact.length - head.length),
    quote: 1 - errors / head.length,
  }))
}

function candidateAt(text: string, words: AnchorWords, match: Match): Candidate {
  const context = contextAt(text, match, words)
  return { ...match, context, worth: (2 * match.quote + context) / 3 }
}

/** How similar a place's context is to the passage's, from 0 to 1. */
function contextAt(text: string, { from, to }: Match, { prefix, suffix }: AnchorWords): number {
  const length = prefix.length + suffix.length
  if (length === 0) return 1
  const before = text.slice(Math.max(0, from - 2 * prefix.length), from)
  const after = text.slice(to, to + 2 * suffix.length)
  const errors =
    errorsOf(before, prefix, ({ end }) => before.length - end) +
    errorsOf(after, suffix, ({ start }) => start)
  return 1 - errors / length
}

type Span = { start: number; end: number }

/** The number of differing letters, including those between the context and the passage. */
function errorsOf(text: string, words: string, gapOf: (match: Span) => number): number {
  if (words === '') return 0
  const errors = search(text, words, words.length - 1).map((match) => match.errors + gapOf(match))
  return Math.min(words.length, ...errors)
}

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
type AnchorWords = {
  exact: string
  prefix: string
  suffix: string
  /** Whether the passage occurred only once in its paper; true if that isn't known. */
  isOnly: boolean
  /** The words next to it, each side if it occurs only once in the paper; absent if the paper isn't known. */
  neighbors?: { before: string | undefined; after: string | undefined }
}

/** In letters, at least. */
const shortestNeighbor = 24

/** In letters: new words between two neighbors may always be this long. */
const longestGap = 64

/** The context grows within these limits, in letters, until it occurs only once in the paper. */
const [shortestContext, longestContext] = [64, 1024]

/**
 * Reads an anchor's words from the version that it was made on, if that is known: without page headers and footers, and
 * with more context if the note's own context occurs several times.
 */
function anchorWords(anchor: Anchor, made: PaperLetters | undefined): AnchorWords {
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
    neighbors: {
      before: neighborOf(made, (room) => [from - room, from]),
      after: neighborOf(made, (room) => [to, to + room]),
    },
  }
}

/** The shortest words on one side that occur once in the paper. */
function neighborOf(
  made: PaperLetters,
  spanOf: (room: number) => [from: number, to: number],
): string | undefined {
  for (let room = shortestNeighbor; room <= longestContext; room *= 2) {
    const [from, to] = spanOf(room)
    if (from < 0 || to > made.text.length) return undefined
    const words = made.text.slice(from, to)
    if (occurrences(made, words).length === 1) return words
  }
  return undefined
}

/** Each side must identify the passage on its own: the other may be deleted, or next to another copy now. */
function contextLength(isEnough: (room: number) => boolean): number {
  let room = shortestContext
  while (room < longestContext && !isEnough(room)) room *= 2
  return room
}
