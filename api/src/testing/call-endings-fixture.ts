import { CallerGone, Refusal } from '../refusal.ts'

/** Reasons why a port's call ends before it has a result, for the suites of the ports. */
export const callEndings: [string, Refusal][] = [
  ['its caller is gone', new CallerGone()],
  ['its deadline has passed', new Refusal('timeout', 'The call takes too long.')],
]

/** A signal that is aborted already. */
export function endedBefore(reason: Refusal): AbortSignal {
  return AbortSignal.abort(reason)
}

/** Begins a call, and aborts its signal at once. */
export function endedMeanwhile<T>(
  reason: Refusal,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController()
  const result = call(ending.signal)
  ending.abort(reason)
  return result
}
