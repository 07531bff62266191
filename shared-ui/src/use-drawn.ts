import { useDeferredValue } from 'react'

/** How many entries of a list are rendered first. */
const few = 3

/**
 * False in a component's first render, true in the render that follows immediately. Use it to defer content that isn't
 * visible at first, so that the page appears sooner.
 */
export function useDrawn(): boolean {
  return useDeferredValue(true, false)
}

/** The first few entries of a list, at least `atLeast`; all of them in the following render. */
export function useFirstFew<T>(all: T[], atLeast = 0): T[] {
  return useDrawn() ? all : all.slice(0, Math.max(few, atLeast))
}
