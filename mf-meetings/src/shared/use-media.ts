import { useSyncExternalStore } from 'react'

/** The breakpoints of the layout: a phone, and a tablet with the menu; not for print. */
export const phone = '(max-width: 767px)'
export const narrow = 'screen and (max-width: 1099px)'

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
}
