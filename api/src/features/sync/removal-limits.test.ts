import { describe, expect, it } from 'vitest'
import { isOfComing, pauseReason } from './removal-steps.ts'

const ids = (count: number) => Array.from({ length: count }, (_, n) => `paper-${n}`)

describe('a run that would remove papers', () => {
  it.each([
    // missing, papers, outcome
    [161, 161, 'many'],
    [17, 161, 'many'],
    [16, 161, undefined],
    [3, 29, 'many'],
    [3, 30, undefined],
    [10, 100, undefined],
    [11, 100, 'many'],
    [3, 3, 'many'],
    [2, 2, undefined],
    [1, 1, undefined],
    [0, 0, undefined],
    [3, 0, 'many'],
  ] as const)('%i of %i: %s', (missing, papers, outcome) => {
    expect(pauseReason({ missing: ids(missing), papers, coming: new Set() })).toBe(outcome)
  })

  it('pauses for a single paper of the upcoming meeting, however many papers there are', () => {
    const coming = new Set(['paper-0'])
    expect(pauseReason({ missing: ids(1), papers: 10_000, coming })).toBe('comingMeeting')
    expect(pauseReason({ missing: ids(161), papers: 161, coming })).toBe('comingMeeting')
  })

  it('counts the papers of another meeting that is still to come', () => {
    const held = { quarters: [{ year: 2026, quarter: 4 }], meetings: ['2026-11-12-finance'] }
    expect(isOfComing('meeting-2026-11-12-finance--k1', held)).toBe(true)
    expect(isOfComing('meeting-2026-09-30-grants--k1', held)).toBe(false)
    expect(isOfComing('meeting-2026-q4-agenda', held)).toBe(true)
    expect(isOfComing('governance-bylaws', held)).toBe(false)
  })

  it('doesn’t pause if the upcoming meeting’s papers are still there', () => {
    const coming = new Set(['paper-7'])
    expect(pauseReason({ missing: ids(2), papers: 100, coming })).toBeUndefined()
  })
})
