import { useEffect, useEffectEvent } from 'react'
import type { PdfReading } from './pdf-reading.ts'

/** Called about once a second with the pages on the screen, from 1, and for how many seconds they have been there. */
export type OnSeen = (pages: readonly number[], seconds: number) => void

/** In ms. */
const second = 1000

/** Reports which pages the reader has in front of them, while they look at this tab. */
export function useSeenPages(reading: PdfReading | undefined, onSeen: OnSeen | undefined): void {
  const report = useEffectEvent((seconds: number) => {
    if (document.visibilityState === 'visible') onSeen?.(reading?.pagesInView() ?? [], seconds)
  })
  const isOn = reading !== undefined && onSeen !== undefined
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setInterval(() => report(1), second)
    return () => clearInterval(timer)
  }, [isOn])
}
