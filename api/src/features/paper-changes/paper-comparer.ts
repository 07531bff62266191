import type { WorkerKind } from '../../platform/background/heavy-work.ts'
import type { PaperChanges } from './compare-papers.ts'

/** Each a JSON array with one string per page, in UTF-8. */
export type TextsToCompare = { older: Uint8Array; newer: Uint8Array }
export type Compared = { changes: PaperChanges }

/** Compares the texts of two papers: 100 pages take a tenth of a second. */
export const comparingWorker: WorkerKind<TextsToCompare, Compared> = {
  name: 'changes',
  script: new URL('./compare-worker.ts', import.meta.url),
  length: 'long',
  timeout: 30_000,
  memoryMb: 1024,
  idleTime: 30_000,
  longestWait: 25_000,
}
