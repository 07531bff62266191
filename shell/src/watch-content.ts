import { mountDeadline } from './first-render.tsx'
import { whenOverdue } from './overdue.ts'

type Watched = {
  area: HTMLElement
  isShown: () => boolean
  /** Called once. */
  onShown: () => void
  /** Nothing has been shown for `mountDeadline` although nothing is loading. */
  onEmpty: () => void
}

/** Watches that a place shows something, now and later. Returns a function that ends it. */
export function watchContent({ area, isShown, onShown, onEmpty }: Watched): () => void {
  let isSeen = false
  let stop: (() => void) | undefined
  const look = () => {
    if (!isShown()) {
      stop ??= whenOverdue(mountDeadline, () => {
        if (!isShown()) onEmpty()
      })
      return
    }
    stop?.()
    stop = undefined
    if (!isSeen) onShown()
    isSeen = true
  }
  look()
  const observer = new MutationObserver(look)
  observer.observe(area, { childList: true, subtree: true })
  return () => {
    stop?.()
    observer.disconnect()
  }
}
