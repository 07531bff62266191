import type { Call } from '@portal/contract/client'
import { type OutcomeStage, type ReleaseOutcome, sendOutcomes } from '@portal/contract/outcomes'
import type { ComposedRelease } from '@portal/contract/releases'

export type Outcomes = {
  /** The release was seen on the page. */
  good: (release: ComposedRelease) => void
  failed: (release: ComposedRelease, error: unknown, stage: OutcomeStage) => void
}

type Options = {
  call: Call
  /** Which tab it is. */
  session: string
  /** The id of what it runs. */
  composition: string
  /** What happens within so many ms is told at once. */
  delay?: number
}

/** As many as one request may tell. */
const most = 50

/**
 * Tells the API how the releases of this tab do, each once good and once failed at most, so that a release which
 * fails at many is taken back. Nobody waits for it, and nobody hears of it when it can't be told.
 */
export function createOutcomes({ call, session, composition, delay = 5000 }: Options): Outcomes {
  const told = new Set<string>()
  let waiting: ReleaseOutcome[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const send = () => {
    clearTimeout(timer)
    timer = undefined
    const outcomes = waiting.slice(0, most)
    waiting = waiting.slice(most)
    if (outcomes.length === 0) return
    const body = { session, composition: composition.slice(0, 4000), outcomes }
    // Alive beyond the page: it may be the last thing that it does.
    call(sendOutcomes, { body }, { keepalive: true }).catch(() => {})
  }

  const tell = (outcome: ReleaseOutcome) => {
    const key = `${outcome.remote}@${outcome.release} ${outcome.outcome}`
    if (told.has(key)) return
    told.add(key)
    waiting.push(outcome)
    timer ??= setTimeout(send, delay)
  }

  addEventListener('pagehide', send)
  return {
    good: ({ name, release }) => tell({ remote: name, release, outcome: 'good' }),
    failed({ name, release }, error, stage) {
      // A device without a connection says nothing of a release.
      if (!navigator.onLine) return
      const message = String(error).slice(0, 500)
      tell({ remote: name, release, outcome: 'failed', stage, message })
    },
  }
}
