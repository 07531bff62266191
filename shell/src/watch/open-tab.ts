import { runningReleases } from '../mounted-releases.ts'
import type { TabState } from './heart-worker.ts'

const key = 'portal.open-tab'

type Marks = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Marks the tab as open until the page ends in the usual way. Returns a function that unmarks it. */
export function markOpenTab(session: string, marks: Marks = localStorage): () => void {
  const mark = () => marks.setItem(key, session)
  const unmark = () => {
    if (marks.getItem(key) === session) marks.removeItem(key)
  }
  mark()
  addEventListener('pagehide', unmark)
  // The page is taken out of the browser's cache, when the reader goes back to it.
  addEventListener('pageshow', mark)
  return () => {
    removeEventListener('pagehide', unmark)
    removeEventListener('pageshow', mark)
    unmark()
  }
}

/** Whether another tab of the portal is open, or has ended in an unusual way. */
export function hasOpenTab(marks: Pick<Storage, 'getItem'> = localStorage): boolean {
  return marks.getItem(key) !== null
}

/** What to report if the page stops answering now; undefined if it would be nobody's failure. */
export function tabState(tab: { session: string; composition: string }): TabState | undefined {
  const [first, ...others] = runningReleases()
  return first && { ...tab, ...first, ...(others.length > 0 ? { others } : {}) }
}
