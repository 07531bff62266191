import { expect, it } from 'vitest'
import { type CountedErrors, type ReportedError, recentErrors, withErrors } from './error-groups.ts'

const hour = 3_600_000
const none: CountedErrors = { groups: [], others: 0 }
const error = (id: string, fields: Partial<ReportedError> = {}): ReportedError => ({
  id,
  message: 'Error: Failed',
  frames: [],
  person: 'a',
  at: 0,
  ...fields,
})

it('counts an error, its first and last hour, and each person once', () => {
  const { groups } = withErrors(none, [
    error('x', { at: 5 * hour, message: 'Error: The first' }),
    error('x', { at: 7 * hour, person: 'b' }),
    error('x', { at: 6 * hour, person: 'b', message: 'Error: The last' }),
  ])
  const [group] = groups
  expect(group).toMatchObject({ count: 3, first: 5, last: 7, people: ['a', 'b'] })
  expect(group!.message).toBe('Error: The last')
})

it('counts at most a hundred people of an error', () => {
  const all = Array.from({ length: 150 }, (_, n) => error('x', { person: `p${n}` }))
  expect(withErrors(none, all).groups[0]).toMatchObject({ count: 150, people: { length: 100 } })
})

it('lists fifty different errors, and counts the others', () => {
  const all = Array.from({ length: 60 }, (_, n) => error(`e${n}`, { person: `p${n}` }))
  const full = withErrors(none, all)
  expect(full).toMatchObject({ groups: { length: 50 }, others: 10 })
  // A known one still counts.
  expect(withErrors(full, [error('e3')]).groups[3]).toMatchObject({ count: 2 })
})

it('lists ten errors that only one person has', () => {
  const all = Array.from({ length: 30 }, (_, n) => error(`e${n}`))
  const filled = withErrors(none, all)
  expect(filled).toMatchObject({ groups: { length: 10 }, others: 20 })
  expect(withErrors(filled, [error('new', { person: 'b' })]).groups).toHaveLength(11)
})

it('forgets an error that nobody had for 31 days', () => {
  const counted = withErrors(none, [error('old'), error('new', { at: hour })])
  const later = recentErrors({ ...counted, others: 1 }, 31 * 24 * hour)
  expect(later).toMatchObject({ groups: [{ id: 'new' }], others: 1 })
})
