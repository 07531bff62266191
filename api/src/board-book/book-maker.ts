import { startWorkerThread } from '../worker-thread.ts'
import type { BookInput, MadeBook } from './book-input.ts'

export type BookJob = {
  input: BookInput
  /** Where the book is written. */
  to: string
  /** One 32-bit number: how many papers are done. */
  progress: SharedArrayBuffer
}

/** `sha256` is of its bytes, in hex; `size` is in bytes. */
export type WrittenBook = MadeBook & { size: number; sha256: string }
export type BookOutcome = { book: WrittenBook } | { failed: 'full' | 'defect'; cause: string }

export type BookMaker = {
  /** Undefined if it takes too long or too much memory, or is aborted. */
  make: (job: BookJob, signal: AbortSignal) => Promise<BookOutcome | undefined>
  stop: () => Promise<void>
}

/** The time in ms: 20 papers of 400 pages and 60 MB take a few seconds. */
const usualLimits = { timeout: 300_000, memoryMb: 1024 }

/** How long a worker waits for another book, in ms. */
const idleTime = 10_000

/** Makes board books in a worker thread; one at a time is asked for. */
export function createBookMaker(limits = usualLimits): BookMaker {
  const thread = startWorkerThread<BookJob, BookOutcome>(
    new URL('./book-worker.ts', import.meta.url),
    limits,
  )
  let idleTimer: NodeJS.Timeout | undefined
  return {
    async make(job, signal) {
      clearTimeout(idleTimer)
      const outcome = await thread.ask(job, signal)
      // Its memory is several times that of a book.
      idleTimer = setTimeout(() => void thread.stop(), idleTime).unref()
      return outcome
    },
    async stop() {
      clearTimeout(idleTimer)
      await thread.stop()
    },
  }
}
