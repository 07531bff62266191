import type { Run, Runs } from './matching-runs.ts'
import type { Papers, PaperWords } from './paper-words.ts'
import type { Edit, Span } from './word-edits.ts'

export type PageChange = {
  /** From 1. */
  page: number
  /** The page of the older paper that holds most of its words; absent on an added page. */
  was?: number
  /**
   * `moved`: other pages overtook it; a page that only has another number is `same` or `changed`.
   * `withoutText`: a picture or an empty page, which words can't compare. `scanned`: such a page in the place of one that
   * had words.
   */
  verdict: 'same' | 'changed' | 'moved' | 'added' | 'withoutText' | 'scanned'
}

/** The share of a page's words from which the page is new or removed. */
const replacedShare = 0.8
/** The share of a page's words from which the page has moved. */
const movedShare = 0.6

export function comparePages(
  { older, newer }: Papers,
  { inPlace, moved }: Runs,
  edits: readonly Edit[],
): { pages: PageChange[]; removedPages: number[] } {
  const fromRuns = originsOf(older.words, newer.words, [...inPlace, ...moved])
  // Pages of a few words are in no run.
  const fromRest = originsOf(
    older.words,
    newer.words,
    unchangedWords({ older, newer }, moved, edits),
  )
  const origins = newer.pages.map((_, page) => fromRuns[page] ?? fromRest[page])
  const total = wordsPerPage(newer.words, newer.pages.length, [all(newer.words)])
  const added = wordsPerPage(
    newer.words,
    newer.pages.length,
    edits.map(({ newer: to }) => to),
  )
  const arrived = wordsPerPage(newer.words, newer.pages.length, moved.map(spanIn('newer')))
  const touched = touchedPages(newer.words, edits)
  const pages = newer.pages.map((_, index): PageChange => {
    const page = index + 1
    if (total[index] === 0) return { page, verdict: 'withoutText' }
    const was = origins[index]
    if (was === undefined || added[index]! >= total[index]! * replacedShare) {
      return { page, verdict: 'added' }
    }
    if (arrived[index]! >= total[index]! * movedShare) return { page, was, verdict: 'moved' }
    const isChanged = arrived[index]! > 0 || touched.has(index)
    return { page, was, verdict: isChanged ? 'changed' : 'same' }
  })
  placePictures(pages, older)
  const count = wordsPerPage(older.words, older.pages.length, [all(older.words)])
  const gone = wordsPerPage(
    older.words,
    older.pages.length,
    edits.map(({ older: from }) => from),
  )
  const left = new Set(pages.map(({ was }) => was))
  const removedPages = older.pages.flatMap((_, index) => {
    const isGone =
      count[index] === 0 ? !left.has(index + 1) : gone[index]! >= count[index]! * replacedShare
    return isGone ? [index + 1] : []
  })
  placeScans(pages, removedPages)
  return { pages, removedPages }
}

function all({ count }: PaperWords): Span {
  return { from: 0, to: count }
}

function spanIn(side: 'older' | 'newer') {
  return (run: Run): Span => ({ from: run[side], to: run[side] + run.length })
}

function wordsPerPage(words: PaperWords, pages: number, spans: readonly Span[]): number[] {
  const counts = Array.from({ length: pages }, () => 0)
  for (const { from, to } of spans) {
    for (let word = from; word < to; word += 1) counts[words.page[word]!]! += 1
  }
  return counts
}

/** The pages with an edit; a removal is on the page of the word after it. */
function touchedPages(words: PaperWords, edits: readonly Edit[]): Set<number> {
  const touched = new Set<number>()
  for (const { newer } of edits) {
    const last = Math.max(newer.to - 1, newer.from)
    for (let word = newer.from; word <= Math.min(last, words.count - 1); word += 1) {
      touched.add(words.page[word]!)
    }
    if (newer.from >= words.count && words.count > 0) touched.add(words.page[words.count - 1]!)
  }
  return touched
}

/** For each page of the newer paper, the older page (from 1) with most of its matched words. */
function originsOf(
  older: PaperWords,
  newer: PaperWords,
  runs: readonly Run[],
): (number | undefined)[] {
  const votes: Map<number, number>[] = []
  for (const run of runs) {
    for (let word = 0; word < run.length; word += 1) {
      const counts = (votes[newer.page[run.newer + word]!] ??= new Map())
      const from = older.page[run.older + word]! + 1
      counts.set(from, (counts.get(from) ?? 0) + 1)
    }
  }
  return Array.from(votes, (counts) => {
    const [most] = [...(counts ?? [])].toSorted(([, a], [, b]) => b - a)
    return most?.[0]
  })
}

/** The words that no edit touches and that did not move: they are the same in both papers, in their order. */
function unchangedWords(
  { older, newer }: Papers,
  moved: readonly Run[],
  edits: readonly Edit[],
): Run[] {
  const left = (side: 'older' | 'newer', count: number) => {
    const touched = new Uint8Array(count)
    for (const { from, to } of [...edits.map((edit) => edit[side]), ...moved.map(spanIn(side))]) {
      touched.fill(1, from, to)
    }
    return Array.from(touched.keys()).filter((word) => touched[word] === 0)
  }
  const [from, to] = [left('older', older.words.count), left('newer', newer.words.count)]
  return to
    .slice(0, from.length)
    .map((word, index) => ({ older: from[index]!, newer: word, length: 1 }))
}

/** A page without text that follows the page before it like a page that had words is taken for its scan. */
function placeScans(pages: PageChange[], removedPages: readonly number[]): void {
  let previous = 0
  for (const page of pages) {
    if (page.verdict === 'withoutText' && page.was === undefined) {
      if (removedPages.includes(previous + 1)) {
        page.was = previous + 1
        page.verdict = 'scanned'
      }
    }
    previous = page.was ?? previous
  }
}

/** A page without text was next to the page before it, if there was one without text. */
function placePictures(pages: PageChange[], older: Papers['older']): void {
  const isTaken = new Set(pages.flatMap(({ was }) => was ?? []))
  const hasWords = new Set(older.words.page)
  let previous = 0
  for (const page of pages) {
    const next = previous + 1
    if (page.verdict === 'withoutText' && next <= older.pages.length) {
      if (!hasWords.has(next - 1) && !isTaken.has(next)) {
        page.was = next
        isTaken.add(next)
      }
    }
    previous = page.was ?? previous
  }
}
