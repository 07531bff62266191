import { startPdfThread } from './pdf-thread.ts'

/** `json`: an array with one string a page, in UTF-8. Absent where no text can be read from the file. */
export type PdfText = { json?: Uint8Array }

export type PdfTextReader = {
  /** The text of the PDF at `path`, page by page. */
  read: (path: string) => Promise<PdfText>
  stop: () => Promise<void>
}

type Options = {
  /** In ms; 200 pages take about one second. */
  limit?: number
  memoryMb?: number
}

/** The thread that reads the text of PDFs. One that is too slow or too large for it has no text. */
export function startPdfTextReader({
  limit = 60_000,
  memoryMb = 1024,
}: Options = {}): PdfTextReader {
  const thread = startPdfThread<string, PdfText>(new URL('./pdf-text-worker.ts', import.meta.url), {
    limit,
    memoryMb,
  })
  return { stop: thread.stop, read: async (path) => (await thread.ask(path)) ?? {} }
}
