import { useDeferredValue } from 'react'

/**
 * False while a component is first drawn, true in the drawing that follows at once: what isn't looked at first
 * waits for it, so that a page is on the screen sooner.
 */
export function useDrawn(): boolean {
  return useDeferredValue(true, false)
}
