import { expect, it } from 'vitest'
import { closedItemSentence, closedReason } from './undoable-changes.ts'

const open = { items: [{ id: 'a', title: 'Pay' }] }
const shut = { items: [{ id: 'a', title: 'Closed session', closed: 'key' }] }

it.each([
  ['closed', open, shut],
  ['opened', shut, open],
  ['removed', shut, { items: [] }],
])('says that a save which %s a closed item can’t be undone', (_what, before, after) => {
  expect(closedReason({ before, after })).toBe(closedItemSentence)
})

it('says that only people of a closed session can undo what isn’t shown of it', () => {
  const reason = closedReason({ before: null, after: { name: 'Closed session' } })
  expect(reason).toContain('Only an admin who may see it')
})

it.each([
  [open, { ...open, title: 'Winter' }],
  [shut, { ...shut, title: 'Winter' }],
  [shut, null],
  [null, { title: 'Budget' }],
])('has no such reason for another change', (before, after) => {
  expect(closedReason({ before, after })).toBeUndefined()
})
