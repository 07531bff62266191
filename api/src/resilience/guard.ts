import { Refusal } from '../refusal.ts'
import { inTime, type TimeLimits } from './deadline.ts'
import { askAgainAfter, type PartHealth, type PartName } from './part-health.ts'

/** How a call of a port ended. `refused`: the port said no, and is well. */
type CallOutcome = 'ok' | 'refused' | 'failed' | 'late' | 'notAsked'

export type ObserveCall = (
  part: PartName,
  call: string,
  outcome: CallOutcome,
  seconds: number,
) => void

type Options = {
  part: PartName
  health: PartHealth
  limits: TimeLimits
  now: () => Date
  observe: ObserveCall
}

export type Guard = {
  /** Makes the call in time, or refuses with `timeout` or `unavailable`. `passes`: errors that aren't the part's. */
  run: <T>(call: string, work: () => Promise<T>, passes?: (error: unknown) => boolean) => Promise<T>
  /** Turns whatever a part throws into a refusal, and does nothing else. */
  clear: <T>(work: () => Promise<T>) => Promise<T>
}

const sentences: Record<PartName, { down: string; late: string }> = {
  database: {
    down: 'The server’s database can’t be reached at the moment. Please try again.',
    late: 'The server’s database takes too long to answer. Please try again.',
  },
  files: {
    down: 'The server’s files can’t be reached at the moment. Please try again.',
    late: 'The server’s files take too long to answer. Please try again.',
  },
  drive: {
    down: 'The drive can’t be reached at the moment. Please try again.',
    late: 'The drive takes too long to answer. Please try again.',
  },
  calendar: {
    down: 'The calendar can’t be reached at the moment. Please try again.',
    late: 'The calendar takes too long to answer. Please try again.',
  },
  identity: {
    down: 'Sign-in can’t be checked at the moment. Please try again.',
    late: 'Checking the sign-in takes too long. Please try again.',
  },
}

/** One port's calls: each with a deadline, and none while the port is known to be down. */
export function createGuard({ part, health, limits, now, observe }: Options): Guard {
  const { down, late } = sentences[part]
  const retryAfter = Math.ceil(askAgainAfter / 1000)
  const tooLate = () => new Refusal('timeout', late, { retryAfter })
  const unavailable = (cause?: unknown) =>
    new Refusal('unavailable', down, cause === undefined ? { retryAfter } : { retryAfter, cause })
  const asRefusal = (error: unknown) => (error instanceof Refusal ? error : unavailable(error))

  return {
    async run(call, work, passes = () => false) {
      if (!health.mayBeAsked()) {
        observe(part, call, 'notAsked', 0)
        throw new Refusal('unavailable', down, { retryAfter, passing: true })
      }
      const [since, started] = [now(), performance.now()]
      const ended = (outcome: CallOutcome) =>
        observe(part, call, outcome, (performance.now() - started) / 1000)
      try {
        const result = await inTime(work, limits, tooLate)
        health.answered()
        ended('ok')
        return result
      } catch (error) {
        const refusal = passes(error) ? error : asRefusal(error)
        if (isTrouble(refusal)) {
          health.failed(since, refusal.details.cause ?? refusal)
          ended(refusal.code === 'timeout' ? 'late' : 'failed')
        } else {
          health.answered()
          ended('refused')
        }
        throw refusal
      }
    },
    async clear(work) {
      try {
        return await work()
      } catch (error) {
        throw asRefusal(error)
      }
    },
  }
}

/** Says that the part itself is in trouble, not that it was asked for something it can't give. */
function isTrouble(error: unknown): error is Refusal {
  return error instanceof Refusal && (error.code === 'unavailable' || error.code === 'timeout')
}
