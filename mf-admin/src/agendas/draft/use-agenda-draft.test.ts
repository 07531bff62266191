import { expect, it } from 'vitest'
import { editHistory, historyOf, type EditHistory, type HistoryAction } from './use-agenda-draft.ts'

const run = (actions: HistoryAction<string>[], from: EditHistory<string> = historyOf('')) =>
  actions.reduce<EditHistory<string>>(editHistory, from)
const type = (next: string, at: number, field = 'title') =>
  ({ type: 'change', next, field, at }) as const
const step = (next: string) => ({ type: 'change', next, at: 0 }) as const
const undo = { type: 'undo' } as const
const redo = { type: 'redo' } as const

it('takes back one change after the other, and restores them', () => {
  const changed = run([step('a'), step('b'), step('c')])
  expect(run([undo], changed).present).toBe('b')
  expect(run([undo, undo, undo], changed).present).toBe('')
  expect(run([undo, undo, redo], changed).present).toBe('b')
  expect(run([undo, undo, redo, redo], changed)).toMatchObject({ present: 'c', future: [] })
})

it('stays as it is when there is nothing to undo or to redo', () => {
  const changed = run([step('a')])
  expect(run([undo, undo], changed)).toEqual(run([undo], changed))
  expect(run([redo], changed)).toBe(changed)
})

it('drops what was undone when something else is changed', () => {
  expect(run([step('a'), step('b'), undo, step('x'), redo])).toMatchObject({
    past: ['', 'a'],
    present: 'x',
    future: [],
  })
})

it('takes typing in one field as one step, until a pause or another field', () => {
  expect(run([type('H', 0), type('Hi', 500), type('Hi!', 1400)]).past).toEqual([''])
  expect(run([type('H', 0), type('Hi', 1000)]).past).toEqual(['', 'H'])
  expect(run([type('H', 0), type('Hi', 10, 'location')]).past).toEqual(['', 'H'])
  expect(run([type('H', 0), step('Hi')]).past).toEqual(['', 'H'])
  expect(run([step('H'), step('Hi')]).past).toEqual(['', 'H'])
})

it('begins a new step after an undo', () => {
  expect(run([type('H', 0), undo, type('X', 100)])).toMatchObject({ past: [''], present: 'X' })
  expect(run([type('H', 0), undo, redo, type('Hi', 100)]).past).toEqual(['', 'H'])
})

it('ignores a change that changes nothing', () => {
  const changed = run([step('a')])
  expect(run([step('a')], changed)).toBe(changed)
})

it('shows what the server has stored without adding a step', () => {
  const settled = run([step('a '), step('b '), { type: 'settle', present: 'b' }])
  expect(settled).toMatchObject({ past: ['', 'a '], present: 'b' })
  expect(run([type('H', 0), { type: 'settle', present: 'H' }, type('Hi', 10)]).past).toEqual([
    '',
    'H',
  ])
})

it('keeps the last 200 steps', () => {
  const { past } = run(Array.from({ length: 250 }, (_, index) => step(String(index))))
  expect([past.length, past.at(-1)]).toEqual([200, '248'])
})
