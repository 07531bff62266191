import { startWorkerThread } from '../background/worker-thread.ts'

export type PdfOutcome =
  | {
      condition: 'ready'
      pages: number
      /** Number of bytes: from the start, those page 1 draws with; from the end, those read at opening. */
      head: number
      tail: number
    }
  /** `unmade`: the PDF can be shown, but no fast copy could be made. */
  | { condition: 'broken' | 'encrypted' | 'unmade' }

export type PdfWorker = {
  /** Reads the PDF at `from` and writes its fast copy to `to`. */
  make: (from: string, to: string) => Promise<PdfOutcome>
  stop: () => Promise<void>
}

type Options = {
  /** Timeout in ms; a PDF that takes longer is served in its original form. */
  timeout?: number
  memoryMb?: number
}

/** Starts the worker thread that rewrites PDFs for fast opening. */
export function startPdfWorker({ timeout = 120_000, memoryMb = 1536 }: Options = {}): PdfWorker {
  const thread = startWorkerThread<{ from: string; to: string }, PdfOutcome>(
    new URL('./pdf-worker.ts', import.meta.url),
    { timeout, memoryMb },
  )
  return {
    stop: thread.stop,
    make: async (from, to) => (await thread.ask({ from, to })) ?? { condition: 'unmade' },
  }
}
