import { useEffect, useRef } from 'react'

/**
 * Keeps a row of a scrolling list visible, even when it moves because the text size changes or content loads in the
 * rows or above the list. `row` is its selector.
 */
export function useScrollToShown(row: string | undefined) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const rows = list.current
    const shown = row === undefined ? undefined : rows?.querySelector(row)
    if (!rows || !shown) return undefined
    // An observer starts with a call for the current sizes, and again with each row that is added.
    const observer = new ResizeObserver(() => show(shown))
    const observeAll = () => {
      for (const element of [rows, ...rows.children]) observer.observe(element)
    }
    observeAll()
    const additions = new MutationObserver(observeAll)
    additions.observe(rows, { childList: true })
    return () => {
      observer.disconnect()
      additions.disconnect()
    }
  }, [row])
  return list
}

function show(row: Element): void {
  const scroller = scrollerOf(row)
  if (!scroller) return
  const [around, { top, bottom, height }] = [
    scroller.getBoundingClientRect(),
    row.getBoundingClientRect(),
  ]
  // A list that snaps to rows may still scroll by half a row: it couldn't center its last row, until more were added.
  const slack = height / 2
  if (top >= around.top + slack && bottom <= around.bottom - slack) return
  scroller.scrollTop += top - around.top - (around.height - height) / 2
}

/** The closest scrolling ancestor, other than the page. */
function scrollerOf({ parentElement }: Element): Element | undefined {
  if (!parentElement || parentElement === document.body) return undefined
  const { scrollHeight, clientHeight } = parentElement
  const scrolls =
    scrollHeight > clientHeight && getComputedStyle(parentElement).overflowY === 'auto'
  return scrolls ? parentElement : scrollerOf(parentElement)
}
