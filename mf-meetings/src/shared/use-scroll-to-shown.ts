import { useEffect, useRef } from 'react'

/**
 * Keeps a row visible in a list that scrolls, also when its place changes: with the text size, and with what arrives
 * later in the rows and above the list. `row` is its selector.
 */
export function useScrollToShown(row: string | undefined) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const rows = list.current
    const shown = row === undefined ? undefined : rows?.querySelector(row)
    if (!rows || !shown) return undefined
    // Begins with a call for the present sizes.
    const observer = new ResizeObserver(() => show(shown))
    for (const one of [rows, ...rows.children]) observer.observe(one)
    return () => observer.disconnect()
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
  if (top >= around.top && bottom <= around.bottom) return
  // In the middle, a list that scrolls by whole rows doesn't move it out again.
  scroller.scrollTop += top - around.top - (around.height - height) / 2
}

/** What scrolls around an element, other than the page. */
function scrollerOf({ parentElement }: Element): Element | undefined {
  if (!parentElement || parentElement === document.body) return undefined
  const { scrollHeight, clientHeight } = parentElement
  const scrolls =
    scrollHeight > clientHeight && getComputedStyle(parentElement).overflowY === 'auto'
  return scrolls ? parentElement : scrollerOf(parentElement)
}
