import { startWorkerThread } from '../background/worker-thread.ts'
import type { BookInput, MadeBook } from './book-input.ts'

export type BookJob = {
  input: BookInput
  /** Path of the file to write. */
  to: string
  /** One 32-bit integer: the number of papers done. */
  progress: SharedArrayBuffer
}

/** `sha256`: of the file, in hex. `size`: in bytes. */
export type WrittenBook = MadeBook & { size: number; sha256: string }
export type BookOutcome = { book: WrittenBook } | { failed: 'full' | 'defect'; cause: string }

export type BookMaker = {
  /** Resolves to undefined if the book takes too much time or memory, or is aborted. */
  make: (job: BookJob, signal: AbortSignal) => Promise<BookOutcome | undefined>
  stop: () => Promise<void>
}

/** `timeout` in ms: 20 papers of 400 pages and 60 MB take a few seconds. */
const usualLimits = { timeout: 300_000, memoryMb: 1024 }

/** How long an idle worker is kept, in ms. */
const idleTime = 10_000

/** Makes board books in a worker thread. Callers make one book at a time. */
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
      // The worker needs several times the memory of a book.
      idleTimer = setTimeout(() => void thread.stop(), idleTime).unref()
      return outcome
    },
    async stop() {
      clearTimeout(idleTimer)
      await thread.stop()
    },
  }
}
