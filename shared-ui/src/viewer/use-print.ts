import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { printPages } from './print-pages.ts'

type PrintState =
  | { phase: 'idle' }
  | { phase: 'asking' }
  | { phase: 'drawing'; done: number; total: number }
  | { phase: 'failed' }

export type Printing = {
  state: PrintState
  /** Starts at once, or asks which pages if there are many. */
  ask: () => void
  start: (from: number, to: number) => void
  cancel: () => void
}

/** Up to this many pages are printed without asking. */
const confirmationLimit = 20

/** Runs one print at a time; unmounting cancels it. `asksFirst`: as soon as the document is open. */
export function usePrint(pdf: PDFDocumentProxy, asksFirst = false): Printing {
  const isLong = pdf.numPages > confirmationLimit
  const [state, setState] = useState<PrintState>({ phase: asksFirst && isLong ? 'asking' : 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const cancel = () => {
    running.current?.abort()
    setState({ phase: 'idle' })
  }
  const start = (from: number, to: number) => {
    running.current?.abort()
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    const show = (next: PrintState) => {
      if (!signal.aborted) setState(next)
    }
    const onProgress = (done: number, total: number) => show({ phase: 'drawing', done, total })
    printPages({ pdf, from, to, signal, onProgress }).then(
      () => show({ phase: 'idle' }),
      () => show({ phase: 'failed' }),
    )
  }
  const ask = () => (isLong ? setState({ phase: 'asking' }) : start(1, pdf.numPages))
  const arrive = useEffectEvent(() => {
    if (asksFirst && !isLong) start(1, pdf.numPages)
  })
  useEffect(() => arrive(), [])
  return { state, ask, start, cancel }
}
