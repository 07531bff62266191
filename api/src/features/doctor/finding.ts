import { connectionFault } from '../../platform/resilience/connection-fault.ts'
import { withTimeout } from '../../platform/resilience/with-timeout.ts'
import { Refusal } from '../../refusal.ts'
import { systemErrorText } from './system-errors.ts'

/** The result of one check: fine, something an operator should know, or something that must change. */
export type Finding = { part: string; verdict: 'ok' | 'caution' | 'wrong'; message: string }

/** An error that says what is wrong and what to do about it; other errors get their check's remedy. */
export class CheckFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Wrong'
  }
}

export type Check = {
  /** The part's name, such as `database`. */
  part: string
  /** Returns what was found or a remark; throws if something is wrong. */
  run: () => Promise<string | { caution: string }>
  /** What to do about a failure whose message doesn't include it. */
  remedy?: string
  /** Timeout in ms; half a minute by default. */
  timeout?: number
}

/** Runs all checks concurrently. */
export function runChecks(checks: Check[]): Promise<Finding[]> {
  return Promise.all(checks.map(findingOf))
}

async function findingOf({ part, run, remedy = '', timeout = 30_000 }: Check): Promise<Finding> {
  const timeoutError = () => new Error(`No response within ${timeout / 1000} s.`)
  try {
    const seen = await withTimeout(() => run(), timeout, timeoutError)
    return typeof seen === 'string'
      ? { part, verdict: 'ok', message: seen }
      : { part, verdict: 'caution', message: seen.caution }
  } catch (error) {
    const fault = connectionFault(error)
    const line = firstLineOfError(error)
    const isKnown = fault === undefined || line.includes(fault.replace(/ \(\w+\)$/, ''))
    const message = isKnown ? line : `${line} The reason: ${fault}.`
    const isWhole = error instanceof CheckFailure || isTransient(error)
    return { part, verdict: 'wrong', message: isWhole ? message : `${message} ${remedy}`.trim() }
  }
}

/** Whether an external service is temporarily unavailable, so that there is nothing to change here. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isNow =
    error instanceof Refusal && (error.details.transient === true || error.code === 'tooMany')
  return isNow || isTransient(error.cause)
}

/** The first line of an error's message, shortened, and without the codes of system errors. */
export function firstLineOfError(error: unknown): string {
  const message = systemErrorText(error) ?? (error instanceof Error ? error.message : String(error))
  const line = message.split('\n', 1)[0]!.trim().slice(0, 300) || 'It failed without a message.'
  return /[.!?)]$/.test(line) ? line : `${line}.`
}
