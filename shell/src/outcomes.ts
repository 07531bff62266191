import type { Call } from '@portal/remote-kit/client'
import {
  mostReleaseErrors,
  type OutcomeStage,
  type ReleaseError,
  type ReleaseOutcome,
  sendOutcomes,
} from '@portal/contract/outcomes'
import type { ComposedRelease } from '@portal/contract/releases'
import { silentFailureOf } from './failure-stage.ts'

export type Outcomes = {
  /** The release rendered on the page. */
  good: (release: ComposedRelease) => void
  failed: (release: ComposedRelease, error: unknown, stage: OutcomeStage) => void
  /** For the release's team. */
  error: (error: ReleaseError) => void
}

type OutcomesOptions = {
  call: Call
  /** The tab's id. */
  session: string
  /** The id of its composition. */
  composition: string
  /** The preview that the tab runs. */
  preview?: string | undefined
  /** Outcomes within this time are sent together, in ms. */
  delay?: number
}

/** The maximum per request. */
const most = 50

/**
 * Reports the outcomes of this tab's releases to the API, each at most once as good and once as failed,
 * so that a release that fails for many is denied. Nothing waits for a report, and a failed one is
 * ignored.
 */
export function createOutcomes(options: OutcomesOptions): Outcomes {
  const { call, session, composition, preview, delay = 5000 } = options
  const reported = new Set<string>()
  let waiting: ReleaseOutcome[] = []
  let waitingErrors: ReleaseError[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const send = () => {
    clearTimeout(timer)
    timer = undefined
    const outcomes = waiting.slice(0, most)
    waiting = waiting.slice(most)
    const errors = waitingErrors.slice(0, mostReleaseErrors)
    waitingErrors = []
    if (outcomes.length + errors.length === 0) return
    const tab = { session, composition: composition.slice(0, 4000), preview }
    const body = { ...tab, outcomes, ...(errors.length > 0 ? { errors } : {}) }
    // `keepalive`: it may be the last thing that the page does.
    call(sendOutcomes, { body }, { keepalive: true }).catch(() => {})
  }

  const queue = (outcome: ReleaseOutcome) => {
    const key = `${outcome.remote}@${outcome.release} ${outcome.outcome}`
    if (reported.has(key)) return
    reported.add(key)
    waiting.push(outcome)
    timer ??= setTimeout(send, delay)
  }

  addEventListener('pagehide', send)
  return {
    error(error) {
      if (!navigator.onLine) return
      waitingErrors.push(error)
      timer ??= setTimeout(send, delay)
    },
    good: ({ name, release }) => queue({ remote: name, release, outcome: 'good' }),
    failed({ name, release }, error, stage) {
      // Without a connection a failure says nothing about the release.
      if (!navigator.onLine) return
      const message = String(error).slice(0, 500)
      const silent = silentFailureOf(error)
      queue({ remote: name, release, outcome: 'failed', stage, message, ...silent })
    },
  }
}
