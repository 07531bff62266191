import { agendaItemName } from '@portal/domain/agenda-item'
import { expect, it } from 'vitest'
import {
  addItem,
  changeItem,
  contentOf,
  draftOf,
  emptyDraft,
  isSameDraft,
  moveItem,
  newItem,
  problemsOf,
  removeItem,
} from './agenda-draft.ts'

const titles = (draft: { items: { title: string }[] }) => draft.items.map(({ title }) => title)
const three = ['One', 'Two', 'Three'].reduce(
  (draft, title) => addItem(draft, newItem(title.toLowerCase(), title)),
  emptyDraft,
)

it('gives every field a value, including unknown stored words', () => {
  const draft = draftOf({
    title: 'Board',
    items: [{ id: 'a', text: 'Budget', details: 'All' }, {}],
  })
  expect(draft).toMatchObject({ title: 'Board', date: '', location: '' })
  expect(draft.items[0]).toEqual({
    id: 'a',
    title: 'Budget',
    description: 'All',
    time: '',
    duration: 15,
    completed: false,
    type: 'discussion',
    speaker: '',
  })
  expect(draft.items[1]).toMatchObject({ id: 'item-2', title: '' })
})

it('sends the values that it was created from, without spaces around texts', () => {
  const draft = { ...three, title: ' Board ', location: '  ' }
  expect(contentOf(draft)).toMatchObject({ title: 'Board', location: '' })
  expect(draftOf(contentOf(three))).toEqual(three)
})

it('detects a draft that equals the stored agenda', () => {
  expect(isSameDraft(three, { ...three, title: '  ' })).toBe(true)
  expect(isSameDraft(three, changeItem(three, 'two', { duration: 16 }))).toBe(false)
  expect(isSameDraft(three, moveItem(three, 'two', 0))).toBe(false)
})

it('adds items at the end, with 15 minutes', () => {
  expect(titles(three)).toEqual(['One', 'Two', 'Three'])
  expect(three.items[2]).toMatchObject({ duration: 15, type: 'discussion', completed: false })
})

it('changes one item and never its id', () => {
  const changed = changeItem(three, 'two', { title: '2', id: 'other' })
  expect(titles(changed)).toEqual(['One', '2', 'Three'])
  expect(changed.items[1]!.id).toBe('two')
})

it('removes one item', () => {
  expect(titles(removeItem(three, 'two'))).toEqual(['One', 'Three'])
  expect(removeItem(three, 'none')).toEqual(three)
})

it.each([
  ['three', 0, ['Three', 'One', 'Two']],
  ['one', 2, ['Two', 'Three', 'One']],
  ['one', 9, ['Two', 'Three', 'One']],
  ['three', -1, ['Three', 'One', 'Two']],
  ['two', 1, ['One', 'Two', 'Three']],
  ['none', 0, ['One', 'Two', 'Three']],
])('moves %s to position %i', (id, to, order) => {
  expect(titles(moveItem(three, id, to))).toEqual(order)
})

it('names an item without a title by its number', () => {
  expect(agendaItemName({ title: ' ' }, 2)).toBe('Item 3')
  expect(agendaItemName({ title: ' Budget ' }, 2)).toBe('Budget')
})

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
  expect(problemsOf({ ...emptyDraft, ...fields }, { needsDate: true, base: null })).toEqual(
    problems,
  )
})

it('accepts a native agenda without a date', () => {
  const undated = { ...emptyDraft, title: 'Board' }
  expect(problemsOf(undated, { needsDate: false, base: null })).toEqual({})
  expect(problemsOf({ ...undated, date: 'soon' }, { needsDate: false, base: null })).toEqual({
    date,
  })
})

it('refuses an end at or before the start, unless both are stored already', () => {
  const endTime = 'Please enter an end time after the start time'
  const problems = (times: { time: string; endTime: string }, base: typeof times | null = null) =>
    problemsOf({ ...emptyDraft, title: 'Ours', ...times }, { needsDate: false, base })
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
  expect(problemsOf(draft, { needsDate: false, base: null })).toEqual({
    title: 'At most 500 characters: this has 501',
  })
})
