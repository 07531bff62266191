import type { PDFDataRangeTransport, PDFDocumentProxy } from 'pdfjs-dist'
import { ownRowsOnly } from './page-structure.ts'
import { ownFiles } from './pdf-files.ts'
import type { Pdfjs } from './pdfjs.ts'
import type { RangeSource } from './range-source.ts'

type OpenOptions = {
  pdfjs: Pdfjs
  source: RangeSource
  signal: AbortSignal
  /** Asked for each wrong answer again. */
  askPassword: (answer: (password: string) => void, wrong: boolean) => void
  /** Some of the pages can't be read for now; `retry` asks for them again. */
  onTrouble: (retry: () => void) => void
}

/** Opens a PDF over a source. Aborting the signal lets go of everything. */
export async function openPdf(options: OpenOptions): Promise<PDFDocumentProxy> {
  const { pdfjs, source, signal, askPassword } = options
  signal.throwIfAborted()
  const task = pdfjs.library.getDocument({
    ...(source.whole ? { data: source.whole } : { range: transportOf(options) }),
    worker: pdfjs.worker,
    rangeChunkSize: source.pieceSize,
    disableStream: true,
    // Reading ahead is the source's, and begins when the first page stands.
    disableAutoFetch: true,
    BinaryDataFactory: ownFiles,
    useWorkerFetch: false,
    enableXfa: false,
    verbosity: pdfjs.library.VerbosityLevel.ERRORS,
  })
  // A worker that is gone already has nothing left to end.
  signal.addEventListener('abort', () => void task.destroy().catch(() => undefined), { once: true })
  const wrongPassword = pdfjs.library.PasswordResponses.INCORRECT_PASSWORD
  task.onPassword = (answer: (password: string) => void, reason: number) =>
    askPassword(answer, reason === wrongPassword)
  const document = await task.promise
  const getPage = document.getPage.bind(document)
  document.getPage = async (number) => ownRowsOnly(await getPage(number))
  return document
}

/** Up to this size the rest of a document is read in the background, so that every page turns at once. */
const wholeReadLimit = 8 * 1024 * 1024

/** Brings what the first page didn't need, once it stands on the screen. */
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
