import type { BookJob, BookMaker, BookOutcome } from './book-maker.ts'

/** At most this many papers are left out; if more are too large, so is the whole book. */
const mostTooLarge = 2

const tooLarge = {
  reason: 'This paper takes too much time or memory, so it can’t be part of the book.',
}

/**
 * Makes a book in which a paper that takes too much time or memory is replaced by a page that says so: one crafted file
 * doesn't block the others. Returns undefined if the book as a whole takes too much, or if it is aborted.
 */
export async function makeWithinLimits(
  maker: Pick<BookMaker, 'make'>,
  job: BookJob,
  signal: AbortSignal,
): Promise<BookOutcome | undefined> {
  const done = new Int32Array(job.progress)
  let { input } = job
  for (let left = mostTooLarge; ; left -= 1) {
    Atomics.store(done, 0, 0)
    // oxlint-disable-next-line no-await-in-loop -- each attempt leaves out the paper that was too large
    const outcome = await maker.make({ ...job, input }, signal)
    if (outcome || signal.aborted || left === 0) return outcome
    const at = Atomics.load(done, 0)
    const paper = input.papers[at]
    // Notes are added to all papers before the progress of the first one is counted.
    const isUnclear = input.papers.some(({ notes }) => notes !== undefined)
    if (isUnclear || !paper || 'reason' in paper.content) return undefined
    input = { ...input, papers: input.papers.with(at, { ...paper, content: tooLarge }) }
  }
}
