import { type RefObject, useLayoutEffect, useState } from 'react'

/** A value derived from an element's width in rem, which depends on the text size. `of` must be a stable function. */
export function useWidth<T>(element: RefObject<HTMLElement | null>, of: (rem: number) => T): T {
  const [value, setValue] = useState(() => of(Number.POSITIVE_INFINITY))
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
      setValue(of(target.clientWidth / rem))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    return () => observer.disconnect()
  }, [element, of])
  return value
}

/** A condition for `useWidth`. An element without layout isn't narrow. */
export function narrowerThan(limit: number): (rem: number) => boolean {
  return (rem) => rem > 0 && rem < limit
}
