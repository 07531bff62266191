import { useEffect, useRef, useState } from 'react'
import type { PdfReading } from '../pdf-reading.ts'
import { layerText, placeOf } from './selected-words.ts'
import { textSegments } from '@portal/domain/text-segments'

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

/** Words that are being selected by keyboard: offsets of a page's text. */
export type KeySelection = { anchor: number; head: number }

export type WordStep = 'nextWord' | 'previousWord' | 'nextSentence' | 'previousSentence'

type Span = { from: number; to: number }

/**
 * Moves by a word or a sentence. Without extending, all of the next word or sentence is selected; while extending, the
 * words where the selection began stay selected.
 */
export function stepped(
  text: string,
  selection: KeySelection | undefined,
  step: WordStep,
  isExtending: boolean,
): KeySelection | undefined {
  const spans = spansOf(text, step.endsWith('Word') ? 'word' : 'sentence')
  const isForward = step.startsWith('next')
  if (!selection) return whole(isForward ? spans[0] : spans.at(-1))
  const { anchor, head } = selection
  if (isExtending) {
    const next = isForward
      ? spans.find(({ to }) => to > head)?.to
      : spans.findLast(({ from }) => from < head)?.from
    return next === undefined ? selection : { anchor, head: next }
  }
  const [start, end] = [Math.min(anchor, head), Math.max(anchor, head)]
  const next = isForward
    ? spans.find(({ from }) => from >= end)
    : spans.findLast(({ from, to }) => to <= start || (from < start && to > start))
  return whole(next) ?? selection
}

/** The words of a selection, from the first to the last. */
export function selectedText(text: string, { anchor, head }: KeySelection): string {
  return text.slice(Math.min(anchor, head), Math.max(anchor, head)).replaceAll(/\s+/g, ' ').trim()
}

function whole(span: Span | undefined): KeySelection | undefined {
  return span && { anchor: span.from, head: span.to }
}

function spansOf(text: string, granularity: 'word' | 'sentence'): Span[] {
  // A line's end isn't the end of a sentence.
  return textSegments(text.replaceAll('\n', ' '), granularity).flatMap(({ segment, index }) => {
    const trimmed = segment.trim()
    if (trimmed === '') return []
    const from = index + segment.indexOf(trimmed)
    return [{ from, to: from + trimmed.length }]
  })
}
