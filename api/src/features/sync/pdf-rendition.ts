import type { PaperCondition } from '@portal/domain/paper-problem'
import type { Caller, HeavyWork, WorkerKind } from '../../platform/background/heavy-work.ts'

export type PdfOutcome =
  | {
      condition: 'ready'
      pages: number
      /** Number of bytes: from the start, those page 1 draws with; from the end, those read at opening. */
      head: number
      tail: number
      /** The hash (in hex) and number of bytes of the copy, computed here so that no other thread reads it for them. */
      sha256: string
      size: number
    }
  /**
   * `tooLarge`: it expands to more than can be opened. `unmade`: the PDF can be shown, but no fast copy could be made.
   */
  | { condition: Exclude<PaperCondition, 'ready'> | 'tooLarge' | 'unmade' }

/** `isSpare`: nobody needs the file at `from` any more, so it is deleted before the copy is written. */
export type PdfJob = { from: string; to: string; isSpare?: boolean }

export type PdfRenditions = {
  /** Reads the PDF at `from` and writes its fast copy to `to`. */
  make: (job: PdfJob) => Promise<PdfOutcome>
}

/** Rewrites PDFs for fast opening; a PDF that takes too long is served in its original form. */
export const renditionWorker: WorkerKind<PdfJob, PdfOutcome> = {
  name: 'fast copy',
  script: new URL('./pdf-worker.ts', import.meta.url),
  length: 'long',
  timeout: 120_000,
  memoryMb: 1536,
  idleTime: 10_000,
  longestWait: 60_000,
}

export function createPdfRenditions(
  heavyWork: Pick<HeavyWork, 'run'>,
  caller: Caller,
  kind = renditionWorker,
): PdfRenditions {
  return {
    make: async (job) =>
      (await heavyWork.run(kind, caller, ({ ask }) => ask(job))) ?? { condition: 'unmade' },
  }
}
