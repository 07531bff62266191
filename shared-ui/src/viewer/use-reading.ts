import { type RefObject, useEffect, useState } from 'react'
import { failureOf, isRefused, isReplaced, type LoadFailure } from './load-failure.ts'
import { afterPaint, createReading, type PdfReading } from './pdf-reading.ts'
import { loadPdfjs, type Pdfjs } from './pdfjs.ts'
import type { Opening, RangeSource } from './range-source.ts'
import { recallPlace, rememberPlace, type ReadingPlace } from './reading-places.ts'
import type { PDFDataRangeTransport, PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { fetchUnlessSilent } from '../silence.ts'

type PasswordQuestion = { wrong: boolean; answer: (password: string) => void }

type ReadingProgress = {
  reading?: PdfReading
  /** The first page is shown, or is late, so that the controls may be rendered. */
  settled?: boolean
  /** The first page is shown. */
  drawn?: boolean
  question?: PasswordQuestion
  /** Requests the pages again that can't be read at the moment. */
  retry?: () => void
  /** The server has refused some pages: they won't come by trying again. */
  isRefused?: boolean
  /** The file was replaced: its pages come by opening it again. */
  isReplaced?: boolean
}

/** How long the controls wait for the first page, in ms. */
const settleLimit = 1000

/** Opens the document in the container, and releases it when the opening's signal aborts. */
export function useReading(
  id: string,
  opening: Opening,
  container: RefObject<HTMLDivElement | null>,
  onFailure: (failure: LoadFailure) => void,
  page: number | undefined,
): ReadingProgress {
  const [progress, setProgress] = useState<ReadingProgress>({})
  useEffect(() => {
    const { signal } = opening
    const places = placeKeeper(id, signal)
    const open = async () => {
      // Both are already loading; if both fail, the document's own error is reported.
      const source = await opening.source
      const pdfjs = await loadPdfjs()
      const document = await openPdf({
        pdfjs,
        source,
        signal,
        askPassword: (send, wrong) => {
          const answer = (password: string) => {
            setProgress({})
            send(password)
          }
          if (!signal.aborted) setProgress({ question: { wrong, answer } })
        },
        onTrouble: (again, failure) => {
          if (isRefused(failure)) {
            if (!signal.aborted) setProgress((before) => ({ ...before, isRefused: true }))
            return
          }
          if (isReplaced(failure)) {
            if (!signal.aborted) setProgress((before) => ({ ...before, isReplaced: true }))
            return
          }
          const retry = () => {
            setProgress((before) => withoutTrouble(before))
            again()
          }
          if (!signal.aborted) setProgress((before) => ({ ...before, retry }))
        },
      })
      if (signal.aborted || !container.current) return
      const settle = () => {
        clearTimeout(late)
        if (signal.aborted) return
        setProgress((before) => ({ ...before, settled: true }))
        takeFocus(container.current)
        readAhead(source)
      }
      const late = setTimeout(settle, settleLimit)
      signal.addEventListener('abort', () => clearTimeout(late))
      const reading = createReading({
        pdfjs,
        document,
        container: container.current,
        signal,
        place: recallPlace(id),
        page,
        onPlace: places.keep,
        onDrawn() {
          if (!signal.aborted) setProgress((before) => ({ ...before, drawn: true }))
          settle()
        },
      })
      setProgress((before) => ({ ...withoutTrouble(before), reading }))
    }
    open().catch((error: unknown) => {
      if (!signal.aborted) onFailure(failureOf(error))
    })
    return places.write
  }, [id, opening, container, onFailure, page])
  return progress
}

/** The reader has just chosen this paper, and hasn't moved on: the next key is for its pages. */
function takeFocus(pages: HTMLElement | null): void {
  const stage = pages?.closest('[data-reading-area=pages]')
  if (stage && stage === document.activeElement) pages?.focus({ preventScroll: true })
}

function withoutTrouble({
  reading,
  settled = false,
  drawn = false,
}: ReadingProgress): ReadingProgress {
  return reading ? { reading, settled, drawn } : {}
}

/** Stores the position shortly after the last movement, and when the page is hidden. */
function placeKeeper(id: string, signal: AbortSignal) {
  let place: ReadingPlace | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(timer)
    if (place) rememberPlace(id, place)
    place = undefined
  }
  globalThis.addEventListener('pagehide', write, { signal })
  const keep = (next: ReadingPlace) => {
    place = next
    clearTimeout(timer)
    timer = setTimeout(write, 400)
  }
  return { keep, write }
}

type OpenOptions = {
  pdfjs: Pdfjs
  source: RangeSource
  signal: AbortSignal
  /** Called again after each wrong password. */
  askPassword: (answer: (password: string) => void, wrong: boolean) => void
  /** Called when some pages can't be read at the moment; `retry` requests them again. */
  onTrouble: (retry: () => void, failure: LoadFailure) => void
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
  // Waiting for the worker mustn't delay the screen that follows. One that has already ended needs no cleanup.
  const release = () => afterPaint(() => void task.destroy().catch(() => undefined))
  signal.addEventListener('abort', release, { once: true })
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
function readAhead(source: RangeSource): void {
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
    } catch (error) {
      if (signal.aborted) return
      missing.add(() => void request(begin, end))
      onTrouble(retryMissing, failureOf(error))
    }
  }
  transport.requestDataRange = (begin, end) => void request(begin, end)
  return transport
}

type FileKind = 'cMapUrl' | 'standardFontDataUrl' | 'wasmUrl'

/** Idle timeout in ms; pdf.js then renders without the file. */
const silenceLimit = 30_000

/** Provides the files that pdf.js needs: standard fonts, character maps and image decoders. */
function ownFiles(): object {
  return { fetch: fetchOwnFile }
}

async function fetchOwnFile(file: { kind: FileKind; filename: string }): Promise<Uint8Array> {
  const { urlOfFile } = await import('./pdf-file-urls.ts')
  const url = urlOfFile(file.kind, file.filename)
  const response = await fetchUnlessSilent(url, {}, { silenceLimit })
  if (!response.ok) throw new Error(`${file.filename} returned ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

type Structure = Awaited<ReturnType<PDFPageProxy['getStructTree']>>

type Part = Structure['children'][number]

/**
 * Limits a page's structure for screen readers to its own table rows: pdf.js lists all rows of a table on each of its
 * pages, and the rows of other pages are empty.
 */
function ownRowsOnly(page: PDFPageProxy): PDFPageProxy {
  if (Object.hasOwn(page, 'getStructTree')) return page
  const whole = page.getStructTree.bind(page)
  page.getStructTree = async () => withoutEmptyRows(await whole())
  return page
}

/** Null for a page without structure. */
export function withoutEmptyRows(structure: Structure): Structure {
  if (!structure) return structure
  const children = structure.children
    .filter((part) => !('role' in part && part.role === 'TR' && isEmpty(part)))
    .map((part) => ('role' in part ? withoutEmptyRows(part) : part))
  return { ...structure, children }
}

function isEmpty(part: Part): boolean {
  return 'role' in part && !('alt' in part) && part.children.every(isEmpty)
}
