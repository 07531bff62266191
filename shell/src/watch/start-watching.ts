import { recoverFrame } from '../frame-integrity.ts'
import type { WatchedTab } from './watch-tab.ts'

/** The latest moment after the page has loaded, in ms: a page that renders without end is never idle. */
const latest = 2000

/** Watches the tab once the page has loaded and has nothing else to do. Returns a function that ends it. */
export function startWatching(tab: WatchedTab): () => void {
  let stop: (() => void) | undefined
  let isEnded = false
  const start = async () => {
    // What a release has replaced by now, such as `fetch`, could keep the watch from loading.
    recoverFrame(tab.report, tab.onFault)
    const { watchTab } = await import('./watch-tab.ts')
    if (!isEnded) stop = watchTab(tab)
  }
  // A page without its watch works as well.
  const run = () => void start().catch(() => {})
  const schedule = () => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: latest })
    else setTimeout(run, latest)
  }
  if (document.readyState === 'complete') schedule()
  else addEventListener('load', schedule, { once: true })
  return () => {
    isEnded = true
    stop?.()
    removeEventListener('load', schedule)
  }
}
