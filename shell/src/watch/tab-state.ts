import { runningReleases } from '../mounted-releases.ts'
import type { TabState } from './heart-worker.ts'

/** What to report if the page stops answering now; undefined if it would be nobody's failure. */
export function tabState(tab: { session: string; composition: string }): TabState | undefined {
  const [first, ...others] = runningReleases()
  return first && { ...tab, ...first, ...(others.length > 0 ? { others } : {}) }
}
