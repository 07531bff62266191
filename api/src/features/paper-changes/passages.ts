import { pageLetters } from '@portal/domain/page-letters'
import type { Run } from './matching-runs.ts'
import type { PageChange } from './page-changes.ts'
import type { Papers, PaperWords } from './paper-words.ts'
import { type Edit, editsInMove, type Span } from './word-edits.ts'

/**
 * Part of a page, from 1, by positions among its letters (see `pageLetters`); `to` is not included.
 * Both are equal where the other version has words and this one has none.
 */
type PageRange = { page: number; from: number; to: number }

export type Passage = {
  kind: 'added' | 'removed' | 'changed' | 'moved'
  /** In the older and in the newer paper, one for each page; at least one each. */
  before: PageRange[]
  after: PageRange[]
  /** The words, without line breaks, at most `longestText` characters. */
  beforeText: string
  afterText: string
}

const longestText = 300

type Changes = {
  moved: readonly Run[]
  edits: readonly Edit[]
  pages: readonly PageChange[]
  removedPages: readonly number[]
}

export function passagesOf(papers: Papers, { moved, edits, ...pages }: Changes): Passage[] {
  const { older, newer } = papers
  const isShown = shownFilter(papers, pages)
  const inMoves = moved.flatMap((run) => editsInMove(run, older.words, newer.words))
  const changes = [
    ...edits.map((edit) => ({ ...edit, kind: kindOf(edit) })),
    ...inMoves.map((edit) => ({ ...edit, kind: kindOf(edit) })),
    ...moved.filter((run) => !hasMovedWithPage(run, newer.words, pages.pages)).map(moveOf),
  ]
  const sorted = changes
    .filter(isShown)
    .toSorted((a, b) => a.newer.from - b.newer.from || a.older.from - b.older.from)
  return reorderedAsOne(sorted, papers).map((change) => ({
    kind: change.kind,
    before: rangesOf(change.older, older.words),
    after: rangesOf(change.newer, newer.words),
    beforeText: textOf(change.older, older),
    afterText: textOf(change.newer, newer),
  }))
}

/** Joins passages that are the same change of the same line on several pages, such as in the heading of a table. */
export function withoutRepetitions(
  passages: readonly Passage[],
  pages: Record<'older' | 'newer', readonly string[]>,
): Passage[] {
  const first = new Map<string, Passage>()
  return passages.flatMap((passage) => {
    const key = repetitionKey(passage, pages)
    const known = key === undefined ? undefined : first.get(key)
    if (!known) {
      const kept = { ...passage, before: [...passage.before], after: [...passage.after] }
      if (key !== undefined) first.set(key, kept)
      return [kept]
    }
    known.before.push(...passage.before)
    known.after.push(...passage.after)
    return []
  })
}

/** The change and its lines; undefined if it isn't in one line. */
function repetitionKey(
  { kind, before, after, beforeText, afterText }: Passage,
  { older, newer }: Record<'older' | 'newer', readonly string[]>,
): string | undefined {
  if (kind === 'moved' || before.length > 1 || after.length > 1) return undefined
  const lines = [lineAt(before[0]!, older), lineAt(after[0]!, newer)]
  if (lines.includes(undefined)) return undefined
  return JSON.stringify([kind, beforeText, afterText, ...lines])
}

/** The line with the range; an empty text if there is nothing else in it, undefined if it is more than one line. */
function lineAt({ page, from, to }: PageRange, pages: readonly string[]): string | undefined {
  const text = pages[page - 1] ?? ''
  const { at } = pageLetters(text)
  let start = 0
  for (const line of text.split('\n')) {
    const end = start + line.length
    const [first, last] = [at[start]!, at[end]!]
    if (from >= first && to <= last && (from < last || first === last)) {
      return from === first && to === last ? '' : line.trim()
    }
    start = end + 1
  }
  return undefined
}

type Change = Edit & { kind: Passage['kind'] }

function kindOf({ older, newer }: Edit): Passage['kind'] {
  if (older.from === older.to) return 'added'
  return newer.from === newer.to ? 'removed' : 'changed'
}

/** From this many changes, words that are the same in another order are one change: a table that was sorted again. */
const fewestInOrder = 3
const mostInOrder = 200

function reorderedAsOne(changes: readonly Change[], papers: Papers): Change[] {
  const result: Change[] = []
  for (let first = 0; first < changes.length; first += 1) {
    const found = reorderedFrom(first, changes, papers)
    result.push(found?.change ?? changes[first]!)
    first += (found?.count ?? 1) - 1
  }
  return result
}

/** The most changes from `first` that only put the words of a passage into another order. */
function reorderedFrom(
  first: number,
  changes: readonly Change[],
  { older, newer }: Papers,
): { change: Change; count: number } | undefined {
  const hull = { older: { ...changes[first]!.older }, newer: { ...changes[first]!.newer } }
  let [touched, count, change]: [number, number, Change | undefined] = [0, 0, undefined]
  for (const [index, next] of changes.slice(first, first + mostInOrder).entries()) {
    for (const side of ['older', 'newer'] as const) {
      hull[side].from = Math.min(hull[side].from, next[side].from)
      hull[side].to = Math.max(hull[side].to, next[side].to)
    }
    touched += lengthOf(next.older) + lengthOf(next.newer)
    const [was, is] = [lengthOf(hull.older), lengthOf(hull.newer)]
    // A few paragraphs that moved are within many words that didn't.
    if (index + 1 < fewestInOrder || was !== is || touched < was) continue
    if (!haveSameWords(hull.older, older.words, hull.newer, newer.words)) continue
    change = { kind: 'changed', older: { ...hull.older }, newer: { ...hull.newer } }
    count = index + 1
  }
  return change && { change, count }
}

function lengthOf({ from, to }: Span): number {
  return to - from
}

function haveSameWords(from: Span, older: PaperWords, to: Span, newer: PaperWords): boolean {
  const was = older.ids.slice(from.from, from.to).toSorted()
  const is = newer.ids.slice(to.from, to.to).toSorted()
  return was.every((id, at) => id === is[at])
}

function moveOf({ older, newer, length }: Run): Change {
  return {
    kind: 'moved',
    older: { from: older, to: older + length },
    newer: { from: newer, to: newer + length },
  }
}

function hasMovedWithPage(
  { newer, length }: Run,
  words: PaperWords,
  pages: readonly PageChange[],
): boolean {
  const verdicts = pagesOf({ from: newer, to: newer + length }, words)
  return verdicts.every((page) => pages[page]!.verdict === 'moved')
}

/** Whether a change contains more than new or removed pages. */
function shownFilter(
  { older, newer }: Papers,
  { pages, removedPages }: Pick<Changes, 'pages' | 'removedPages'>,
) {
  const removed = new Set(removedPages.map((page) => page - 1))
  return (change: Change): boolean => {
    const before = pagesOf(change.older, older.words)
    const after = pagesOf(change.newer, newer.words)
    const isInNewPages = after.every((page) => pages[page]!.verdict === 'added')
    const isInGonePages = before.every((page) => removed.has(page))
    return !(isInNewPages && isInGonePages)
  }
}

/** From 0. */
function pagesOf({ from, to }: Span, words: PaperWords): number[] {
  const pages = new Set<number>()
  for (let word = from; word < to; word += 1) pages.add(words.page[word]!)
  return [...pages]
}

function rangesOf(span: Span, words: PaperWords): PageRange[] {
  if (span.from === span.to) return [emptyRange(span.from, words)]
  const ranges: PageRange[] = []
  for (let word = span.from; word < span.to; word += 1) {
    const page = words.page[word]! + 1
    const last = ranges.at(-1)
    if (last?.page === page) last.to = words.to[word]!
    else ranges.push({ page, from: words.from[word]!, to: words.to[word]! })
  }
  return ranges
}

/** Before the word at this position, or after the last one. */
function emptyRange(word: number, words: PaperWords): PageRange {
  if (words.count === 0) return { page: 1, from: 0, to: 0 }
  const isLast = word >= words.count
  const near = isLast ? words.count - 1 : word
  const at = isLast ? words.to[near]! : words.from[near]!
  return { page: words.page[near]! + 1, from: at, to: at }
}

function textOf(span: Span, { pages, words }: Papers['older']): string {
  let text = ''
  for (let word = span.from; word < span.to && text.length <= longestText; word += 1) {
    const page = words.page[word]!
    const isSamePage = word > span.from && words.page[word - 1] === page
    const end = words.textTo[word]!
    const from = isSamePage ? words.textTo[word - 1]! : words.textFrom[word]!
    text += `${isSamePage || text === '' ? '' : ' '}${pages[page]!.slice(from, end)}`
  }
  const plain = text
    .replaceAll(/[-\u00AD\u2010]\s*\n\s*/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return plain.length > longestText ? `${plain.slice(0, longestText - 1).trimEnd()}…` : plain
}
