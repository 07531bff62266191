import { type RefObject, useEffect, useState } from 'react'
import { failureOf, type LoadFailure } from './load-failure.ts'
import { openPdf, readAhead } from './pdf-document.ts'
import { createReading, type PdfReading } from './pdf-reading.ts'
import { loadPdfjs } from './pdfjs.ts'
import type { Opening } from './range-source.ts'
import { recallPlace, rememberPlace, type ReadingPlace } from './reading-places.ts'

type PasswordQuestion = { wrong: boolean; answer: (password: string) => void }

type ReadingProgress = {
  reading?: PdfReading
  /** The first page is shown, or is late, so that the controls may be rendered. */
  settled?: boolean
  question?: PasswordQuestion
  /** Some pages can't be read at the moment. */
  retry?: () => void
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
        onTrouble: (again) => {
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
        onDrawn: settle,
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

function withoutTrouble({ reading, settled = false }: ReadingProgress): ReadingProgress {
  return reading ? { reading, settled } : {}
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
