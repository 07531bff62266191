import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react'
import { barPlace } from './bar-place.ts'
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
