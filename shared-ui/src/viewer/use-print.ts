import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useCallback, useEffect, useRef, useState } from 'react'
import { printPages } from './print-pages.ts'

type Progress = { done: number; total: number }

/** One print at a time; leaving ends it. */
export function usePrint(pdf: PDFDocumentProxy, onDone: () => void) {
  const [progress, setProgress] = useState<Progress>()
  const [failed, setFailed] = useState(false)
  const running = useRef<AbortController>(undefined)
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => () => running.current?.abort(), [])

  const start = useCallback(
    (from: number, to: number) => {
      running.current?.abort()
      const controller = new AbortController()
      const { signal } = controller
      running.current = controller
      setFailed(false)
      setProgress({ done: 0, total: to - from + 1 })
      const onProgress = (ready: number, total: number) => {
        if (!signal.aborted) setProgress({ done: ready, total })
      }
      printPages({ pdf, from, to, signal, onProgress }).then(
        () => signal.aborted || done.current(),
        () => {
          if (signal.aborted) return
          setProgress(undefined)
          setFailed(true)
        },
      )
    },
    [pdf],
  )
  return { progress, failed, start }
}
