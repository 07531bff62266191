import { useSyncExternalStore } from 'react'

/** The widths at which a screen changes its shape: a phone, and a tablet with the menu beside; paper is none. */
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
