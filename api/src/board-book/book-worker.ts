import { closeSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { annotatedCopy } from '../note-exports/annotated-copy-service.ts'
import type { BookInput, BookPaper } from './book-input.ts'
import type { BookJob, BookOutcome } from './book-maker.ts'
import { makeBook } from './make-book.ts'

// pdf-lib warns about every irregularity; what matters is in the outcome.
console.warn = () => {}

parentPort?.on('message', (job: BookJob) => {
  void made(job).then(answer)
})

function answer(outcome: BookOutcome): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(outcome)
}

async function made({ input, to, progress }: BookJob): Promise<BookOutcome> {
  const done = new Int32Array(progress)
  const file = openSync(to, 'w')
  const hash = createHash('sha256')
  try {
    const book = await makeBook(
      await withNotes(input),
      (bytes) => {
        hash.update(bytes)
        writeWhole(file, bytes)
      },
      (count) => Atomics.store(done, 0, count),
    )
    return { book: { ...book, size: statSync(to).size, sha256: hash.digest('hex') } }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return { failed: ['ENOSPC', 'EDQUOT'].includes(code) ? 'full' : 'defect', cause: String(error) }
  } finally {
    closeSync(file)
  }
}

/** Replaces each paper that has notes by an annotated copy. A paper that can't be annotated stays as it is. */
async function withNotes(input: BookInput): Promise<BookInput> {
  const papers: BookPaper[] = []
  for (const paper of input.papers) {
    const { notes, content } = paper
    if (!notes || 'reason' in content) {
      papers.push(paper)
      continue
    }
    const { version, placed, author } = notes
    const { bytes } = await annotatedCopy({ path: content.path, version, notes: placed, author })
    if (bytes) writeFileSync(content.path, bytes)
    papers.push(paper)
  }
  return { ...input, papers }
}

/** A single write may store fewer bytes than it was given. */
function writeWhole(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
}
