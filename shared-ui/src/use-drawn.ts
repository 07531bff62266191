import { useDeferredValue } from 'react'

/** How many of a list's entries are drawn first. */
const few = 3

/**
 * False while a component is first drawn, true in the drawing that follows at once: what isn't looked at first
 * waits for it, so that a page is on the screen sooner.
 */
export function useDrawn(): boolean {
  return useDeferredValue(true, false)
}

/** The first few entries of a list, at least the first `atLeast`; all of them in the drawing that follows. */
export function useFirstFew<T>(all: T[], atLeast = 0): T[] {
  return useDrawn() ? all : all.slice(0, Math.max(few, atLeast))
}
