import { startWorkerThread } from '../background/worker-thread.ts'

/** `json`: an array with one string per page, in UTF-8. Absent if no text can be read. */
export type PdfText = { json?: Uint8Array }

export type PdfTextReader = {
  /** Reads the text of the PDF at `path`, page by page. */
  read: (path: string) => Promise<PdfText>
  stop: () => Promise<void>
}

type Options = {
  /** Timeout in ms; 200 pages take about one second. */
  timeout?: number
  memoryMb?: number
}

/** Starts the worker thread that reads the text of PDFs. A PDF over its limits has no text. */
export function startPdfTextReader({
  timeout = 60_000,
  memoryMb = 1024,
}: Options = {}): PdfTextReader {
  const thread = startWorkerThread<string, PdfText>(
    new URL('./pdf-text-worker.ts', import.meta.url),
    {
      timeout,
      memoryMb,
    },
  )
  return { stop: thread.stop, read: async (path) => (await thread.ask(path)) ?? {} }
}
