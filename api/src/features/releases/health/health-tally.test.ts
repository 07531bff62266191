import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CountedSession } from './health-records.ts'
import { hoursOf, tallyOf, withSessions } from './health-tally.ts'

const hour = 3_600_000
const nine = Date.parse('2026-11-22T09:00:00Z')
const session = (id: string, fields: Partial<CountedSession> = {}): CountedSession => ({
  id,
  person: `of ${id}`,
  at: nine,
  failed: false,
  ...fields,
})
const many = (count: number, fieldsOf: (n: number) => Partial<CountedSession>) =>
  Array.from({ length: count }, (_, n) => session(`s${n}`, fieldsOf(n)))

const sessions = fc.array(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    person: fc.constantFrom('ada', 'ben'),
    at: fc.nat(5).map((n) => nine + n * 1000),
    failed: fc.boolean(),
  }),
)

describe('counting sessions', () => {
  it('counts each session once, and a failure is final, in any order of reports', () => {
    fc.assert(
      fc.property(sessions, (reported) => {
        const known = withSessions([], reported)
        expect(new Set(known.map(({ id }) => id)).size).toBe(known.length)
        for (const { id, failed } of known) {
          expect(failed).toBe(reported.some((other) => other.id === id && other.failed))
        }
      }),
    )
  })

  it('reports nothing new for a repeated report', () => {
    fc.assert(
      fc.property(sessions, (reported) => {
        const known = withSessions([], reported)
        expect(withSessions(known, reported)).toBe(known)
      }),
    )
  })

  it('limits an hour to the first two hundred, and to the newest ten of a person', () => {
    expect(
      withSessions(
        [],
        many(500, () => ({})),
      ),
    ).toHaveLength(200)
    const own = withSessions(
      [],
      many(500, (n) => ({ person: 'ada', at: nine + n })),
    )
    expect(own.map(({ id }) => id)).toEqual(
      many(500, () => ({}))
        .slice(-10)
        .map(({ id }) => id),
    )
    const later = withSessions(own, [session('later', { person: 'ada', at: nine + hour })])
    expect(later).toHaveLength(11)
  })
})

describe('a tally', () => {
  it('counts the newest three sessions of each person', () => {
    const reported = [
      ...many(9, (n) => ({ person: 'ada', at: nine + n, failed: true })),
      session('good', { person: 'ada', at: nine + 10 }),
      session('another'),
    ]
    expect(tallyOf(reported)).toEqual({ sessions: 4, failed: 2, failedPeople: 1 })
  })

  it('counts a session that continues after midnight once', () => {
    const reported = [session('a'), session('a', { at: nine + 20 * hour, failed: true })]
    expect(tallyOf(reported)).toEqual({ sessions: 1, failed: 1, failedPeople: 1 })
  })
})

it('lists only hours with sessions, in order', () => {
  const reported = [
    session('a', { at: nine + 2 * hour + 5, failed: true }),
    session('b', { at: nine + 7 }),
    session('c', { at: nine + 2 * hour }),
  ]
  expect(hoursOf(reported)).toEqual([
    { hour: '2026-11-22T09:00:00.000Z', good: 1, failed: 0 },
    { hour: '2026-11-22T11:00:00.000Z', good: 1, failed: 1 },
  ])
})
