import { useSyncExternalStore } from 'react'

/** The layout of a phone. */
export const phone = '(max-width: 767px)'

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

/** Firefox prints a copy of the page without firing its media queries. */
let isPrinted = false

/** Whether the page is being printed, so that text truncated or collapsed on screen is printed in full. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinted || matchMedia('print').matches)
}

function subscribe(onChange: () => void): () => void {
  const set = (printed: boolean) => () => {
    isPrinted = printed
    onChange()
  }
  const [before, after] = [set(true), set(false)]
  const media = matchMedia('print')
  addEventListener('beforeprint', before)
  addEventListener('afterprint', after)
  media.addEventListener('change', onChange)
  return () => {
    removeEventListener('beforeprint', before)
    removeEventListener('afterprint', after)
    media.removeEventListener('change', onChange)
  }
}
