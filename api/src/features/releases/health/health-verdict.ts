import type { HealthVerdict } from '@portal/contract/release-health'

/** Sessions of one release, how many of them failed, and of how many people. */
export type Tally = { sessions: number; failed: number; failedPeople: number }

/**
 * A candidate is denied automatically from this many failed sessions of this many people; decision
 * 0014 explains why.
 */
export const minimumToDeny = { sessions: 3, people: 2 } as const

/** A 5 % error rate on each side. */
const z = 1.645

/** Without a stable release to compare with, failing more often than not is failing. */
const withoutStable = 0.5

/**
 * A release is failing if it fails in enough sessions of enough people, and significantly more
 * often than what everyone else runs.
 */
export function verdictOn(candidate: Tally, stable: Tally | undefined): HealthVerdict {
  if (candidate.sessions === 0) return 'unseen'
  if (candidate.failed === 0) return 'fine'
  if (candidate.failed < minimumToDeny.sessions) return 'few'
  if (candidate.failedPeople < minimumToDeny.people) return 'onePerson'
  const atMost = stable ? failureRate(stable).atMost : withoutStable
  return failureRate(candidate).atLeast > atMost ? 'failing' : 'unclear'
}

/**
 * The bounds of the true rate, by Wilson's score interval: valid for few sessions, and for none
 * failed or all.
 */
export function failureRate({ sessions, failed }: Pick<Tally, 'sessions' | 'failed'>): {
  atLeast: number
  atMost: number
} {
  if (sessions === 0) return { atLeast: 0, atMost: 1 }
  const rate = failed / sessions
  const weight = z ** 2 / sessions
  const middle = (rate + weight / 2) / (1 + weight)
  const reach =
    (z * Math.sqrt((rate * (1 - rate)) / sessions + weight / (4 * sessions))) / (1 + weight)
  return { atLeast: Math.max(0, middle - reach), atMost: Math.min(1, middle + reach) }
}
