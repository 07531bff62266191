import { expect, it } from 'vitest'
import {
  addItem,
  type AgendaDraft,
  changeItem,
  emptyDraft,
  moveItem,
  newItem,
  removeItem,
  withFollowingTimes,
} from './agenda-draft.ts'
import { mergeDrafts, mergeRows, type MergeRow, type Side } from './agenda-merge.ts'

const base: AgendaDraft = {
  ...emptyDraft,
  title: 'Board',
  location: 'Boardroom',
  items: ['Welcome', 'Budget', 'Close'].map((title) => newItem(title.toLowerCase(), title)),
}

const proposedSide = ({ proposed: side }: MergeRow): Side => side
const all = (side: Side) => () => side
const titles = (draft: AgendaDraft) => draft.items.map(({ title }) => title)
const conflicts = (mine: AgendaDraft, theirs: AgendaDraft) =>
  mergeRows({ base, mine, theirs }).map(({ id, changedBy, proposed: side }) => [
    id,
    changedBy,
    side,
  ])

it('finds no differences between equal versions', () => {
  const same = { ...base, title: 'Both' }
  expect(mergeRows({ base, mine: same, theirs: { ...same, location: ' Boardroom ' } })).toEqual([])
})

it('takes the only change of a field, and yours of two', () => {
  const mine = { ...base, title: 'Mine', description: 'My words' }
  const theirs = { ...base, title: 'Theirs', location: 'By video' }
  expect(conflicts(mine, theirs)).toEqual([
    ['title', 'both', 'mine'],
    ['location', 'them', 'theirs'],
    ['description', 'you', 'mine'],
  ])
  expect(mergeDrafts({ base, mine, theirs }, proposedSide)).toMatchObject({
    title: 'Mine',
    location: 'By video',
    description: 'My words',
  })
})

it('merges two changes of one item field by field', () => {
  const mine = changeItem(base, 'budget', { title: 'Budget, revised', completed: true })
  const theirs = changeItem(base, 'budget', { duration: 45 })
  expect(mergeRows({ base, mine, theirs })).toMatchObject([
    { label: 'Title', item: 'Budget, revised', mine: 'Budget, revised', theirs: 'Budget' },
    { label: 'Minutes', mine: '15', theirs: '45' },
    { label: 'Completed', mine: 'Yes', theirs: 'No' },
  ])
  expect(mergeDrafts({ base, mine, theirs }, proposedSide).items[1]).toMatchObject({
    title: 'Budget, revised',
    duration: 45,
    completed: true,
  })
})

it('merges the papers of an item as one field, in words', () => {
  const paper = { materialType: 'budget-update', pages: '3–5' }
  const other = { materialType: 'cash-flow-summary', pages: '' }
  const before = changeItem(base, 'budget', { papers: [paper] })
  const mine = changeItem(before, 'budget', { title: 'Money', papers: [{ ...paper }] })
  const theirs = changeItem(before, 'budget', { papers: [paper, other] })
  const rows = mergeRows({ base: before, mine, theirs })
  expect(rows.map(({ label, changedBy }) => [label, changedBy])).toEqual([
    ['Title', 'you'],
    ['Papers', 'them'],
  ])
  expect(rows[1]).toMatchObject({
    mine: 'Budget Update, pages 3–5',
    theirs: 'Budget Update, pages 3–5; Cash Flow Summary',
  })
  const merged = mergeDrafts({ base: before, mine, theirs }, proposedSide)
  expect(merged.items[1]).toMatchObject({ title: 'Money', papers: [paper, other] })
})

it('keeps the items that both have added, each after its neighbor', () => {
  const mine = moveItem(addItem(base, newItem('m', 'Mine')), 'm', 1)
  const theirs = addItem(base, newItem('t', 'Theirs'))
  expect(conflicts(mine, theirs)).toEqual([
    ['items/m', 'you', 'mine'],
    ['items/t', 'them', 'theirs'],
  ])
  const merged = mergeDrafts({ base, mine, theirs }, proposedSide)
  expect(titles(merged)).toEqual(['Welcome', 'Mine', 'Budget', 'Close', 'Theirs'])
})

it('deletes what one has deleted and the other left unchanged', () => {
  const mine = removeItem(base, 'welcome')
  const theirs = removeItem(base, 'close')
  expect(conflicts(mine, theirs)).toEqual([
    ['items/welcome', 'you', 'mine'],
    ['items/close', 'them', 'theirs'],
  ])
  expect(titles(mergeDrafts({ base, mine, theirs }, proposedSide))).toEqual(['Budget'])
  expect(titles(mergeDrafts({ base, mine, theirs }, all('theirs')))).toEqual(['Welcome', 'Budget'])
})

it('never prefers a deletion to a change by default', () => {
  const [deleted, changed] = [
    removeItem(base, 'budget'),
    changeItem(base, 'budget', { title: 'New' }),
  ]
  expect(mergeRows({ base, mine: deleted, theirs: changed })).toMatchObject([
    {
      id: 'items/budget',
      mine: 'Deleted',
      theirs: 'New · 15 min\nEdited: Title “New” (was “Budget”)',
      changedBy: 'both',
    },
  ])
  for (const [mine, theirs] of [
    [deleted, changed],
    [changed, deleted],
  ] as const) {
    const merged = mergeDrafts({ base, mine, theirs }, proposedSide)
    expect(titles(merged)).toEqual(['Welcome', 'New', 'Close'])
  }
})

it('asks for the order once, by the items that both have', () => {
  const mine = moveItem(base, 'close', 0)
  const theirs = addItem(base, newItem('t', 'Theirs'))
  expect(mergeRows({ base, mine, theirs })[0]).toMatchObject({
    id: 'items',
    mine: 'Close, Welcome, Budget',
    theirs: 'Welcome, Budget, Close',
    changedBy: 'you',
  })
  const merged = mergeDrafts({ base, mine, theirs }, proposedSide)
  expect(titles(merged)).toEqual(['Close', 'Theirs', 'Welcome', 'Budget'])
  expect(conflicts(base, moveItem(base, 'close', 0))).toEqual([['items', 'them', 'theirs']])
})

it('equals one version if it is chosen in every row', () => {
  const mine = moveItem(
    changeItem({ ...base, title: 'Mine' }, 'budget', { duration: 5 }),
    'close',
    0,
  )
  const theirs = addItem(removeItem({ ...base, date: '2026-11-04' }, 'welcome'), newItem('t', 'T'))
  expect(mergeDrafts({ base, mine, theirs }, all('mine'))).toEqual(mine)
  expect(mergeDrafts({ base, mine, theirs }, all('theirs'))).toEqual(theirs)
})

it('treats both as changed if nothing was stored before', () => {
  const mine = { ...emptyDraft, title: 'Mine' }
  const theirs = { ...emptyDraft, title: 'Theirs', location: 'Boardroom' }
  expect(
    mergeRows({ base: emptyDraft, mine, theirs }).map(({ id, changedBy }) => [id, changedBy]),
  ).toEqual([
    ['title', 'both'],
    ['location', 'them'],
  ])
})

it('takes times that follow the durations for no difference', () => {
  const follows = (draft: AgendaDraft) => withFollowingTimes({ ...draft, timesFollow: true })
  const start = follows({ ...base, time: '09:00' })
  const mine = follows(changeItem(start, 'welcome', { duration: 30 }))
  const theirs = follows(removeItem(start, 'close'))
  const rows = mergeRows({ base: start, mine, theirs })
  expect(rows.map(({ id, changedBy }) => [id, changedBy])).toEqual([
    ['items/welcome/duration', 'you'],
    ['items/close', 'them'],
  ])
  const merged = mergeDrafts({ base: start, mine, theirs }, proposedSide)
  expect(merged.items.map(({ time }) => time)).toEqual(['09:00', '09:30'])
})

it('takes the times of the side whose choice it is whether they follow', () => {
  const start = { ...base, time: '09:00' }
  const mine = changeItem(start, 'budget', { time: '11:00' })
  const theirs = withFollowingTimes({ ...start, timesFollow: true })
  const versions = { base: start, mine, theirs }
  expect(mergeRows(versions).map(({ id }) => id)).toEqual(['timesFollow'])
  expect(mergeDrafts(versions, all('mine')).items[1]!.time).toBe('11:00')
  expect(mergeDrafts(versions, all('theirs')).items[1]!.time).toBe('09:15')
})
