import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CountedSession } from './health-records.ts'
import { hoursOf, tallyOf, withSessions } from './health-tally.ts'

const hour = 3_600_000
const nine = Date.parse('2026-11-22T09:00:00Z')
const session = (id: string, said: Partial<CountedSession> = {}): CountedSession => ({
  id,
  person: `of ${id}`,
  at: nine,
  failed: false,
  ...said,
})
const many = (count: number, said: (n: number) => Partial<CountedSession>) =>
  Array.from({ length: count }, (_, n) => session(`s${n}`, said(n)))

const sessions = fc.array(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    person: fc.constantFrom('ada', 'ben'),
    at: fc.nat(5).map((n) => nine + n * 1000),
    failed: fc.boolean(),
  }),
)

describe('counting sessions', () => {
  it('takes each once, and once failed it stays failed, in whatever order it is told', () => {
    fc.assert(
      fc.property(sessions, (told) => {
        const known = withSessions([], told)
        expect(new Set(known.map(({ id }) => id)).size).toBe(known.length)
        for (const { id, failed } of known) {
          expect(failed).toBe(told.some((one) => one.id === id && one.failed))
        }
      }),
    )
  })

  it('says that nothing is new when it is told again', () => {
    fc.assert(
      fc.property(sessions, (told) => {
        const known = withSessions([], told)
        expect(withSessions(known, told)).toBe(known)
      }),
    )
  })

  it('keeps an hour small: the first two hundred, and of one person the newest ten', () => {
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
  it('weighs the newest three sessions of each person', () => {
    const told = [
      ...many(9, (n) => ({ person: 'ada', at: nine + n, failed: true })),
      session('good', { person: 'ada', at: nine + 10 }),
      session('another'),
    ]
    expect(tallyOf(told)).toEqual({ sessions: 4, failed: 2, failedPeople: 1 })
  })

  it('knows a session that went on after midnight as the same one', () => {
    const told = [session('a'), session('a', { at: nine + 20 * hour, failed: true })]
    expect(tallyOf(told)).toEqual({ sessions: 1, failed: 1, failedPeople: 1 })
  })
})

it('tells of hours with sessions alone, in order', () => {
  const told = [
    session('a', { at: nine + 2 * hour + 5, failed: true }),
    session('b', { at: nine + 7 }),
    session('c', { at: nine + 2 * hour }),
  ]
  expect(hoursOf(told)).toEqual([
    { hour: '2026-11-22T09:00:00.000Z', good: 1, failed: 0 },
    { hour: '2026-11-22T11:00:00.000Z', good: 1, failed: 1 },
  ])
})
