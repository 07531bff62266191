import { vitalBucketOf, vitalValueAt } from '@portal/domain/vitals'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CountedDay,
  percentile,
  type ReportedSession,
  speedOf,
  speedTallyOf,
  total,
  withVitals,
} from './vital-tally.ts'

const hour = 3_600_000
const nine = Date.parse('2026-11-22T09:00:00Z')
const session = (id: string, fields: Partial<ReportedSession> = {}): ReportedSession => ({
  id,
  person: `of ${id}`,
  at: nine,
  failed: false,
  vitals: [{ metric: 'lcp', route: '/', bucket: 40 }],
  ...fields,
})
const dayOf = (...reported: ReportedSession[]): CountedDay => ({
  sessions: reported.map(({ vitals: _vitals, ...counted }) => counted),
  vitals: [],
})
const measured = (...reported: ReportedSession[]) => withVitals(dayOf(...reported), reported)
const pagesIn = ({ vitals }: CountedDay) => speedOf(vitals)[0]?.pages ?? 0

describe('counting vitals', () => {
  it('counts a session’s vitals once, and stores nobody’s value', () => {
    const reported = [session('a'), session('b')]
    const day = measured(...reported)
    expect(withVitals(day, reported)).toBe(day)
    expect(day.vitals).toEqual([
      { hour: nine / hour, metric: 'lcp', route: '/', chosen: false, counts: { 40: 2 } },
    ])
    expect(day.sessions.every((other) => other.measured && !('vitals' in other))).toBe(true)
  })

  it('ignores a session that isn’t counted or has failed', () => {
    const failed = session('a', { failed: true })
    expect(pagesIn(withVitals(dayOf(failed), [failed, session('b')]))).toBe(0)
  })

  it('counts three sessions of a person and day', () => {
    const own = Array.from({ length: 9 }, (_, n) => session(`s${n}`, { person: 'ada' }))
    expect(pagesIn(measured(...own, session('other')))).toBe(4)
  })

  it('limits the histograms of a day, no matter how many routes are reported', () => {
    const reported = Array.from({ length: 30 }, (_, n) =>
      session(`s${n}`, {
        vitals: Array.from({ length: 100 }, (__, m) => ({
          metric: 'lcp',
          route: `/${n}/${m}`,
          bucket: 1,
        })),
      }),
    )
    expect(measured(...reported).vitals).toHaveLength(2000)
  })
})

describe('a speed tally', () => {
  it('counts people who were chosen at random, in whole hours since the candidate’s step', () => {
    const day = measured(
      session('early'),
      session('a', { at: nine + hour }),
      session('b', { at: nine + hour, person: 'of a' }),
      session('qa', { at: nine + hour, chosen: true }),
    )
    const { people, counts } = speedTallyOf(day, nine + 1)
    expect(people).toBe(1)
    expect(counts.get('lcp')!.get('/')).toEqual(new Map([[40, 2]]))
    expect(speedOf(day.vitals)).toMatchObject([{ metric: 'lcp', pages: 4 }])
  })

  it('adds up what several days and instances have counted', () => {
    const days = [measured(session('a')), measured(session('b'), session('c'))]
    const both = {
      sessions: days.flatMap(({ sessions }) => sessions),
      vitals: days.flatMap(({ vitals }) => vitals),
    }
    expect(total(speedTallyOf(both, nine).counts.get('lcp')!.get('/')!)).toBe(3)
  })
})

describe('a percentile', () => {
  it('stays within one bucket, a fifth of the value, of the exact one', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 70_000 }), { minLength: 1 }), (values) => {
        const counts = new Map<number, number>()
        for (const value of values) {
          const bucket = vitalBucketOf(value)
          counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
        }
        const exact = values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.75) - 1]!
        const estimated = percentile(counts, 0.75)
        expect(estimated / exact).toBeGreaterThan(0.84 - 1e-9)
        expect(estimated / exact).toBeLessThan(1.19 + 1e-9)
      }),
    )
  })

  it('identifies the bucket of a value by its lower bound', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 70_000, noNaN: true }), (value) => {
        const bucket = vitalBucketOf(value)
        expect(vitalValueAt(bucket)).toBeLessThanOrEqual(value * (1 + 1e-9))
        expect(vitalValueAt(bucket + 1)).toBeGreaterThan(value * (1 - 1e-9))
      }),
    )
    expect([vitalBucketOf(0), vitalBucketOf(Number.NaN), vitalBucketOf(1e9)]).toEqual([0, 0, 66])
  })
})
