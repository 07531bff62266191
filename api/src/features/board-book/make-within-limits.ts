import { withoutNotes } from './book-input.ts'
import type { BookJob, BookOutcome } from './book-maker.ts'

/** At most this many papers may be changed; if more are too large, so is the whole book. */
const mostTooLarge = 2

const tooLarge = {
  reason: 'This paper takes too much time or memory, so it can’t be part of the book.',
}

/**
 * Makes a book in which a paper that takes too much time or memory is replaced by a page that says so: one crafted file
 * doesn't block the others. A paper with notes is first tried without them: writing them reads what copying doesn't.
 * Returns undefined if the book as a whole takes too much, or if it is aborted.
 */
export async function makeWithinLimits(
  /** Resolves to undefined if the book takes too much time or memory, or is aborted. */
  make: (job: BookJob) => Promise<BookOutcome | undefined>,
  job: BookJob,
  signal: AbortSignal,
): Promise<BookOutcome | undefined> {
  const done = new Int32Array(job.progress)
  const changed = new Set<number>()
  let { input } = job
  for (;;) {
    Atomics.store(done, 0, 0)
    const outcome = await make({ ...job, input })
    if (outcome || signal.aborted) return outcome
    const at = Atomics.load(done, 0)
    const paper = input.papers[at]
    if (!paper || 'reason' in paper.content) return undefined
    if (changed.add(at).size > mostTooLarge) return undefined
    const smaller = paper.notes ? withoutNotes(paper) : { ...paper, content: tooLarge }
    input = { ...input, papers: input.papers.with(at, smaller) }
  }
}
