import { expect, it } from 'vitest'
import { emptyDraft, newItem } from './agenda-draft.ts'
import { itemProblems, problemsOf } from './draft-problems.ts'

const title = 'Please enter a title for the meeting'

const date = 'Please enter a valid date in YYYY-MM-DD format'

it.each([
  [{ title: ' ', date: '2026-11-01' }, { title }],
  [{ title: 'Board', date: '2025-02-30' }, { date }],
  [{ title: 'Board', date: '1969-12-31' }, { date }],
  [{ title: 'Board', date: '2101-01-01' }, { date }],
  [{ title: 'Board', date: '11/01/2026' }, { date }],
  [
    { title: '', date: '' },
    { title, date },
  ],
  [{ title: 'Board', date: '2100-12-31' }, {}],
])('refuses an invalid meeting: %o', (fields, problems) => {
  expect(
    problemsOf({ ...emptyDraft, ...fields }, { needsDate: true, least: 0, base: null }),
  ).toEqual(problems)
})

it('accepts a native agenda without a date', () => {
  const undated = { ...emptyDraft, title: 'Board' }
  expect(problemsOf(undated, { needsDate: false, least: 0, base: null })).toEqual({})
  expect(
    problemsOf({ ...undated, date: 'soon' }, { needsDate: false, least: 0, base: null }),
  ).toEqual({
    date,
  })
})

it('refuses an end at or before the start, unless both are stored already', () => {
  const endTime = 'Please enter an end time after the start time'
  const problems = (times: { time: string; endTime: string }, base: typeof times | null = null) =>
    problemsOf(
      { ...emptyDraft, title: 'Ours', ...times },
      { needsDate: false, least: 0, base: base && { ...base, items: [] } },
    )
  const early = { time: '14:00', endTime: '14:00' }
  expect(problems(early)).toEqual({ endTime })
  // Without an end, the default applies.
  expect(problems({ time: '11:00', endTime: '' })).toEqual({ endTime })
  expect(problems(early, early)).toEqual({})
  expect(problems(early, { time: '9:00', endTime: '14:00' })).toEqual({ endTime })
  expect(problems({ time: '', endTime: '' })).toEqual({})
})

it('refuses a text over its limit, and names the limit', () => {
  const draft = { ...emptyDraft, title: 'x'.repeat(501), description: 'y'.repeat(10_000) }
  expect(problemsOf(draft, { needsDate: false, least: 0, base: null })).toEqual({
    title: 'At most 500 characters: this has 501',
  })
})

it.each([
  [0, 0, undefined],
  [0, 1, '1 to 1440 minutes'],
  [1440, 1, undefined],
  [1441, 0, '0 to 1440 minutes'],
  [-1, 0, '0 to 1440 minutes'],
  [1.5, 0, '0 to 1440 minutes'],
  [Number.NaN, 0, '0 to 1440 minutes'],
])('answers a duration of %d, of at least %d, with %s', (duration, least, message) => {
  const item = { ...newItem('a'), duration }
  expect(itemProblems(item, { least, stored: undefined }).duration).toBe(message)
})

it('accepts a stored duration that is out of range', () => {
  const item = { ...newItem('a'), duration: 2000 }
  expect(itemProblems(item, { least: 0, stored: { duration: 2000 } })).toEqual({})
})

it('names the problems of an item by its id', () => {
  const item = { ...newItem('a'), title: 'x'.repeat(1001), speaker: 'y'.repeat(201) }
  const draft = { ...emptyDraft, title: 'Ours', items: [newItem('b'), item] }
  expect(problemsOf(draft, { needsDate: false, least: 0, base: null })).toEqual({
    items: {
      a: {
        title: 'At most 1,000 characters: this has 1,001',
        speaker: 'At most 200 characters: this has 201',
      },
    },
  })
})
