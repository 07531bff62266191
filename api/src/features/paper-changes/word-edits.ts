import { diffArrays } from 'diff'
import type { Run, Runs } from './matching-runs.ts'
import type { PaperWords } from './paper-words.ts'

/** Words of the older paper that were replaced by words of the newer one; either may be empty. */
export type Edit = { older: Span; newer: Span }
/** Words by their position in the paper; `to` is not included. */
export type Span = { from: number; to: number }

/** Two edits with at most this many words between them are one passage. */
const nearestEdits = 2
/**
 * How many edits a gap between matches may take before all of it counts as replaced. A limit of
 * edits and not of time: the result must be the same on every machine.
 */
const mostEdits = 600

/** Differing words of a run with fewer equal words between them are compared together. */
const nearestHoles = 6

/**
 * The edits between the runs and inside their holes, in order; moved words are in none of them. `ends`: the signs that
 * end a sentence.
 */
export function wordEdits(
  older: PaperWords,
  newer: PaperWords,
  { inPlace, moved }: Runs,
  ends: ReadonlySet<number | undefined>,
): Edit[] {
  const isMovedFrom = marked(older.count, moved, 'older')
  const isMovedTo = marked(newer.count, moved, 'newer')
  const edits: Edit[] = []
  const gap = (from: Span, to: Span) => {
    const left = wordsIn(from, isMovedFrom)
    const right = wordsIn(to, isMovedTo)
    edits.push(...editsBetween({ older, left, end: from.to }, { newer, right, end: to.to }))
  }
  let done: { older: number; newer: number } = { older: 0, newer: 0 }
  for (const run of inPlace) {
    gap({ from: done.older, to: run.older }, { from: done.newer, to: run.newer })
    edits.push(...holesOf(run, older, newer))
    done = { older: run.older + run.length, newer: run.newer + run.length }
  }
  gap({ from: done.older, to: older.count }, { from: done.newer, to: newer.count })
  return slid(withoutMovedSigns(joined(edits), moved, { older, newer }), { older, newer }, ends)
}

/** Moved words leave the signs around them: a full stop that is gone before them and new after them isn't a change. */
function withoutMovedSigns(
  edits: readonly Edit[],
  moved: readonly Run[],
  { older, newer }: Record<'older' | 'newer', PaperWords>,
): Edit[] {
  const dropped = new Set<Edit>()
  const isAt = ({ from, to }: Span, start: number, length: number) =>
    to - from > 0 && to - from < nearestHoles && (to === start || from === start + length)
  const isEmpty = ({ from, to }: Span) => from === to
  for (const run of moved) {
    const gone = edits.find(
      (edit) =>
        !dropped.has(edit) && isEmpty(edit.newer) && isAt(edit.older, run.older, run.length),
    )
    const come = edits.find(
      (edit) =>
        !dropped.has(edit) && isEmpty(edit.older) && isAt(edit.newer, run.newer, run.length),
    )
    if (!gone || !come) continue
    const was = older.ids.subarray(gone.older.from, gone.older.to)
    const is = newer.ids.subarray(come.newer.from, come.newer.to)
    if (was.length === is.length && was.every((id, at) => id === is[at])) {
      dropped.add(gone).add(come)
    }
  }
  return edits.filter((edit) => !dropped.has(edit))
}

function isPageStart({ page, count }: PaperWords, word: number): boolean {
  return word === 0 || word === count || page[word - 1] !== page[word]
}

/** How many words an insertion or removal may slide. */
const longestSlide = 60

/**
 * `. New words` in front of a full stop are also `New words.` after one. Insertions and removals are whole
 * pages, or else begin a sentence.
 */
function slid(
  edits: readonly Edit[],
  papers: Record<'older' | 'newer', PaperWords>,
  ends: ReadonlySet<number | undefined>,
): Edit[] {
  return edits.map((edit, at) => {
    const isAdded = edit.older.from === edit.older.to
    if (!isAdded && edit.newer.from !== edit.newer.to) return edit
    const [side, other] = isAdded ? (['newer', 'older'] as const) : (['older', 'newer'] as const)
    const [words, rest] = [papers[side], papers[other]]
    const { from, to } = edit[side]
    const empty = edit[other].from
    const [least, most] = [edits[at - 1]?.[side].to ?? 0, edits[at + 1]?.[side].from ?? words.count]
    const worth = (by: number) => {
      const isPages = isPageStart(words, from + by) && isPageStart(words, to + by)
      if (isPages) return 2
      return from + by === 0 || ends.has(words.ids[from + by - 1]) ? 1 : 0
    }
    let best = 0
    const consider = (by: number) => {
      if (worth(by) > worth(best)) best = by
    }
    for (let by = 0; by < longestSlide && to + by < most; by += 1) {
      const next = words.ids[to + by]
      if (words.ids[from + by] !== next || rest.ids[empty + by] !== next) break
      consider(by + 1)
    }
    for (let by = 0; by > -longestSlide && from + by > least; by -= 1) {
      const last = words.ids[from + by - 1]
      if (words.ids[to + by - 1] !== last || rest.ids[empty + by - 1] !== last) break
      consider(by - 1)
    }
    const moved = ({ from: begin, to: end }: Span) => ({ from: begin + best, to: end + best })
    return { older: moved(edit.older), newer: moved(edit.newer) }
  })
}

/** The edits within a moved passage. */
export function editsInMove(run: Run, older: PaperWords, newer: PaperWords): Edit[] {
  return joined(holesOf(run, older, newer))
}

function marked(count: number, runs: readonly Run[], side: 'older' | 'newer'): Uint8Array {
  const marks = new Uint8Array(count)
  for (const run of runs) marks.fill(1, run[side], run[side] + run.length)
  return marks
}

function wordsIn({ from, to }: Span, isMoved: Uint8Array): number[] {
  const words: number[] = []
  for (let word = from; word < to; word += 1) if (isMoved[word] === 0) words.push(word)
  return words
}

/** The differing words inside a run, those near each other compared together. */
function holesOf(run: Run, older: PaperWords, newer: PaperWords): Edit[] {
  const holes: Span[] = []
  for (let word = 0; word < run.length; word += 1) {
    if (older.ids[run.older + word] === newer.ids[run.newer + word]) continue
    const last = holes.at(-1)
    if (last && word - last.to < nearestHoles) last.to = word + 1
    else holes.push({ from: word, to: word + 1 })
  }
  return holes.flatMap(({ from, to }) => {
    const left = range(run.older + from, run.older + to)
    const right = range(run.newer + from, run.newer + to)
    return editsBetween({ older, left, end: run.older + to }, { newer, right, end: run.newer + to })
  })
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, word) => from + word)
}

/** `end`: where an insertion or removal at the end of the gap is. */
function editsBetween(
  { older, left, end: olderEnd }: { older: PaperWords; left: number[]; end: number },
  { newer, right, end: newerEnd }: { newer: PaperWords; right: number[]; end: number },
): Edit[] {
  if (left.length === 0 && right.length === 0) return []
  const parts =
    left.length === 0 || right.length === 0
      ? undefined
      : diffArrays(
          left.map((word) => older.ids[word]!),
          right.map((word) => newer.ids[word]!),
          { maxEditLength: mostEdits },
        )
  const edits: Edit[] = []
  let at = { left: 0, right: 0 }
  const add = (leftCount: number, rightCount: number) => {
    for (const edit of contiguous(
      left.slice(at.left, at.left + leftCount),
      right.slice(at.right, at.right + rightCount),
      { older: left[at.left] ?? olderEnd, newer: right[at.right] ?? newerEnd },
    )) {
      edits.push(edit)
    }
    at = { left: at.left + leftCount, right: at.right + rightCount }
  }
  if (!parts) {
    add(left.length, right.length)
    return edits
  }
  for (const { added, removed, count } of parts) {
    if (removed) add(count, 0)
    else if (added) add(0, count)
    else at = { left: at.left + count, right: at.right + count }
  }
  return edits
}

/** One edit, or one for each part if moved words are between them. */
function contiguous(
  left: readonly number[],
  right: readonly number[],
  empty: { older: number; newer: number },
): Edit[] {
  const lefts = spansOf(left)
  const rights = spansOf(right)
  if (lefts.length === 1 && rights.length === 1) return [{ older: lefts[0]!, newer: rights[0]! }]
  return [
    ...lefts.map((older) => ({ older, newer: { from: empty.newer, to: empty.newer } })),
    ...rights.map((newer) => ({ older: { from: empty.older, to: empty.older }, newer })),
  ]
}

function spansOf(words: readonly number[]): Span[] {
  const spans: Span[] = []
  for (const word of words) {
    const last = spans.at(-1)
    if (last?.to === word) last.to = word + 1
    else spans.push({ from: word, to: word + 1 })
  }
  return spans
}

/** Joins edits that are next to each other on both sides. */
function joined(edits: readonly Edit[]): Edit[] {
  const result: Edit[] = []
  for (const edit of edits) {
    const last = result.at(-1)
    if (last && isNear(last.older, edit.older) && isNear(last.newer, edit.newer)) {
      last.older = { from: last.older.from, to: edit.older.to }
      last.newer = { from: last.newer.from, to: edit.newer.to }
    } else result.push({ ...edit })
  }
  return result
}

function isNear(before: Span, after: Span): boolean {
  const between = after.from - before.to
  return between >= 0 && between <= nearestEdits
}
