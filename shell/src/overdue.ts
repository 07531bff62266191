import { isQuiet } from '@portal/shared-ui/silence'

/** In ms. */
const tick = 500

/** A later tick means that the device slept or was busy, in ms. */
const latestTick = 1500

/**
 * Calls back once a visible page has waited for `ms` while nothing was loading. The time starts over if the tab is
 * hidden, or the device sleeps, is busy or is offline. Returns a function that cancels it.
 */
export function whenOverdue(ms: number, run: () => void): () => void {
  let waited = 0
  let ticked = performance.now()
  const timer = setInterval(() => {
    const sinceTick = performance.now() - ticked
    ticked += sinceTick
    const counts = sinceTick < latestTick && isQuiet() && !document.hidden && navigator.onLine
    waited = counts ? waited + sinceTick : 0
    if (waited < ms) return
    clearInterval(timer)
    run()
  }, tick)
  return () => clearInterval(timer)
}
