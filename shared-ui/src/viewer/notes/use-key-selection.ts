import { useEffect, useRef, useState } from 'react'
import type { PdfReading } from '../pdf-reading.ts'
import { layerText, placeOf } from './layer-text.ts'
import { type KeySelection, selectedText, stepped, type WordStep } from './word-steps.ts'

const steps: Record<string, WordStep> = {
  ArrowRight: 'nextWord',
  ArrowLeft: 'previousWord',
  ArrowDown: 'nextSentence',
  ArrowUp: 'previousSentence',
}

/** While it is on, arrow keys select words of the page. Returns the words, to be announced. */
export function useKeySelection(reading: PdfReading, isOn: boolean): string {
  const [announced, setAnnounced] = useState('')
  const selection = useRef<KeySelection & { page: number }>(undefined)
  useEffect(() => {
    if (!isOn) return undefined
    const { container, pageView } = reading.layers
    container.focus({ preventScroll: true })
    const onKey = (event: KeyboardEvent) => {
      const step = steps[event.key]
      if (!step || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      const { page } = reading.state()
      const layer = pageView(page)?.textLayer?.div
      if (!layer?.isConnected) return
      const text = layerText(layer)
      const before = selection.current?.page === page ? selection.current : undefined
      const next = stepped(text.text, before, step, event.shiftKey)
      if (!next) return setAnnounced(`Page ${page} has no words. Draw on it, or mark an area.`)
      selection.current = { ...next, page }
      getSelection()?.setBaseAndExtent(...placeOf(text, next.anchor), ...placeOf(text, next.head))
      setAnnounced(selectedText(text.text, next))
      showSelection(container)
    }
    container.addEventListener('keydown', onKey)
    return () => {
      container.removeEventListener('keydown', onKey)
      selection.current = undefined
      setAnnounced('')
    }
  }, [reading, isOn])
  return announced
}

function showSelection(container: HTMLElement): void {
  const selected = getSelection()
  if (!selected || selected.rangeCount === 0) return
  const words = selected.getRangeAt(0).getBoundingClientRect()
  const frame = container.getBoundingClientRect()
  if (words.top >= frame.top && words.bottom <= frame.bottom - frame.height / 4) return
  container.scrollBy({ top: words.top - frame.top - frame.height / 3 })
}
