import type { ReleaseMove, ReleasePointer } from '@portal/contract/pointers'
import { describe, expect, it } from 'vitest'
import { emailsIn, firstInvalidEmail } from './cohorts-section.tsx'
import { spansOf } from './health-spans.ts'
import { moveInWords, nextStep, pointerInWords } from './release-words.ts'

const pointer: ReleasePointer = {
  remote: 'meetings',
  stable: '1.0.0-a',
  candidate: { release: '1.1.0-b', step: 'team', share: 0, since: '2026-11-22T09:00:00.000Z' },
  lastGood: [],
  denied: [],
  revision: 3,
}
const { candidate: _none, ...without } = pointer

it('returns the candidate’s next step, and the first one for any other release', () => {
  expect(nextStep(pointer, '1.1.0-b')).toBe('10')
  expect(nextStep(pointer, '1.2.0-c')).toBe('qa')
  expect(nextStep(without, '1.1.0-b')).toBe('qa')
})

it('describes a pointer in one sentence', () => {
  expect(pointerInWords(pointer)).toBe(
    'Everyone runs 1.0.0-a; 1.1.0-b is tried by the QA cohort and the remote’s own team.',
  )
  expect(pointerInWords({ ...without, denied: ['1.1.0-b'] })).toBe(
    'Everyone runs 1.0.0-a; there is no candidate; denied: 1.1.0-b.',
  )
})

describe('the history', () => {
  const move = { number: 1, remote: 'meetings', at: '', by: '', channel: 'stable' } as const
  it.each<[string, Partial<ReleaseMove>]>([
    ['1.0.0-a came with the portal and runs for everyone.', { what: 'adopted', to: '1.0.0-a' }],
    [
      '1.1.0-b promoted to everyone instead of 1.0.0-a.',
      { what: 'promoted', from: '1.0.0-a', to: '1.1.0-b', step: '100' },
    ],
    [
      '1.1.0-b promoted to 10 % of everyone.',
      { what: 'promoted', channel: 'candidate', from: '1.1.0-b', to: '1.1.0-b', step: '10' },
    ],
    [
      'Rolled back from 1.1.0-b to 1.0.0-a.',
      { what: 'rolled back', from: '1.1.0-b', to: '1.0.0-a' },
    ],
    [
      'The candidate 1.1.0-b was taken back.',
      { what: 'rolled back', channel: 'candidate', from: '1.1.0-b' },
    ],
    [
      '1.1.0-b denied.',
      { what: 'denied', channel: 'candidate', from: '1.1.0-b', release: '1.1.0-b' },
    ],
    [
      '1.1.0-b denied; 1.0.0-a runs for everyone.',
      { what: 'denied', from: '1.1.0-b', to: '1.0.0-a', release: '1.1.0-b' },
    ],
  ])('describes a move as: %s', (sentence, expected) => {
    expect(moveInWords({ ...move, what: 'adopted', ...expected })).toBe(sentence)
  })
})

it('separates addresses however they were pasted', () => {
  expect(emailsIn('Ada@x.org, ben@x.org;\n ada@x.org\tcy@x.org')).toEqual([
    'ada@x.org',
    'ben@x.org',
    'cy@x.org',
  ])
  expect(firstInvalidEmail(['ada@x.org', 'ben'])).toBe('ben')
  expect(firstInvalidEmail(['ada@x.org'])).toBeUndefined()
})

describe('the stretches of a chart', () => {
  const now = Date.parse('2026-11-22T09:30:00Z')
  const at = (hour: string, good: number, failed = 0) => ({ hour, good, failed })

  it('shows the hours of a day, up to the current one', () => {
    const spans = spansOf(
      [at('2026-11-22T09:00:00.000Z', 2, 1), at('2026-11-21T10:00:00.000Z', 5)],
      '1',
      now,
    )
    expect(spans).toHaveLength(24)
    expect(spans.at(-1)).toEqual({ from: Date.parse('2026-11-22T09:00:00Z'), good: 2, failed: 1 })
    expect(spans[0]).toMatchObject({ good: 5 })
  })

  it('shows the days of a week, and counts the sessions in each', () => {
    const spans = spansOf(
      [at('2026-11-22T09:00:00.000Z', 2), at('2026-11-21T10:00:00.000Z', 3)],
      '7',
      now,
    )
    expect(spans.map(({ good }) => good)).toEqual([0, 0, 0, 0, 0, 0, 5])
    expect(spansOf([at('2026-11-01T10:00:00.000Z', 3)], '7', now).every((span) => !span.good)).toBe(
      true,
    )
  })
})
