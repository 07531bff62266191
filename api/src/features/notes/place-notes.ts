import type { Note, NotePlace } from '@portal/contract/notes'
import type { NoteTarget } from '@portal/contract/note-target'
import { pageOf, rangesOf } from '@portal/domain/note-subject'
import type { LetterRange } from '@portal/domain/page-letters'
import { type PaperLetters, lettersFrom } from './anchors/paper-letters.ts'
import { placeAnchor } from './anchors/place-anchor.ts'
import {
  type PageFingerprints,
  type FingerprintsToCompare,
  matchPage,
  type PlacedPage,
} from './anchors/match-page.ts'
import { derivedOnce } from '../../platform/store/cache-by-version.ts'
import { pagesSharing } from './anchors/letter-grams.ts'

/** The parts of a note that place it. */
export type NoteTargets = Pick<Note, 'target' | 'placed'>

/** The letters of a paper's versions; absent for versions without text. */
export type PaperTexts = {
  version: number
  shown: PaperLetters | undefined
  earlier: ReadonlyMap<number, PaperLetters>
  /** By version; absent for versions whose pages aren't compared by picture. */
  fingerprints?: ReadonlyMap<number, PageFingerprints> | undefined
}

/** Finds a note in a version. Returns undefined if its passage isn't there or is ambiguous. */
export function placeNote(
  { target, placed }: NoteTargets,
  texts: PaperTexts,
): NotePlace | undefined {
  if (placed?.version === texts.version) return { ...ownPlace(placed, texts), how: 'byHand' }
  if (target.version === texts.version) return { ...ownPlace(target, texts), how: 'same' }
  // The place that its owner has chosen last is better than the original one.
  const known = placed ? [placed, target] : [target]
  for (const stored of known) {
    const place = hasQuote(stored) ? foundPlace(stored, texts) : foundPage(stored, texts)
    if (place) return place
  }
  return undefined
}

function ownPlace({ selector }: NoteTarget, { shown }: PaperTexts) {
  const page = pageOf(selector)
  const ranges = rangesOf(selector, page)
  if (!shown) return { page, ranges }
  return { page, ranges: ranges.flatMap(({ from, to }) => lettersFrom(shown, page, from, to)) }
}

function foundPlace(
  { version, selector }: NoteTarget,
  { shown, earlier }: PaperTexts,
): NotePlace | undefined {
  const quote = selector.find((candidate) => candidate.type === 'TextQuoteSelector')
  if (!quote || !shown) return undefined
  const { exact, prefix, suffix } = quote
  const page = pageOf(selector)
  const anchor = { page, exact, prefix, suffix, start: rangesOf(selector, page)[0]?.from }
  const place = placeAnchor(anchor, shown, { made: earlier.get(version) })
  const first: LetterRange | undefined = place?.ranges[0]
  return place && first && { page: first.page, ranges: place.ranges, how: place.how }
}

/** A rectangle, ink or a note on a page follows its page. */
function foundPage(
  { version, selector }: NoteTarget,
  { version: current, shown, earlier, fingerprints }: PaperTexts,
): NotePlace | undefined {
  const made = earlier.get(version)
  const compared = { made: fingerprints?.get(version), now: fingerprints?.get(current) }
  const page = made && shown && placePage(pageOf(selector), made, shown, compared)
  return page && { page: page.page, ranges: [], how: page.how }
}

export function hasQuote({ selector }: NoteTarget): boolean {
  return selector.some(({ type }) => type === 'TextQuoteSelector')
}

/** The share of the page's letter sequences that the other page must have. */
const fewestShare = 0.7

/** How much more it must have than the next best page. */
const fewestLead = 0.2

/** A page with fewer letters is similar to too many others. */
const fewestLetters = 60

/** Finds an annotated page, from 1, in another version. Returns undefined if it is missing or ambiguous. */
export function placePage(
  page: number,
  made: PaperLetters,
  now: PaperLetters,
  fingerprints: FingerprintsToCompare = {},
): PlacedPage | undefined {
  const text = pageTexts(made)[page - 1]
  if (text === undefined) return undefined
  if (text !== '') return pageWithText(page, made, now)
  return matchPage(page, fingerprints, pageBetween(page, made, now))
}

/** Once per version: a paper may have hundreds of notes without a quotation. */
const pageTexts = derivedOnce(({ text, starts, parts }: PaperLetters): string[] => {
  const texts = starts.slice(1).map(() => '')
  for (const { page, inText, length } of parts) {
    texts[page - 1] += text.slice(inText, inText + length)
  }
  return texts
})

type Placed = Map<number, PlacedPage | undefined>

/** The places of a version's pages in another one. */
const placesOfPages = derivedOnce((_made: PaperLetters) =>
  derivedOnce((_now: PaperLetters): Placed => new Map()),
)

/** Once for all notes on the page. */
function pageWithText(page: number, made: PaperLetters, now: PaperLetters): PlacedPage | undefined {
  const known = placesOfPages(made)(now)
  if (!known.has(page)) known.set(page, findPage(page, made, now))
  return known.get(page)
}

function findPage(page: number, made: PaperLetters, now: PaperLetters): PlacedPage | undefined {
  const [before, after] = [pageTexts(made), pageTexts(now)]
  const text = before[page - 1]!
  const copies = before.filter((candidate) => candidate === text).length
  const equal = after.flatMap((each, index) => (each === text ? [index + 1] : []))
  if (equal.length === copies && equal.includes(page)) return { page, how: 'same' }
  if (equal.length > 0) {
    const isClear = equal.length === 1 && copies === 1
    return isClear ? { page: equal[0]!, how: 'moved' } : undefined
  }
  if (copies > 1 || text.length < fewestLetters) return undefined
  const [best, next] = pagesSharing(now, text)
  if (!best || best.share < fewestShare) return undefined
  if (next && best.share - next.share < fewestLead) return undefined
  return { page: best.page, how: 'approximate' }
}

/** Finds a page without text between the same neighbors with text, if it still has as many such pages. */
function pageBetween(page: number, made: PaperLetters, now: PaperLetters): number | undefined {
  const [before, after] = [pageTexts(made), pageTexts(now)]
  const previous = before.findLastIndex((text, index) => text !== '' && index + 1 < page) + 1
  const next = before.findIndex((text, index) => text !== '' && index + 1 > page) + 1
  if (previous === 0 && next === 0) return undefined
  const first = previous === 0 ? 0 : pageWithText(previous, made, now)?.page
  const last = next === 0 ? after.length + 1 : pageWithText(next, made, now)?.page
  if (first === undefined || last === undefined) return undefined
  const count = (next === 0 ? before.length + 1 : next) - previous
  const between = after.slice(first, last - 1)
  const isSame = last - first === count && between.every((text) => text === '')
  return isSame ? first + page - previous : undefined
}
