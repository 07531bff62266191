import type { Log } from '../log.ts'
import { CallerGone, Refusal } from '../../refusal.ts'
import { withDeadline, type TimeLimits } from './deadline.ts'
import { retryInterval, type PartHealth, type PartName } from './part-health.ts'

/**
 * How a call to a port ended. `refused`: the port is healthy but rejected the request. `abandoned`: nobody waits for the
 * result any more. `defect`: our own code failed.
 */
type CallOutcome = 'ok' | 'refused' | 'failed' | 'late' | 'abandoned' | 'notAsked' | 'defect'

export type ObserveCall = (
  part: string,
  call: string,
  outcome: CallOutcome,
  seconds: number,
) => void

type Messages = { down: string; late: string }

/** What isn't one of the portal's parts has its own messages. */
type Guarded = { part: PartName; messages?: undefined } | { part: string; messages: Messages }

type Parts = Guarded & {
  health: PartHealth
  limits: TimeLimits
  now: () => Date
  observe: ObserveCall
  log: Log
}

type CallOptions<T> = {
  /** It changes something: it is completed if its caller leaves meanwhile. */
  isWrite?: boolean
  /** Ends the call as well, in addition to its deadline and its request. */
  signal?: AbortSignal | undefined
  /** Selects errors that are rethrown unchanged, because they aren't the port's fault. */
  passes?: (error: unknown) => boolean
  /** Closes a result that arrives when nobody waits for it any more. */
  close?: (result: T) => void
}

export type Guard = {
  /**
   * Runs a call with a deadline, or refuses with `timeout` or `unavailable`; our own defects are rethrown. The signal is
   * for the port: it is aborted at the deadline, and when the call's request is abandoned.
   */
  run: <T>(
    call: string,
    work: (signal: AbortSignal, timeLeft: number) => Promise<T>,
    options?: CallOptions<T>,
  ) => Promise<T>
  /** Maps any error of a port to a refusal, without a deadline or a health check; our own defects stay unchanged. */
  clear: <T>(work: () => Promise<T>) => Promise<T>
}

const partMessages: Record<PartName, Messages> = {
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
  mail: {
    down: 'The mail server can’t be reached at the moment.',
    late: 'The mail server takes too long to answer.',
  },
  identity: {
    down: 'Sign-in can’t be checked at the moment. Please try again.',
    late: 'Checking the sign-in takes too long. Please try again.',
  },
}

/** Guards one port: every call has a deadline, and calls are refused at once while the port is known to be down. */
export function createGuard(parts: Parts): Guard {
  const { part, health, limits, now, observe, log } = parts
  const { down, late } = parts.messages ?? partMessages[parts.part]
  const retryAfter = Math.ceil(retryInterval / 1000)
  const tooLate = () => new Refusal('timeout', late, { retryAfter })
  const unavailable = (cause?: unknown) =>
    new Refusal('unavailable', down, cause === undefined ? { retryAfter } : { retryAfter, cause })
  const asRefusal = (error: unknown) =>
    error instanceof Refusal || isDefect(error) ? error : unavailable(error)
  /** Names the error only: its message may contain anything. */
  const logLate = (call: string, error: unknown) => {
    if (error instanceof Error && error.name === 'AbortError') return
    const { name, code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
    log.warn('a call failed when nobody waited for it any more', { part, call, error: name, code })
  }

  return {
    async run(call, work, { isWrite = false, signal, passes = () => false, close } = {}) {
      if (!health.allowsCall()) {
        observe(part, call, 'notAsked', 0)
        throw new Refusal('unavailable', down, { retryAfter, transient: true })
      }
      const [since, started] = [now(), performance.now()]
      const ended = (outcome: CallOutcome) =>
        observe(part, call, outcome, (performance.now() - started) / 1000)
      try {
        const result = await withDeadline(work, {
          limits,
          tooLate,
          isWrite,
          signal,
          late: { succeeded: close, failed: (error) => logLate(call, error) },
        })
        health.succeeded()
        ended('ok')
        return result
      } catch (error) {
        if (error instanceof CallerGone || (signal?.aborted && error === signal.reason)) {
          ended('abandoned')
          throw error
        }
        const refusal = passes(error) ? error : asRefusal(error)
        if (isPortFailure(refusal)) {
          const isLate = refusal.code === 'timeout'
          // A call may wait for other writers while the port is healthy.
          if (!isLate || !health.hasAnsweredSince(started)) {
            health.failed(since, refusal.details.cause ?? refusal)
          }
          ended(isLate ? 'late' : 'failed')
        } else if (isDefect(refusal)) ended('defect')
        else {
          health.succeeded()
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

/**
 * Whether an error means that our own code is wrong, which says nothing about the port. `fetch` throws a TypeError with
 * a cause if the network fails.
 */
function isDefect(error: unknown): boolean {
  return (
    error instanceof RangeError ||
    error instanceof ReferenceError ||
    (error instanceof TypeError && error.cause === undefined)
  )
}

/** Whether an error means that the port itself is failing, rather than that it rejected this request. */
function isPortFailure(error: unknown): error is Refusal {
  return error instanceof Refusal && (error.code === 'unavailable' || error.code === 'timeout')
}
