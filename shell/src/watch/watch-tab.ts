import type { Call } from '@portal/remote-kit/client'
import { brokenRelease } from '../failure-stage.ts'
import { responsibleRelease, onRunningChange } from '../mounted-releases.ts'
import type { OnFault } from '../frame-integrity.ts'
import type { Report } from '../report.ts'
import { sendOutcomes } from '@portal/contract/outcomes'
import type { StoppedTab, Beat } from './heart-worker.ts'
import { rememberStoppedTabs } from './stopped-memory.ts'
import { forgetStoppedTab, stoppedTabs } from './stopped-tabs.ts'
import { markOpenTab, tabState } from './open-tab.ts'
import { watchFrame } from './watch-frame.ts'

import { isQuiet } from '@portal/shared-ui/silence'
import { commitCount } from './count-commits.ts'

export type WatchedTab = {
  call: Call
  report: Report
  session: string
  /** The id of its composition. */
  composition: string
  /** The preview that it runs. */
  preview: string | undefined
  /** Called once a worker follows the page. */
  onFollowed: () => void
  onFault: OnFault
  /** Whether its failures say something about what others run; not in a trial. */
  isUsual: boolean
}

/** Finds releases that are broken without an error; see decision 0059. Returns a function that ends it. */
export function watchTab(tab: WatchedTab): () => void {
  const { call, report, session, composition, preview, onFollowed, onFault, isUsual } = tab
  const stopFrame = watchFrame({ report, onFault })
  const stopRenders = watchRenders(() => {
    const responsible = responsibleRelease()
    if (!responsible) return report(new Error('The page renders without end'))
    const { release, route, fail } = responsible
    return fail(brokenRelease(release, 'rendered without end', { kind: 'runaway', route }))
  })
  const stopPage = () => {
    stopFrame()
    stopRenders()
  }
  // A dev server's worker has another origin, and can't be started.
  if (process.env.NODE_ENV === 'development') return stopPage
  if (isUsual || preview !== undefined) {
    // Nothing waits for it, and a page without it works as well.
    void import('../vitals/measure-vitals.ts').then(
      ({ measureVitals }) => measureVitals({ call, session, composition, preview }),
      () => {},
    )
  }
  // What stopped answering in a trial isn't avoided in other tabs.
  if (!isUsual) return stopPage
  // Nothing waits for it, and what can't be sent is sent the next time.
  const reportStopped = () => void reportStoppedTabs(call, localStorage).catch(() => {})
  reportStopped()
  const stopHeart = startHeart({ session, composition, onAnswer: reportStopped, onFollowed })
  return () => {
    stopPage()
    stopHeart()
  }
}

/** How long a stopped tab is reported, in ms. */
const reportedFor = 7 * 86_400_000

/** Reports stopped tabs as failures of their releases; those that can't be sent are kept for the next time. */
async function reportStoppedTabs(
  call: Call,
  memory: Pick<Storage, 'getItem' | 'setItem'>,
): Promise<void> {
  await rememberStoppedTabs(memory)
  for (const tab of await stoppedTabs()) {
    if (Date.now() - tab.at < reportedFor) await reportTab(call, tab)
    await forgetStoppedTab(tab)
  }
}

async function reportTab(call: Call, tab: StoppedTab): Promise<void> {
  const { session, composition } = tab
  const outcomes = [tab, ...(tab.others ?? [])].map(({ remote, release, route }) => ({
    remote,
    release,
    outcome: 'failed' as const,
    stage: 'render' as const,
    kind: 'unresponsive' as const,
    ...(route === undefined ? {} : { route }),
    message: `${remote}@${release} stopped answering`,
  }))
  await call(sendOutcomes, { body: { session, composition, outcomes } })
}

/** In ms. */
const beatInterval = 1000

const heartWorker = new URL('./heart-worker.ts?worker', import.meta.url).href

const policy = globalThis.trustedTypes?.createPolicy('portal-shell', {
  createScriptURL: (url) => (url === heartWorker ? url : null),
})

type HeartOptions = {
  session: string
  composition: string
  /** Called when a page that had stopped answering answers again. */
  onAnswer: () => void
  /** Called once the worker follows the page. */
  onFollowed: () => void
}

/** The page won't answer for a while, or has ended: a dialog of the browser stops its code. */
const pauses = ['pagehide', 'beforeunload', 'beforeprint', 'freeze']

/**
 * Lets a worker know that this page answers. When it doesn't, the worker stores what was on it.
 * Returns a function that ends this.
 */
function startHeart(options: HeartOptions): () => void {
  const { session, composition, onAnswer, onFollowed } = options
  const address = policy?.createScriptURL(heartWorker) ?? heartWorker
  const worker = new Worker(address, { type: 'module', name: 'heart' })
  const unmark = markOpenTab(session)
  worker.addEventListener('message', ({ data }: MessageEvent<'follows' | 'answers'>) => {
    if (data === 'answers') return onAnswer()
    beat()
    return onFollowed()
  })
  const send = (beat: Beat) => worker.postMessage(beat, [])
  const pause = () => send({ pause: true })
  const beat = () => {
    const state = tabState({ session, composition })
    return document.hidden || !state ? pause() : send({ state })
  }
  // A release that has just started may be the one that stops the page: a second later may be too late to report it.
  const stopFollowing = onRunningChange(beat)
  const timer = setInterval(beat, beatInterval)
  const ended = new AbortController()
  const { signal } = ended
  for (const event of pauses) addEventListener(event, pause, { signal })
  document.addEventListener('visibilitychange', () => document.hidden && pause(), { signal })
  return () => {
    ended.abort()
    clearInterval(timer)
    stopFollowing()
    worker.terminate()
    unmark()
  }
}

const second = 1000

/**
 * Calls back once the page has rendered without end for some seconds. Costs one comparison a second
 * while it doesn't.
 */
export function watchRenders(onRunaway: () => void): () => void {
  let commits = commitCount()
  let runaway = 0
  let measured: ReturnType<typeof measure> | undefined
  let ticked = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    const made = commitCount() - commits
    commits += made
    // A late timer means that the device slept or that one task took long.
    const seconds = (now - ticked) / second
    ticked = now
    if (measured) {
      const { frames, hadIdleTime, hadInput } = measured.end()
      const isExcused = document.hidden || hadInput || !isQuiet() || seconds > 3
      const each = { commits: made / seconds, frames: frames / seconds, hadIdleTime, isExcused }
      const verdict = isRunaway(each)
      if (verdict !== undefined) runaway = verdict ? runaway + 1 : 0
      if (runaway >= runawaySeconds) {
        runaway = 0
        onRunaway()
      }
    }
    measured = made / seconds >= suspiciousCommits ? measure() : undefined
    if (!measured) runaway = 0
  }, second)
  return () => {
    clearInterval(timer)
    measured?.end()
  }
}

const inputs = ['pointerdown', 'pointermove', 'wheel', 'touchmove', 'scroll', 'keydown'] as const

/** Counts frames, and looks for input and for a moment without work, until it is ended. */
function measure() {
  const ended = new AbortController()
  const options = { capture: true, passive: true, signal: ended.signal }
  let hadInput = false
  const noteInput = () => {
    hadInput = true
  }
  for (const input of inputs) addEventListener(input, noteInput, options)
  let frames = 0
  let hadIdleTime = 'requestIdleCallback' in globalThis ? false : undefined
  let frame = requestAnimationFrame(function count() {
    frames += 1
    frame = requestAnimationFrame(count)
  })
  const idle = globalThis.requestIdleCallback?.(() => {
    hadIdleTime = true
  })
  return {
    end() {
      ended.abort()
      cancelAnimationFrame(frame)
      if (idle !== undefined) globalThis.cancelIdleCallback?.(idle)
      return { frames, hadIdleTime, hadInput }
    },
  }
}

/** What happened on the page in one second. */
export type BusySecond = {
  /** How often React changed the page. */
  commits: number
  /** How often the browser drew it. */
  frames: number
  /** Whether there was a moment with nothing to do. Unknown in a browser that can't say. */
  hadIdleTime: boolean | undefined
  /** Whether there is a reason: input, code or data that is loading; or the tab was hidden. */
  isExcused: boolean
}

/** This many commits in a second make the next one worth measuring. */
const suspiciousCommits = 10

/** A page with an animation commits once for each frame, and has time left. */
const commitsPerFrame = 3

const manyCommits = 100

/** A release fails after this many such seconds in a row. */
const runawaySeconds = 5

/**
 * Whether a page renders although nothing asks it to: as fast as it can, or without a pause. Undefined if the second
 * says nothing about the page.
 */
export function isRunaway({
  commits,
  frames,
  hadIdleTime,
  isExcused,
}: BusySecond): boolean | undefined {
  if (isExcused) return false
  // The window is covered, or the machine is too busy to draw it.
  if (frames === 0) return undefined
  const isFast = commits >= manyCommits && commits > commitsPerFrame * frames
  const isWithoutPause = commits >= suspiciousCommits && hadIdleTime === false
  return isFast || isWithoutPause
}
