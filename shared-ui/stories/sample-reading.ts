import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import { loadPdfjs } from '../src/viewer/pdfjs.ts'
import type { PdfReading, ReadingState } from '../src/viewer/pdf-reading.ts'
import { samplePdf } from './sample-pdf.ts'

const nothing = () => undefined

/** A reading that shows a state and does nothing. */
export function sampleReading(
  state: Partial<ReadingState> = {},
  document = {} as PDFDocumentProxy,
): PdfReading {
  const shown: ReadingState = {
    page: 2,
    pages: 5,
    zoom: 1,
    fitsWidth: true,
    rotation: 0,
    finding: { status: 'idle', current: 0, total: 0 },
    ...state,
  }
  return {
    document,
    state: () => shown,
    subscribe: () => nothing,
    goTo: nothing,
    goToDestination: nothing,
    scrollScreen: nothing,
    zoomBy: nothing,
    fitWidth: nothing,
    rotate: nothing,
    pagesInView: () => [2],
    find: nothing,
    findNext: nothing,
    endFind: nothing,
    layers: {
      container: globalThis.document.body,
      pageView: nothing,
      onText: () => nothing,
      quadsOf: () => [],
      paint: nothing,
    },
    setMarks: nothing,
    showMark: nothing,
  }
}

/** The sample paper as pdf.js reads it; undefined while it loads. */
export function useSamplePdf(): PDFDocumentProxy | undefined {
  const [pdf, setPdf] = useState<PDFDocumentProxy>()
  useEffect(() => {
    let wanted = true
    const load = async () => {
      const { library, worker } = await loadPdfjs()
      const loaded = await library.getDocument({ data: samplePdf(), worker }).promise
      if (wanted) setPdf(loaded)
    }
    void load()
    return () => {
      wanted = false
    }
  }, [])
  return pdf
}
