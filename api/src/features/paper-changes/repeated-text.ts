import {
  type EdgeLine,
  type Furniture,
  furnitureIn,
  pageCounters,
  type Span,
} from '@portal/domain/page-furniture'
import { pageLetters } from '@portal/domain/page-letters'
import type { PageChange } from './page-changes.ts'
import { wordKey, wordsIn } from './paper-words.ts'
import type { Passage } from './passages.ts'

type Pages = Record<'older' | 'newer', readonly string[]>

/** A repeated line, at its first position. `text` lacks the numbers that count pages. */
type RepeatedLine = EdgeLine & { page: number; text: string }

type NewAndGone = { pages: readonly PageChange[]; removedPages: readonly number[] }

/**
 * Compares the lines that repeat from page to page: each once, on the first page that has it, without page numbers. Lines
 * of new and removed pages aren't listed again.
 */
export function repeatedPassages(
  pages: Pages,
  furniture: Furniture,
  changes: NewAndGone,
): Passage[] {
  const isNew = ({ page }: FoundLine) => changes.pages[page - 1]!.verdict === 'added'
  const gone = new Set(changes.removedPages)
  const before = linesOf(pages.older, furniture).filter(({ page }) => !gone.has(page))
  const after = linesOf(pages.newer, furniture).filter((line) => !isNew(line))
  const counters = countersIn(pages, before, after)
  const [older, newer] = [firstOfEach(before, counters), firstOfEach(after, counters)]
  const removed = [...older.values()].filter(({ text }) => !newer.has(text))
  const added = [...newer.values()].filter(({ text }) => !older.has(text))
  const passages = [
    (line: RepeatedLine) => (other: RepeatedLine) => line.masked === other.masked,
    (line: RepeatedLine) => (other: RepeatedLine) => haveWordInCommon(line, other),
    (line: RepeatedLine) => (other: RepeatedLine) => line.place === other.place,
  ].flatMap((matches) => takePairs(removed, added, matches))
  return [
    ...passages.flatMap(([line, other]) => changedPassage(pages, line, other)),
    ...removed.map((line) => removedPassage(pages, line)),
    ...added.map((line) => addedPassage(pages, line)),
  ]
}

/** The lines of two pages that repeat in their papers, as far as they differ; page numbers differ too. */
export function differingLines(
  older: string,
  newer: string,
  furniture: Furniture,
): Record<'older' | 'newer', string[]> {
  const [before, after] = [older, newer].map((page) =>
    furnitureIn(page, furniture).map(({ from, to }) => page.slice(from, to).trim()),
  ) as [string[], string[]]
  return {
    older: before.filter((line) => !after.includes(line)),
    newer: after.filter((line) => !before.includes(line)),
  }
}

type FoundLine = EdgeLine & { page: number; line: string }

function linesOf(pages: readonly string[], furniture: Furniture): FoundLine[] {
  return pages.flatMap((page, index) =>
    furnitureIn(page, furniture).map((line) => ({
      ...line,
      page: index + 1,
      line: page.slice(line.from, line.to).trim(),
    })),
  )
}

/** For each masked line, which of its numbers count pages. */
function countersIn(
  { older, newer }: Pages,
  before: readonly FoundLine[],
  after: readonly FoundLine[],
): Map<string, boolean[]> {
  const counters = Map.groupBy(
    [
      ...countersOf(before, older.length),
      // A number on one page alone counts the same thing as in the other paper.
      ...countersOf(after, newer.length),
    ],
    ({ masked }) => masked,
  )
  return new Map(
    Array.from(counters, ([masked, lines]) => [
      masked,
      lines[0]!.counters.map((_, position) => {
        const counted = lines.map((each) => each.counters[position])
        // An amount may happen to be the number of pages of one paper.
        return counted.includes('page') || counted.every((counts) => counts === 'pages')
      }),
    ]),
  )
}

function countersOf(lines: readonly FoundLine[], pages: number) {
  return [...Map.groupBy(lines, ({ masked }) => masked)].flatMap(([masked, same]) =>
    same.some(({ page }) => page !== same[0]!.page)
      ? [{ masked, counters: pageCounters(same, pages) }]
      : [],
  )
}

function firstOfEach(
  lines: readonly FoundLine[],
  counters: ReadonlyMap<string, boolean[]>,
): Map<string, RepeatedLine> {
  const first = new Map<string, RepeatedLine>()
  for (const { line, ...found } of lines) {
    const counts = counters.get(found.masked)
    let position = 0
    const text = line
      .normalize('NFKC')
      .replaceAll(/\d+/g, (digits) => (counts?.[position++] ? '#' : digits))
      .replaceAll(/\s+/g, ' ')
    if (!first.has(text)) first.set(text, { ...found, text })
  }
  return first
}

/** Takes the lines that belong together out of both lists. */
function takePairs(
  removed: RepeatedLine[],
  added: RepeatedLine[],
  matches: (line: RepeatedLine) => (other: RepeatedLine) => boolean,
): [RepeatedLine, RepeatedLine][] {
  const pairs: [RepeatedLine, RepeatedLine][] = []
  for (const line of removed.slice()) {
    const at = added.findIndex(matches(line))
    if (at === -1) continue
    pairs.push([line, ...added.splice(at, 1)] as [RepeatedLine, RepeatedLine])
    removed.splice(removed.indexOf(line), 1)
  }
  return pairs
}

function haveWordInCommon({ text }: RepeatedLine, other: RepeatedLine): boolean {
  const words = new Set(text.match(/\p{L}{3,}/gu))
  return (other.text.match(/\p{L}{3,}/gu) ?? []).some((word) => words.has(word))
}

/** One passage from the first to the last word that differs. */
function changedPassage({ older, newer }: Pages, line: RepeatedLine, other: RepeatedLine) {
  const [before, after] = [wordsOf(older, line), wordsOf(newer, other)]
  let [start, end] = [0, 0]
  const shorter = Math.min(before.length, after.length)
  while (start < shorter && before[start]!.key === after[start]!.key) start += 1
  while (end < shorter - start && before.at(-1 - end)!.key === after.at(-1 - end)!.key) end += 1
  const [from, to] = [
    spanOf(before, start, before.length - end, line),
    spanOf(after, start, after.length - end, other),
  ]
  if (from.from === from.to && to.from === to.to) return []
  return [passage(older, newer, { ...from, page: line.page }, { ...to, page: other.page })]
}

function removedPassage({ older, newer }: Pages, line: RepeatedLine): Passage {
  const page = Math.min(line.page, Math.max(1, newer.length))
  const at = line.place < 0 ? (newer[page - 1]?.length ?? 0) : 0
  return passage(older, newer, line, { page, from: at, to: at })
}

function addedPassage({ older, newer }: Pages, line: RepeatedLine): Passage {
  const page = Math.min(line.page, Math.max(1, older.length))
  const at = line.place < 0 ? (older[page - 1]?.length ?? 0) : 0
  return passage(older, newer, { page, from: at, to: at }, line)
}

type Place = Span & { page: number }

function passage(
  older: readonly string[],
  newer: readonly string[],
  before: Place,
  after: Place,
): Passage {
  const [beforeText, afterText] = [textAt(older, before), textAt(newer, after)]
  const rest = beforeText === '' ? 'added' : 'changed'
  return {
    kind: afterText === '' ? 'removed' : rest,
    before: [lettersAt(older, before)],
    after: [lettersAt(newer, after)],
    beforeText,
    afterText,
  }
}

function textAt(pages: readonly string[], { page, from, to }: Place): string {
  return (pages[page - 1] ?? '').slice(from, to).replaceAll(/\s+/g, ' ').trim()
}

function lettersAt(pages: readonly string[], { page, from, to }: Place): Place {
  const { at } = pageLetters(pages[page - 1] ?? '')
  return { page, from: at[from]!, to: at[to]! }
}

function wordsOf(pages: readonly string[], { page, from, to }: RepeatedLine) {
  return wordsIn(pages[page - 1]!.slice(from, to)).map(({ word, index }) => ({
    key: wordKey(word),
    from: from + index,
    to: from + index + word.length,
  }))
}

/** The part of a page's text with these words of a line; empty before the next word if there are none. */
function spanOf(words: readonly Span[], first: number, end: number, line: Span): Span {
  if (first < end) return { from: words[first]!.from, to: words[end - 1]!.to }
  const at = words[first]?.from ?? line.to
  return { from: at, to: at }
}
