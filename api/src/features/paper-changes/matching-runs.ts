import type { PaperWords } from './paper-words.ts'

/** Words that both papers have in the same order; `length` counts the words of each, holes included. */
export type Run = { older: number; newer: number; length: number }

/** The runs that keep their order in both papers, and those that don't. Both are sorted by `newer`. */
export type Runs = { inPlace: Run[]; moved: Run[] }

/** How many words are compared at a time. Shorter sequences repeat too often to locate a text. */
const gramLength = 6
/** How many words may differ between two matches of one run. */
const longestHole = 30
/** Shorter runs out of order are chance: a phrase that occurs elsewhere as well. */
const shortestMove = 12
/** What is left of a run next to a longer one; the words of shorter parts are compared one by one. */
const shortestPart = 3

/**
 * Matches two papers by word sequences that occur once in each, joined into runs. Where runs overlap, by a shared full
 * stop or a whole repeated paragraph, the longer one keeps the words. The heaviest chain of runs in the same order is in
 * place, so a paper's largest part never counts as moved.
 */
export function matchingRuns(older: PaperWords, newer: PaperWords): Runs {
  const runs = withoutOverlaps(joinedRuns(older, newer), { older, newer })
  const inPlace = heaviestChain(runs)
  const chosen = new Set(inPlace)
  const moved = runs.filter((run) => !chosen.has(run) && run.length >= shortestMove)
  return { inPlace, moved }
}

/** Runs of equal words, the differing words between near matches included. */
function joinedRuns(older: PaperWords, newer: PaperWords): Run[] {
  const olderGrams = uniqueGrams(older)
  const open = new Map<number, Run>()
  const runs: Run[] = []
  for (const [gram, at] of uniqueGrams(newer)) {
    const from = olderGrams.get(gram)
    if (from === undefined || !isSameGram(older, from, newer, at)) continue
    const diagonal = at - from
    const last = open.get(diagonal)
    const hole = last ? at - (last.newer + last.length) : Infinity
    if (hole <= longestHole) {
      last!.length = Math.max(last!.length, at + gramLength - last!.newer)
      continue
    }
    const run = { older: from, newer: at, length: gramLength }
    open.set(diagonal, run)
    runs.push(run)
  }
  for (const run of runs) extend(run, older, newer)
  return runs
}

/** The word sequences that occur once, by their hash, in the paper's order. */
function uniqueGrams({ ids, count }: PaperWords): Map<number, number> {
  const positions = new Map<number, number>()
  const repeated = new Set<number>()
  for (let at = 0; at + gramLength <= count; at += 1) {
    let hash = 0
    for (let word = at; word < at + gramLength; word += 1) {
      hash = Math.imul(hash ^ ids[word]!, 0x9e3779b1)
      hash ^= hash >>> 15
    }
    if (repeated.has(hash)) continue
    if (!positions.has(hash)) positions.set(hash, at)
    else {
      positions.delete(hash)
      repeated.add(hash)
    }
  }
  return positions
}

function isSameGram(older: PaperWords, from: number, newer: PaperWords, at: number): boolean {
  for (let word = 0; word < gramLength; word += 1) {
    if (older.ids[from + word] !== newer.ids[at + word]) return false
  }
  return true
}

/** Adds the equal words before and after. */
function extend(run: Run, older: PaperWords, newer: PaperWords): void {
  while (run.older > 0 && run.newer > 0 && older.ids[run.older - 1] === newer.ids[run.newer - 1]) {
    run.older -= 1
    run.newer -= 1
    run.length += 1
  }
  while (
    run.older + run.length < older.count &&
    run.newer + run.length < newer.count &&
    older.ids[run.older + run.length] === newer.ids[run.newer + run.length]
  ) {
    run.length += 1
  }
}

/**
 * The runs with the most words that have one order in both papers. Ends are kept in a tree of
 * prefix maxima over the older paper's order.
 */
function heaviestChain(runs: readonly Run[]): Run[] {
  const byStart = runs.toSorted((a, b) => a.newer - b.newer || a.older - b.older)
  const byEnd = byStart.toSorted((a, b) => endOf(a) - endOf(b))
  const ends = [...new Set(byStart.map(({ older, length }) => older + length))].toSorted(
    (a, b) => a - b,
  )
  const tree = Array.from<Run | undefined>({ length: ends.length + 1 })
  const weights = new Map<Run, number>()
  const before = new Map<Run, Run | undefined>()
  let closed = 0
  for (const run of byStart) {
    for (; closed < byEnd.length && endOf(byEnd[closed]!) <= run.newer; closed += 1) {
      const ended = byEnd[closed]!
      for (let at = countUpTo(ends, ended.older + ended.length); at < tree.length; at += at & -at) {
        if ((weights.get(ended) ?? 0) > weightOf(tree[at])) tree[at] = ended
      }
    }
    let best: Run | undefined
    for (let at = countUpTo(ends, run.older); at > 0; at -= at & -at) {
      if (weightOf(tree[at]) > weightOf(best)) best = tree[at]
    }
    before.set(run, best)
    weights.set(run, weightOf(best) + run.length)
  }
  function weightOf(run: Run | undefined): number {
    return run ? weights.get(run)! : 0
  }
  const chain: Run[] = []
  let last = byStart.reduce<Run | undefined>(
    (most, run) => (weightOf(run) > weightOf(most) ? run : most),
    undefined,
  )
  for (; last; last = before.get(last)) chain.push(last)
  return chain.toReversed()
}

function endOf({ newer, length }: Run): number {
  return newer + length
}

/** How many of the sorted numbers are `most` or less. */
function countUpTo(sorted: readonly number[], most: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! <= most) low = middle + 1
    else high = middle
  }
  return low
}

/** Divides the runs, longest first, so that each old and each new word is in one of them at most. */
function withoutOverlaps(
  runs: readonly Run[],
  { older, newer }: { older: PaperWords; newer: PaperWords },
): Run[] {
  const takenOlder = new Uint8Array(older.count)
  const takenNewer = new Uint8Array(newer.count)
  const parts: Run[] = []
  for (const run of runs.toSorted((a, b) => b.length - a.length)) {
    const isFree = (word: number) =>
      takenOlder[run.older + word] === 0 && takenNewer[run.newer + word] === 0
    const isEqual = (word: number) => older.ids[run.older + word] === newer.ids[run.newer + word]
    for (let word = 0; word < run.length; word += 1) {
      if (!isFree(word) || !isEqual(word)) continue
      const from = word
      while (word < run.length && isFree(word)) word += 1
      let to = word
      while (!isEqual(to - 1)) to -= 1
      if (to - from < shortestPart) continue
      const part = { older: run.older + from, newer: run.newer + from, length: to - from }
      takenOlder.fill(1, part.older, part.older + part.length)
      takenNewer.fill(1, part.newer, part.newer + part.length)
      parts.push(part)
    }
  }
  return parts.toSorted((a, b) => a.newer - b.newer)
}
