import type { HealthVerdict } from '@portal/contract/release-health'

/** Sessions of one release, and in how many of them, of how many people, it failed. */
export type Tally = { sessions: number; failed: number; failedPeople: number }

/** A candidate is denied by itself from so many failed sessions of so many people on; decision 0014 says why. */
export const enough = { sessions: 3, people: 2 } as const

/** One in twenty is wrong by chance, on the side that counts. */
const z = 1.645

/** Without a stable release there is nothing to be worse than: failing more often than not is failing. */
const withoutStable = 0.5

/** Failing is what fails in enough sessions of enough people, and surely more often than what everyone else runs. */
export function verdictOn(candidate: Tally, stable: Tally | undefined): HealthVerdict {
  if (candidate.sessions === 0) return 'unseen'
  if (candidate.failed === 0) return 'fine'
  if (candidate.failed < enough.sessions) return 'few'
  if (candidate.failedPeople < enough.people) return 'onePerson'
  const atMost = stable ? failureRate(stable).atMost : withoutStable
  return failureRate(candidate).atLeast > atMost ? 'failing' : 'unclear'
}

/** Where the true rate lies, by Wilson's score interval: honest for few sessions, and for none failed or all. */
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
