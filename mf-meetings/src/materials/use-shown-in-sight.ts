import type { MaterialType } from '@portal/domain/slot-names'
import { useEffect, useRef } from 'react'

/** Scrolls a list of its own height, never the page, so that the shown material's row is in sight. */
export function useShownInSight(shown: MaterialType | undefined) {
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
