import { type Agenda, agenda, type AgendaContent } from '@portal/contract/agendas'
import { agendaItemName, agendaItemPlaces } from '@portal/domain/agenda-item'
import { describe, expect, it } from 'vitest'
import {
  addItem,
  type AgendaDraft,
  changeItem,
  contentOf,
  draftOf,
  emptyDraft,
  isSameDraft,
  moveItem,
  newItem,
  removeItem,
  savedContent,
  withClosedItems,
} from './agenda-draft.ts'

/** The content as an agenda that the API has stored. */
function stored(content: AgendaContent): Agenda {
  const { items } = contentOf(draftOf(content))
  const named = items.map((sent) => {
    const { papers, audience: _, ...item } = sent
    return papers.length > 0 ? { ...item, papers } : item
  })
  return agenda.parse({
    id: '2026-Q4',
    year: 2026,
    quarter: 4,
    updatedAt: '',
    revision: 1,
    ...content,
    time: '',
    endTime: '',
    status: 'draft',
    items: named,
  })
}

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
    speakerId: '',
    papers: [],
    subItem: false,
    audience: { who: 'everybody' },
    toOthers: 'time',
    closed: false,
  })
  expect(draft.items[1]).toMatchObject({ id: 'item-2', title: '' })
})

it('sends the values that it was created from, without spaces around texts', () => {
  const draft = { ...three, title: ' Board ', location: '  ' }
  expect(contentOf(draft)).toMatchObject({ title: 'Board', location: '' })
  expect(draftOf(contentOf(three))).toEqual(three)
})

it('sends no papers of an item that has none, unless they were removed or the item is new', () => {
  const base = {
    title: 'Board',
    items: [{ id: 'one' }, { id: 'two', papers: [{ materialType: 'x' }] }],
  }
  const removed = changeItem(draftOf(base), 'two', { papers: [] })
  const { items } = savedContent(addItem(removed, newItem('new')), stored(base))
  expect(items?.map(({ id, papers }) => [id, papers])).toEqual([
    ['one', undefined],
    ['two', []],
    ['new', []],
  ])
})

it('detects a draft that equals the stored agenda', () => {
  expect(isSameDraft(three, { ...three, title: '  ' })).toBe(true)
  expect(isSameDraft(three, changeItem(three, 'two', { duration: 16 }))).toBe(false)
  expect(isSameDraft(three, moveItem(three, 'two', 0))).toBe(false)
  const paper = { materialType: 'budget-update', pages: '3' }
  const named = changeItem(three, 'two', { papers: [paper] })
  expect(isSameDraft(named, changeItem(three, 'two', { papers: [{ ...paper }] }))).toBe(true)
  expect(isSameDraft(named, changeItem(three, 'two', { papers: [{ ...paper, pages: '4' }] }))).toBe(
    false,
  )
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

/** 1, 1.1, 1.2, 2 */
const nested = draftOf({
  items: [
    { id: 'a', title: 'A' },
    { id: 'a1', title: 'A1', subItem: true },
    { id: 'a2', title: 'A2', subItem: true },
    { id: 'b', title: 'B' },
  ],
})
const outline = (draft: AgendaDraft) => {
  const places = agendaItemPlaces(draft.items)
  return draft.items.map(({ title }, index) => `${places[index]} ${title}`)
}

it.each([
  ['a', 1, ['1 B', '2 A', '2.1 A1', '2.2 A2']],
  ['b', 2, ['1 B', '2 A', '2.1 A1', '2.2 A2']],
  ['a1', 2, ['1 A', '1.1 A2', '1.2 A1', '2 B']],
  ['a2', 3, ['1 A', '1.1 A1', '2 B', '2.1 A2']],
  ['a1', 0, ['1 A1', '2 A', '2.1 A2', '3 B']],
])('moves an item with its sub-items: %s to %i', (id, to, order) => {
  expect(outline(moveItem(nested, id, to))).toEqual(order)
})

it('makes items of the sub-items of a removed item', () => {
  expect(outline(removeItem(nested, 'a'))).toEqual(['1 A1', '2 A2', '3 B'])
})

it('sends whether an item is a sub-item only if it is or was one', () => {
  const sent = savedContent(nested, null).items!.map(({ subItem }) => subItem)
  expect(sent).toEqual([undefined, true, true, undefined])
  const base = stored({
    title: 'Board',
    items: [
      { id: 'a', title: 'A' },
      { id: 'a1', title: 'A1', subItem: true },
    ],
  })
  const raised = changeItem(draftOf(base), 'a1', { subItem: false })
  expect(savedContent(raised, base).items![1]!.subItem).toBe(false)
})

it('names an item without a title by its number', () => {
  expect(agendaItemName({ title: ' ' }, 2)).toBe('Item 3')
  expect(agendaItemName({ title: ' Budget ' }, 2)).toBe('Budget')
})

describe('the audience of an item', () => {
  const audience = { who: 'named' as const, named: ['ada'] }

  it('is sent once it is chosen, and once more when it ends', () => {
    const known = stored({ title: 'Board', items: [{ id: 'a', title: 'Pay' }] })
    const draft = draftOf(known)
    expect(savedContent(draft, known).items?.[0]).not.toHaveProperty('audience')
    const closed = changeItem(draft, 'a', { audience })
    expect(savedContent(closed, known).items?.[0]).toMatchObject({ audience, toOthers: 'time' })
    const before = { ...known, items: [{ ...known.items[0]!, audience }] }
    expect(savedContent(draft, before).items?.[0]?.audience?.who).toBe('everybody')
  })

  it('keeps closed items as they are when a version without them is restored', () => {
    const known = stored({ title: 'Board', items: [{ id: 'a', title: 'Pay' }, { id: 'b' }] })
    const now = { ...known, items: [{ ...known.items[0]!, audience }, known.items[1]!] }
    const version = draftOf({
      title: 'Board',
      items: [
        { id: 'a', title: 'Closed session' },
        { id: 'b', title: 'Money' },
      ],
    })
    const restored = withClosedItems(version, now)
    expect(restored.items).toMatchObject([{ title: 'Pay', audience }, { title: 'Money' }])
  })

  it('sends nothing but the time of a closed session that is not for this admin', () => {
    const known = stored({ title: 'Board', items: [{ id: 'a', title: 'Closed session' }] })
    const shut = { ...known, items: [{ ...known.items[0]!, time: '10:00', closed: true as const }] }
    expect(savedContent(draftOf(shut), shut).items).toEqual([
      { id: 'a', title: 'Closed session', time: '10:00', duration: 15 },
    ])
  })
})
