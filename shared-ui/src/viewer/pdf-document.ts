import type { PDFDataRangeTransport, PDFDocumentProxy } from 'pdfjs-dist'
import { ownRowsOnly } from './page-structure.ts'
import { ownFiles } from './pdf-files.ts'
import type { Pdfjs } from './pdfjs.ts'
import type { RangeSource } from './range-source.ts'

type OpenOptions = {
  pdfjs: Pdfjs
  source: RangeSource
  signal: AbortSignal
  /** Called again after each wrong password. */
  askPassword: (answer: (password: string) => void, wrong: boolean) => void
  /** Some pages can't be read at the moment; `retry` requests them again. */
  onTrouble: (retry: () => void) => void
}

/** Opens a PDF from a source. Aborting the signal releases everything. */
export async function openPdf(options: OpenOptions): Promise<PDFDocumentProxy> {
  const { pdfjs, source, signal, askPassword } = options
  signal.throwIfAborted()
  const task = pdfjs.library.getDocument({
    ...(source.whole ? { data: source.whole } : { range: transportOf(options) }),
    worker: pdfjs.worker,
    rangeChunkSize: source.pieceSize,
    disableStream: true,
    // The source reads ahead itself, once the first page is shown.
    disableAutoFetch: true,
    BinaryDataFactory: ownFiles,
    useWorkerFetch: false,
    enableXfa: false,
    verbosity: pdfjs.library.VerbosityLevel.ERRORS,
  })
  // A worker that has already ended needs no cleanup.
  signal.addEventListener('abort', () => void task.destroy().catch(() => undefined), { once: true })
  const wrongPassword = pdfjs.library.PasswordResponses.INCORRECT_PASSWORD
  task.onPassword = (answer: (password: string) => void, reason: number) =>
    askPassword(answer, reason === wrongPassword)
  const document = await task.promise
  const getPage = document.getPage.bind(document)
  document.getPage = async (number) => ownRowsOnly(await getPage(number))
  return document
}

/** Documents up to this size are read completely in the background, so that turning pages is instant. */
const wholeReadLimit = 8 * 1024 * 1024

/** Reads the rest of the document once the first page is shown. */
export function readAhead(source: RangeSource): void {
  if (source.length <= wholeReadLimit) source.readRest()
}

function transportOf({ pdfjs, source, signal, onTrouble }: OpenOptions): PDFDataRangeTransport {
  const transport = new pdfjs.library.PDFDataRangeTransport(source.length, null)
  const missing = new Set<() => void>()
  const retryMissing = () => {
    const again = [...missing]
    missing.clear()
    for (const request of again) request()
  }
  const request = async (begin: number, end: number): Promise<void> => {
    try {
      const bytes = await source.read(begin, end)
      if (!signal.aborted) transport.onDataRange(begin, bytes)
    } catch {
      if (signal.aborted) return
      missing.add(() => void request(begin, end))
      onTrouble(retryMissing)
    }
  }
  transport.requestDataRange = (begin, end) => void request(begin, end)
  return transport
}
