import type { WorkerKind } from '../../platform/background/heavy-work.ts'
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

/** Makes board books: 20 papers of 400 pages and 60 MB take a few seconds. */
export const bookWorker: WorkerKind<BookJob, BookOutcome> = {
  name: 'board book',
  script: new URL('./book-worker.ts', import.meta.url),
  length: 'long',
  timeout: 300_000,
  memoryMb: 1024,
  // It needs several times the memory of a book.
  idleTime: 10_000,
  longestWait: 10 * 60_000,
}
