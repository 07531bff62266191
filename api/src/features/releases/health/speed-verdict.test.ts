import { vitalBucketOf, type VitalMetric } from '@portal/domain/vitals'
import { describe, expect, it } from 'vitest'
import { isStopped, seeded, type SimulatedCandidate } from './speed-simulation-fixture.ts'
import { fewestPeople, speedVerdict } from './speed-verdict.ts'
import type { SpeedTally } from './vital-tally.ts'

const isLong = process.env['TEST_LONG'] === '1'

type Measured = { metric?: VitalMetric; route?: string; people?: number; pages?: number }

/** Pages that all have about this value: half of them one bucket less. */
const tally = (
  value: number,
  { metric = 'lcp', route = '/', people = 40, pages = people }: Measured = {},
): SpeedTally => {
  const bucket = vitalBucketOf(value)
  const counts = new Map([
    [bucket, pages / 2],
    [bucket - 1, pages / 2],
  ])
  return { people, counts: new Map([[metric, new Map([[route, counts]])]]) }
}
const verdict = (candidate: SpeedTally, stable: SpeedTally) =>
  speedVerdict(candidate, stable).verdict

describe('a candidate’s speed', () => {
  it('finds a candidate clearly slower at the same route, with both values', () => {
    const compared = speedVerdict(tally(2900), tally(1800))
    expect(compared).toMatchObject({
      verdict: 'slower',
      people: { candidate: 40, stable: 40 },
      metrics: [{ metric: 'lcp', isSlower: true }],
    })
    const { candidate, stable } = compared.metrics[0]!
    expect(candidate / stable).toBeGreaterThan(1.5)
  })

  it('finds it similar when it is equal, faster, or slower by less than anyone notices', () => {
    expect(verdict(tally(1800), tally(1800))).toBe('similar')
    expect(verdict(tally(1200), tally(1800))).toBe('similar')
    expect(verdict(tally(80), tally(40))).toBe('similar')
    expect(verdict(tally(48, { metric: 'inp' }), tally(24, { metric: 'inp' }))).toBe('similar')
  })

  it('finds it slower by its inputs, its long frames or its shifts alone', () => {
    for (const [metric, value, instead] of [
      ['inp', 400, 150],
      ['frame', 500, 150],
      ['cls', 300, 60],
    ] as const) {
      expect(verdict(tally(value, { metric }), tally(instead, { metric })), metric).toBe('slower')
    }
  })

  it('stays unknown with too few people, no matter how many pages they have opened', () => {
    const few = { people: fewestPeople - 1, pages: 1000 }
    expect(speedVerdict(tally(9000, few), tally(900))).toMatchObject({
      verdict: 'few',
      metrics: [{ isSlower: false }],
    })
    expect(verdict(tally(9000), tally(900, few))).toBe('few')
  })

  it('counts people and not their pages', () => {
    const slightly = { people: 12, pages: 12 }
    const spread = (value: number, pages: number): SpeedTally => {
      const counts = new Map(
        [0.4, 0.7, 1, 1.4, 2.5].map((factor) => [vitalBucketOf(value * factor), pages]),
      )
      return { people: slightly.people, counts: new Map([['lcp', new Map([['/', counts]])]]) }
    }
    expect(verdict(spread(1300, 2), spread(1000, 2))).toBe('similar')
    expect(verdict(spread(1300, 2000), spread(1000, 2000))).toBe('similar')
  })

  it('compares each route with itself: opening slower pages more often isn’t slower', () => {
    const mixed = (fast: number, slow: number): SpeedTally => ({
      people: 100,
      counts: new Map([
        [
          'lcp',
          new Map([
            ['/', new Map([[vitalBucketOf(500), fast]])],
            ['/directory', new Map([[vitalBucketOf(3000), slow]])],
          ]),
        ],
      ]),
    })
    const { verdict: rated, metrics } = speedVerdict(mixed(10, 90), mixed(90, 10))
    expect(rated).toBe('similar')
    expect(metrics[0]!.candidate).toBeCloseTo(metrics[0]!.stable, 3)
    expect(verdict(tally(9000, { route: '/directory' }), tally(900, { route: '/' }))).toBe('few')
  })

  it('doesn’t depend on one person whose pages are very slow', () => {
    const counts = new Map([[vitalBucketOf(60_000), 3]])
    const others = tally(1000, { people: 29 })
    const own = new Map([...others.counts.get('lcp')!.get('/')!, ...counts])
    const candidate = { people: 30, counts: new Map([['lcp', new Map([['/', own]])]]) }
    expect(verdict(candidate, tally(1000))).toBe('similar')
  })
})

describe('simulated candidates, evaluated ten times while reports arrive', () => {
  const stoppedOf = (count: number, simulated: Omit<SimulatedCandidate, 'looks'>, seed: number) => {
    const random = seeded(seed)
    const all = Array.from({ length: count }, () => isStopped({ ...simulated, looks: 10 }, random))
    return all.filter(Boolean).length / count
  }

  it('stops fewer than one in a hundred that are as fast as the stable release', () => {
    for (const people of [
      { candidate: 12, stable: 100 },
      { candidate: 80, stable: 80 },
    ]) {
      // A hundred, of which none may be stopped; four times as many in `test --long`.
      expect(stoppedOf(isLong ? 400 : 100, { people, slower: 1 }, 7)).toBeLessThan(0.01)
    }
  })

  it('stops nine of ten that are slower by 30 % when half of 600 people run them', () => {
    const people = { candidate: 300, stable: 300 }
    expect(stoppedOf(40, { people, slower: 1.3 }, 8)).toBeGreaterThanOrEqual(0.9)
  })

  it('stops nine of ten that take twice as long when a tenth of 250 people run them', () => {
    const people = { candidate: 25, stable: 225 }
    expect(stoppedOf(60, { people, slower: 2 }, 9)).toBeGreaterThanOrEqual(0.9)
  })
})
