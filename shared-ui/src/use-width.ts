import { type RefObject, useLayoutEffect, useState } from 'react'

/** What `of` makes of an element's width in rem, which follows the reader's text size. It is a function of the module. */
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

/** For `useWidth`. What isn't laid out yet isn't narrow. */
export function narrowerThan(limit: number): (rem: number) => boolean {
  return (rem) => rem > 0 && rem < limit
}
