import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minimumToDeny, failureRate, verdictOn, type Tally } from './health-verdict.ts'

const count = fc.nat(200)
/** A tally with this many sessions, failed ones, and people with failures. */
const tally = fc.tuple(count, count, count).map(([sessions, failed, people]): Tally => {
  const some = Math.min(failed, sessions)
  return { sessions, failed: some, failedPeople: Math.min(people, some) }
})
const stableOrNone = fc.option(tally, { nil: undefined })

describe('a candidate', () => {
  it.each([
    ['unseen', { sessions: 0, failed: 0, failedPeople: 0 }, { sessions: 9, failed: 0 }],
    ['fine', { sessions: 40, failed: 0, failedPeople: 0 }, { sessions: 9, failed: 0 }],
    ['few', { sessions: 2, failed: 2, failedPeople: 2 }, { sessions: 90, failed: 0 }],
    ['onePerson', { sessions: 3, failed: 3, failedPeople: 1 }, { sessions: 90, failed: 0 }],
    // The stable release replaces it in the same sessions in which it fails.
    ['failing', { sessions: 3, failed: 3, failedPeople: 2 }, { sessions: 3, failed: 0 }],
    ['failing', { sessions: 40, failed: 8, failedPeople: 5 }, { sessions: 200, failed: 2 }],
    ['unclear', { sessions: 40, failed: 3, failedPeople: 3 }, { sessions: 20, failed: 1 }],
    // What breaks both releases isn't the newer one's fault.
    ['unclear', { sessions: 3, failed: 3, failedPeople: 3 }, { sessions: 3, failed: 3 }],
    ['unclear', { sessions: 9, failed: 9, failedPeople: 9 }, { sessions: 0, failed: 0 }],
  ] as const)('counts as %s with %o next to %o', (verdict, candidate, stable) => {
    expect(verdictOn(candidate, { ...stable, failedPeople: stable.failed })).toBe(verdict)
  })

  it('fails a candidate without a stable release if it fails more often than not', () => {
    const verdict = (sessions: number) =>
      verdictOn({ sessions, failed: 3, failedPeople: 2 }, undefined)
    expect(verdict(3)).toBe('failing')
    expect(verdict(5)).toBe('unclear')
  })

  it('never fails a candidate because of one person, nor in fewer than three sessions', () => {
    fc.assert(
      fc.property(tally, stableOrNone, (candidate, stable) => {
        if (verdictOn(candidate, stable) !== 'failing') return
        expect(candidate.failedPeople).toBeGreaterThanOrEqual(minimumToDeny.people)
        expect(candidate.failed).toBeGreaterThanOrEqual(minimumToDeny.sessions)
      }),
    )
  })

  it('never fails a candidate that does as well as the stable release', () => {
    fc.assert(
      fc.property(tally, (both) => {
        expect(verdictOn(both, both)).not.toBe('failing')
      }),
    )
  })

  it('doesn’t decide by a single further session', () => {
    fc.assert(
      fc.property(tally, stableOrNone, (candidate, stable) => {
        const { sessions, failed, failedPeople } = candidate
        const better = { ...candidate, sessions: sessions + 1 }
        const worse = { sessions: sessions + 1, failed: failed + 1, failedPeople: failedPeople + 1 }
        if (verdictOn(candidate, stable) === 'failing') {
          expect(verdictOn(worse, stable)).toBe('failing')
        } else {
          expect(verdictOn(better, stable)).not.toBe('failing')
        }
      }),
    )
  })
})

describe('a rate', () => {
  it('keeps a rate between its bounds, which narrow with more sessions', () => {
    fc.assert(
      fc.property(
        tally.filter(({ sessions }) => sessions > 0),
        ({ sessions, failed }) => {
          const { atLeast, atMost } = failureRate({ sessions, failed })
          const rate = failed / sessions
          expect(atLeast).toBeGreaterThanOrEqual(0)
          expect(atLeast).toBeLessThanOrEqual(rate + 1e-12)
          expect(atMost).toBeGreaterThanOrEqual(rate - 1e-12)
          expect(atMost).toBeLessThanOrEqual(1)
          const tenfold = failureRate({ sessions: sessions * 10, failed: failed * 10 })
          expect(tenfold.atMost - tenfold.atLeast).toBeLessThan(atMost - atLeast)
        },
      ),
    )
  })

  it('accepts any rate when nothing was counted', () => {
    expect(failureRate({ sessions: 0, failed: 0 })).toEqual({ atLeast: 0, atMost: 1 })
  })
})
