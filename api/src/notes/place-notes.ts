import type { NotePlace, NoteSelector, NoteTarget } from '@portal/contract/notes'
import { pageLetters } from '@portal/domain/page-letters'
import { type LetterRange, type PaperLetters, rangesOf } from './anchors/paper-letters.ts'
import { placeAnchor } from './anchors/place-anchor.ts'

export type PlaceableNote = { target: NoteTarget; placed?: NoteTarget | undefined }

/** The texts of a paper, one string per page; absent for a version without text. */
export type PaperTexts = {
  version: number
  shown: readonly string[] | undefined
  earlier: ReadonlyMap<number, readonly string[]>
}

/** Where a note is in a version. Undefined if its passage isn't there, or may be in several places. */
export function placeNote(
  { target, placed }: PlaceableNote,
  texts: PaperTexts,
  letters: PaperLetters | undefined,
): NotePlace | undefined {
  if (placed?.version === texts.version) return { ...ownPlace(placed, letters), how: 'byHand' }
  if (target.version === texts.version) return { ...ownPlace(target, letters), how: 'same' }
  // Where its owner has put it last is closer than where it was made.
  const known = placed ? [placed, target] : [target]
  for (const one of known) {
    const place = hasQuote(one) ? foundPlace(one, letters) : samePage(one, texts)
    if (place) return place
  }
  return undefined
}

function ownPlace({ selector }: NoteTarget, letters: PaperLetters | undefined) {
  const page = pageOf(selector)
  const position = selector.find((one) => one.type === 'TextPositionSelector')
  if (!position) return { page, ranges: [] }
  const { start, end } = position
  const from = letters?.starts[page - 1]
  const onPages = letters && from !== undefined ? rangesOf(letters, from + start, from + end) : []
  return { page, ranges: onPages.length > 0 ? onPages : [{ page, from: start, to: end }] }
}

function foundPlace(
  { selector }: NoteTarget,
  letters: PaperLetters | undefined,
): NotePlace | undefined {
  const quote = selector.find((one) => one.type === 'TextQuoteSelector')
  if (!quote || !letters) return undefined
  const position = selector.find((one) => one.type === 'TextPositionSelector')
  const { exact, prefix, suffix } = quote
  const anchor = { page: pageOf(selector), exact, prefix, suffix, start: position?.start }
  const found = placeAnchor(anchor, letters)
  const first: LetterRange | undefined = found?.ranges[0]
  return found && first && { page: first.page, ranges: found.ranges, how: found.how }
}

/** A rectangle, ink or a note on a page follows the page if exactly one has the same words. */
function samePage(
  { version, selector }: NoteTarget,
  { shown = [], earlier }: PaperTexts,
): NotePlace | undefined {
  const page = pageOf(selector)
  const words = lettersOf(earlier.get(version)?.[page - 1])
  if (words === '') return undefined
  const pages = shown.flatMap((text, index) => (lettersOf(text) === words ? [index + 1] : []))
  const [only] = pages
  if (only === undefined || pages.length > 1) return undefined
  return { page: only, ranges: [], how: only === page ? 'same' : 'moved' }
}

function lettersOf(page: string | undefined): string {
  return page === undefined ? '' : pageLetters(page).text
}

export function hasQuote({ selector }: NoteTarget): boolean {
  return selector.some(({ type }) => type === 'TextQuoteSelector')
}

function pageOf(selectors: readonly NoteSelector[]): number {
  for (const one of selectors) {
    const isPage = one.type === 'FragmentSelector' && one.value.startsWith('page=')
    if (isPage) return Number(one.value.slice('page='.length))
  }
  return 1
}
