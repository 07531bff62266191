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
