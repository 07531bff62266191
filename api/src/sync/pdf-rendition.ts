import { startPdfThread } from './pdf-thread.ts'

export type PdfOutcome =
  | {
      condition: 'ready'
      pages: number
      /** Bytes from the start that page 1 draws with, and from the end what opening reads. */
      head: number
      tail: number
    }
  /** `unmade`: sound enough to show, but no fast copy could be made. */
  | { condition: 'broken' | 'encrypted' | 'unmade' }

export type PdfWorker = {
  /** Reads the PDF at `from` and writes its fast copy to `to`. */
  make: (from: string, to: string) => Promise<PdfOutcome>
  stop: () => Promise<void>
}

type Options = {
  /** In ms; a PDF that takes longer is served as it is. */
  limit?: number
  memoryMb?: number
}

/** The thread that lays PDFs out anew. */
export function startPdfWorker({ limit = 120_000, memoryMb = 1536 }: Options = {}): PdfWorker {
  const thread = startPdfThread<{ from: string; to: string }, PdfOutcome>(
    new URL('./pdf-worker.ts', import.meta.url),
    { limit, memoryMb },
  )
  return {
    stop: thread.stop,
    make: async (from, to) => (await thread.ask({ from, to })) ?? { condition: 'unmade' },
  }
}
