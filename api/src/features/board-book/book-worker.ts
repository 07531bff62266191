import { closeSync, openSync, statSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { answerJobs } from '../../platform/background/answer-jobs.ts'
import { isDiskFull } from '../../refusal.ts'
import type { BookJob, BookOutcome } from './book.ts'
import { makeBook } from './book-pdf.ts'

answerJobs(made)

async function made({ input, to, progress }: BookJob): Promise<BookOutcome> {
  const done = new Int32Array(progress)
  const file = openSync(to, 'w')
  const hash = createHash('sha256')
  try {
    const book = await makeBook(
      input,
      (bytes) => {
        hash.update(bytes)
        // Appends to an open file.
        writeFileSync(file, bytes)
      },
      (count) => Atomics.store(done, 0, count),
    )
    return { book: { ...book, size: statSync(to).size, sha256: hash.digest('hex') } }
  } catch (error) {
    return { failed: isDiskFull(error) ? 'full' : 'defect', cause: String(error) }
  } finally {
    closeSync(file)
  }
}
