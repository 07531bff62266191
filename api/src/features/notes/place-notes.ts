import type { Note, NotePlace, NoteTarget } from '@portal/contract/notes'
import { pageOf, rangesOf } from '@portal/domain/note-subject'
import type { LetterRange } from '@portal/domain/page-letters'
import { type PaperLetters, lettersFrom } from './anchors/paper-letters.ts'
import { placeAnchor } from './anchors/place-anchor.ts'
import type { PageLooks } from './anchors/page-by-look.ts'
import { placePage } from './anchors/place-page.ts'

/** What places a note. */
export type NoteTargets = Pick<Note, 'target' | 'placed'>

/** The letters of a paper's versions; absent for versions without text. */
export type PaperTexts = {
  version: number
  shown: PaperLetters | undefined
  earlier: ReadonlyMap<number, PaperLetters>
  /** By version; absent for versions whose pages aren't compared by picture. */
  looks?: ReadonlyMap<number, PageLooks> | undefined
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
  for (const one of known) {
    const place = hasQuote(one) ? foundPlace(one, texts) : foundPage(one, texts)
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
  const quote = selector.find((one) => one.type === 'TextQuoteSelector')
  if (!quote || !shown) return undefined
  const { exact, prefix, suffix } = quote
  const page = pageOf(selector)
  const anchor = { page, exact, prefix, suffix, start: rangesOf(selector, page)[0]?.from }
  const found = placeAnchor(anchor, shown, { made: earlier.get(version) })
  const first: LetterRange | undefined = found?.ranges[0]
  return found && first && { page: first.page, ranges: found.ranges, how: found.how }
}

/** A rectangle, ink or a note on a page follows its page. */
function foundPage(
  { version, selector }: NoteTarget,
  { version: current, shown, earlier, looks }: PaperTexts,
): NotePlace | undefined {
  const made = earlier.get(version)
  const compared = { made: looks?.get(version), now: looks?.get(current) }
  const found = made && shown && placePage(pageOf(selector), made, shown, compared)
  return found && { page: found.page, ranges: [], how: found.how }
}

export function hasQuote({ selector }: NoteTarget): boolean {
  return selector.some(({ type }) => type === 'TextQuoteSelector')
}
