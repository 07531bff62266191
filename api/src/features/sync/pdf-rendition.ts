import type { PaperCondition } from '@portal/domain/paper-problem'
import type { Caller, HeavyWork, WorkerKind } from '../../platform/background/heavy-work.ts'

export type PdfOutcome =
  | {
      condition: 'ready'
      pages: number
      /** Number of bytes: from the start, those page 1 draws with; from the end, those read at opening. */
      head: number
      tail: number
    }
  /**
   * `tooLarge`: it expands to more than can be opened. `unmade`: the PDF can be shown, but no fast copy could be made.
   */
  | { condition: Exclude<PaperCondition, 'ready'> | 'tooLarge' | 'unmade' }

export type PdfRenditions = {
  /** Reads the PDF at `from` and writes its fast copy to `to`. */
  make: (from: string, to: string) => Promise<PdfOutcome>
}

/** Rewrites PDFs for fast opening; a PDF that takes too long is served in its original form. */
export const renditionWorker: WorkerKind<{ from: string; to: string }, PdfOutcome> = {
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
    make: async (from, to) =>
      (await heavyWork.run(kind, caller, ({ ask }) => ask({ from, to }))) ?? {
        condition: 'unmade',
      },
  }
}
