import {
  type CSSProperties,
  type RefObject,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import type { PdfReading } from '../pdf-reading.ts'
import type { Selected } from './use-selection.ts'

/** Keeps the bar next to the selected words while the pages scroll, or the words above the bar if it is a sheet. */
export function useBarPlace(
  bar: RefObject<HTMLElement | null>,
  container: HTMLElement,
  selected: Selected | undefined,
): CSSProperties | undefined {
  const [place, setPlace] = useState<{ top: number; left: number }>()
  useLayoutEffect(() => {
    const element = bar.current
    const frame = element?.offsetParent
    if (!element || !frame || !selected) return undefined
    const follow = () => {
      const outer = frame.getBoundingClientRect()
      const words = selected.range.getBoundingClientRect()
      const span = {
        top: words.top - outer.top,
        bottom: words.bottom - outer.top,
        left: words.left - outer.left,
        right: words.right - outer.left,
      }
      const pages = container.getBoundingClientRect()
      const room = { left: pages.left - outer.left, width: pages.width, height: outer.height }
      setPlace(barPlace(span, room, element.getBoundingClientRect(), selected.isTouch))
    }
    follow()
    const hidden =
      selected.range.getBoundingClientRect().bottom - element.getBoundingClientRect().top
    const isSheet =
      getComputedStyle(element).insetInlineStart === '0px' &&
      element.offsetWidth === frame.clientWidth
    if (isSheet && hidden > 0) container.scrollBy({ top: hidden + 16 })
    container.addEventListener('scroll', follow, { passive: true })
    globalThis.addEventListener('resize', follow)
    return () => {
      container.removeEventListener('scroll', follow)
      globalThis.removeEventListener('resize', follow)
    }
  }, [bar, container, selected])
  return (
    place && ({ '--bar-top': `${place.top}px`, '--bar-left': `${place.left}px` } as CSSProperties)
  )
}

/** The share of a page's width that its own margin usually has. */
const pageMargin = 0.115
/** The width of a list over the margin, in px, as in `side-panel.module.css`. */
const listWidth = 240

/** Where the list of notes covers no words: over the margin, if the page leaves room, or at the lower edge. */
export function useListPlace(reading: PdfReading, isListed: boolean): 'margin' | 'sheet' {
  const zoom = useSyncExternalStore(reading.subscribe, () => reading.state().zoom)
  const [place, setPlace] = useState<'margin' | 'sheet'>('sheet')
  useLayoutEffect(() => {
    // A page without a size isn’t laid out.
    if (!isListed || zoom === 0) return
    const { container, pageView } = reading.layers
    const page = pageView(reading.state().page)?.div
    // Measured before the list is painted.
    // oxlint-disable-next-line react/set-state-in-effect
    if (page) setPlace(listPlace(container.clientWidth, page))
  }, [reading, isListed, zoom])
  return place
}

/** In a window of this width, in px. */
export function listPlace(
  width: number,
  page: { offsetLeft: number; offsetWidth: number },
): 'margin' | 'sheet' {
  const words = page.offsetLeft + page.offsetWidth * (1 - pageMargin)
  return width - words >= listWidth ? 'margin' : 'sheet'
}

/** In px, from the frame's upper edge and the viewer's left one. */
type Span = { top: number; bottom: number; left: number; right: number }

type Size = { width: number; height: number }

/** Room for the handles of a selection on a touch screen. */
const touchGap = 40

const mouseGap = 8

/**
 * Where the bar is: below the selected words, so that neither they nor the system's own menu above them are covered;
 * above them if there is no room; else at the bottom.
 */
export function barPlace(
  selection: Span,
  frame: Size & { left: number },
  bar: Size,
  isTouch: boolean,
): { top: number; left: number } {
  const gap = isTouch ? touchGap : mouseGap
  const middle = (selection.left + selection.right - bar.width) / 2
  const left = Math.max(frame.left, Math.min(middle, frame.left + frame.width - bar.width))
  const below = selection.bottom + gap
  const above = selection.top - gap - bar.height
  if (below + bar.height <= frame.height) return { top: Math.max(0, below), left }
  if (above >= 0 && !isTouch) return { top: above, left }
  return { top: Math.max(0, frame.height - bar.height), left }
}
