import type { Caller, HeavyWork, WorkerKind } from '../../platform/background/heavy-work.ts'

/**
 * `json`: an array with one string per page, in UTF-8. Absent if no text can be read. `condition`: its pages only ask for
 * another program.
 */
export type PdfText = { json?: Uint8Array; condition?: 'form' | 'portfolio' }

export type PdfTextReader = {
  /** Reads the text of the PDF at `path`, page by page. */
  read: (path: string) => Promise<PdfText>
}

/** Reads the text of PDFs: 200 pages take about one second. A PDF over its limits has no text. */
export const textWorker: WorkerKind<string, PdfText> = {
  name: 'text',
  script: new URL('./pdf-text-worker.ts', import.meta.url),
  length: 'long',
  timeout: 60_000,
  memoryMb: 1024,
  idleTime: 10_000,
  longestWait: 60_000,
}

export function createPdfTextReader(
  heavyWork: Pick<HeavyWork, 'run'>,
  caller: Caller,
  kind = textWorker,
): PdfTextReader {
  return { read: async (path) => (await heavyWork.run(kind, caller, ({ ask }) => ask(path))) ?? {} }
}
