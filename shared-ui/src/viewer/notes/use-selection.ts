import { useCallback, useEffect, useState } from 'react'
import { type PageLayers, renderedPages } from '../page-layers.ts'
import type { NoteSubject } from '../shown-notes.ts'
import { subjectOf } from './selected-words.ts'

export type Selected = { subject: NoteSubject; range: Range; isTouch: boolean }

/** The words that the reader has selected in the pages, once a mouse has let go of them. */
export function useSelection(layers: PageLayers): [Selected | undefined, clear: () => void] {
  // Words may have been selected before this code was loaded.
  const [selected, setSelected] = useState(() => selectedIn(layers, false))
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let isTouch = false
    let isDragging = false
    const read = () => {
      if (!isDragging) setSelected(selectedIn(layers, isTouch))
    }
    const onDown = ({ pointerType }: PointerEvent) => {
      isTouch = pointerType === 'touch'
      isDragging = pointerType === 'mouse'
    }
    const onUp = () => {
      isDragging = false
      // The browser changes the selection after the event.
      requestAnimationFrame(() => !signal.aborted && read())
    }
    document.addEventListener('selectionchange', read, { signal })
    document.addEventListener('pointerdown', onDown, { signal, capture: true })
    document.addEventListener('pointerup', onUp, { signal, capture: true })
    document.addEventListener('pointercancel', onUp, { signal, capture: true })
    return () => controller.abort()
  }, [layers])
  const clear = useCallback(() => {
    getSelection()?.removeAllRanges()
    setSelected(undefined)
  }, [])
  return [selected, clear]
}

function selectedIn(layers: PageLayers, isTouch: boolean): Selected | undefined {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  if (!range.intersectsNode(layers.container)) return undefined
  const pages = renderedPages(layers.container).flatMap((page) => {
    const layer = layers.pageView(page)?.textLayer?.div
    return layer?.isConnected ? [{ page, layer }] : []
  })
  const subject = subjectOf(range, pages)
  return subject && { subject, range: range.cloneRange(), isTouch }
}
