import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { hasOwnPrinting, printByBrowser } from './browser-print.ts'
import { printPages } from './print-pages.ts'

type PrintState =
  | { phase: 'idle' }
  | { phase: 'opening' }
  | { phase: 'drawing'; done: number; total: number }
  | { phase: 'failed' }

export type Printing = {
  state: PrintState
  start: () => void
  cancel: () => void
}

/**
 * Runs one print of the file at this address at a time; unmounting cancels it. `startsAtOnce`: as soon as the document is open.
 */
export function usePrint(pdf: PDFDocumentProxy, address: string, startsAtOnce = false): Printing {
  const [state, setState] = useState<PrintState>({ phase: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const cancel = () => {
    running.current?.abort()
    setState({ phase: 'idle' })
  }
  const start = () => {
    running.current?.abort()
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    const show = (next: PrintState) => {
      if (!signal.aborted) setState(next)
    }
    const onProgress = (done: number, total: number) => show({ phase: 'drawing', done, total })
    const print = async () => {
      show({ phase: 'opening' })
      if (hasOwnPrinting(navigator) && (await printByBrowser(pdf, address, signal))) return
      await printPages({ pdf, signal, onProgress })
    }
    print().then(
      () => show({ phase: 'idle' }),
      () => show({ phase: 'failed' }),
    )
  }
  const arrive = useEffectEvent(() => {
    if (startsAtOnce) start()
  })
  useEffect(() => arrive(), [])
  return { state, start, cancel }
}
