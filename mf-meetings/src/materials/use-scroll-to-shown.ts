import type { MaterialType } from '@portal/domain/slot-names'
import { useEffect, useRef } from 'react'

/** Scrolls only the list, never the page, so that the shown material's row is visible. */
export function useScrollToShown(shown: MaterialType | undefined) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>(`[data-material="${shown}"]`)
    if (!list.current || !row) return
    const [above, below] = [row.offsetTop, row.offsetTop + row.offsetHeight]
    const { scrollTop, clientHeight } = list.current
    if (above < scrollTop) list.current.scrollTop = above
    else if (below > scrollTop + clientHeight) list.current.scrollTop = below - clientHeight
  }, [shown])
  return list
}
