import { useSyncExternalStore } from 'react'

/** Firefox prints a copy of the page without telling its media queries. */
let isPrinted = false

/** Whether the page is being printed, so that what is cut or opened on the screen is all there on paper. */
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
