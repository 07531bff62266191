import type { MaterialType } from '@portal/domain/slot-names'
import { useEffect, useRef } from 'react'

/** Makes the shown material's row visible in a list that scrolls. */
export function useScrollToShown(shown: MaterialType | undefined) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const row = list.current?.querySelector(`[data-material="${shown}"]`)
    row?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  return list
}
