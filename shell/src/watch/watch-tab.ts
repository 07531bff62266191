import type { Call } from '@portal/contract/client'
import { brokenRelease } from '../failure-stage.ts'
import { responsibleRelease } from '../mounted-releases.ts'
import type { Report } from '../report.ts'
import { reportStoppedTabs } from './report-stopped.ts'
import { startHeart } from './start-heart.ts'
import { watchRenders } from './watch-renders.ts'

export type WatchedTab = {
  call: Call
  report: Report
  session: string
  /** The id of its composition. */
  composition: string
  /** The preview that it runs. */
  preview: string | undefined
  /** A worker follows the page. */
  onFollowed: () => void
  /** Whether its failures say something about what others run; not in a trial. */
  isUsual: boolean
}

/** Finds releases that are broken without an error; see decision 0059. Returns a function that ends it. */
export function watchTab(tab: WatchedTab): () => void {
  const { call, report, session, composition, preview, onFollowed, isUsual } = tab
  const stopRenders = watchRenders(() => {
    const responsible = responsibleRelease()
    if (!responsible) return report(new Error('The page renders without end'))
    const { release, route, fail } = responsible
    return fail(brokenRelease(release, 'rendered without end', { kind: 'runaway', route }))
  })
  // A dev server's worker has another origin, and can't be started.
  if (process.env.NODE_ENV === 'development') return stopRenders
  if (isUsual || preview !== undefined) {
    // Nothing waits for it, and a page without it works as well.
    void import('../vitals/measure-vitals.ts').then(
      ({ measureVitals }) => measureVitals({ call, session, composition, preview }),
      () => {},
    )
  }
  // What stopped answering in a trial isn't avoided in other tabs.
  if (!isUsual) return stopRenders
  // Nothing waits for it, and what can't be sent is sent the next time.
  const reportStopped = () => void reportStoppedTabs(call, localStorage).catch(() => {})
  reportStopped()
  const stopHeart = startHeart({ session, composition, onAnswer: reportStopped, onFollowed })
  return () => {
    stopRenders()
    stopHeart()
  }
}
