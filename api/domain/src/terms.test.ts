import { describe, expect, it } from 'vitest'
import { dayOf } from './days.ts'
import {
  byOffice,
  expiringTerms,
  isCurrent,
  type Office,
  overlaps,
  termDatesText,
  termState,
} from './terms.ts'

describe('a term', () => {
  it.each([
    ['2026-01-01', '2026-12-31', '2025-12-31', 'upcoming'],
    ['2026-01-01', '2026-12-31', '2026-01-01', 'current'],
    ['2026-01-01', '2026-12-31', '2026-12-31', 'current'],
    ['2026-01-01', '2026-12-31', '2027-01-01', 'past'],
    ['2026-01-01', undefined, '2099-01-01', 'current'],
  ] as const)('from %s to %s is on %s %s', (from, to, today, state) => {
    expect(termState({ from, to }, today)).toBe(state)
  })

  it.each([
    ['2026-11-01T06:59:59Z', false],
    ['2026-11-01T07:00:00Z', true],
    // The clocks are set back on the last day, which has 25 hours.
    ['2026-11-02T07:59:59Z', true],
    ['2026-11-02T08:00:00Z', false],
  ])('of one day in the foundation’s zone is current at %s: %s', (at, expected) => {
    const today = dayOf(new Date(at), 'America/Los_Angeles')
    expect(isCurrent({ from: '2026-11-01', to: '2026-11-01' }, today)).toBe(expected)
  })
})

const term = (person: string, from: string, to?: string, office: Office = 'member') => ({
  person,
  name: person,
  body: 'board',
  office,
  from,
  to,
})

describe('what expires', () => {
  const today = '2026-11-01'

  it('is what ends within 90 days, the earliest first', () => {
    const terms = [
      term('ends after 91 days', '2025-01-01', '2027-01-31'),
      term('ends after 90 days', '2025-01-01', '2027-01-30'),
      term('ends today', '2025-01-01', today),
      term('has ended', '2025-01-01', '2026-10-31'),
      term('is open', '2025-01-01'),
    ]
    expect(expiringTerms(terms, today).map(({ person }) => person)).toEqual([
      'ends today',
      'ends after 90 days',
    ])
  })

  it('leaves out a term that the person continues in the body, in any office', () => {
    const ends = term('ada', '2025-01-01', '2026-12-31')
    const next = (from: string, to?: string) => term('ada', from, to, 'chair')
    expect(expiringTerms([ends, next('2027-01-01')], today)).toEqual([])
    expect(expiringTerms([ends, next('2027-01-02')], today)).toEqual([ends])
    expect(expiringTerms([ends, next('2026-01-01', '2026-12-30')], today)).toEqual([ends])
    expect(expiringTerms([ends, { ...next('2027-01-01'), body: 'finance' }], today)).toEqual([ends])
  })
})

it.each([
  [term('ada', '2026-01-01', '2026-06-30'), term('ada', '2026-06-30'), true],
  [term('ada', '2026-01-01', '2026-06-30'), term('ada', '2026-07-01'), false],
  [term('ada', '2026-01-01'), term('ada', '2030-01-01'), true],
  [term('ada', '2026-01-01'), term('ben', '2026-01-01'), false],
  [term('ada', '2026-01-01'), term('ada', '2026-01-01', undefined, 'chair'), false],
])('finds whether two terms are the same office at the same time (%#)', (a, b, expected) => {
  expect([overlaps(a, b), overlaps(b, a)]).toEqual([expected, expected])
})

it.each([
  ['2026-01-01', '2028-12-31', '1 January 2026 to 31 December 2028'],
  ['2026-01-01', undefined, 'since 1 January 2026'],
  ['2027-01-01', undefined, 'from 1 January 2027'],
])('writes the days of a term from %s to %s as “%s”', (from, to, text) => {
  expect(termDatesText({ from, to }, '2026-11-01')).toBe(text)
})

it('lists the chair first and equal offices by name', () => {
  const terms = [
    term('Zoe', '2026-01-01'),
    term('Ada', '2026-01-01'),
    term('Ben', '2026-01-01', undefined, 'chair'),
  ]
  expect(terms.toSorted(byOffice).map(({ person }) => person)).toEqual(['Ben', 'Ada', 'Zoe'])
})
