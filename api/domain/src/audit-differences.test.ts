import { expect, it } from 'vitest'
import { differences } from './audit-differences.ts'

it('lists only the fields that differ, in words', () => {
  const before = { displayName: 'Maria', disabled: false, email: 'm@x.example', revision: 1 }
  const stored = { revision: 2, earlierDocuments: ['budget'] }
  const after = { ...before, displayName: 'Maria Lopez', disabled: true, ...stored }
  expect(differences(before, after)).toEqual([
    { field: 'Display name', before: 'Maria', after: 'Maria Lopez' },
    { field: 'Disabled', before: 'No', after: 'Yes' },
  ])
})

it('lists the fields of a new object and of a deleted one', () => {
  expect(differences(null, { name: 'Wei', phone: '' })).toEqual([
    { field: 'Name', before: '', after: 'Wei' },
  ])
  expect(differences({ name: 'Wei' }, null)).toEqual([{ field: 'Name', before: 'Wei', after: '' }])
})

it('shows the list of designated admins as one value', () => {
  expect(differences(['ruth'], ['ruth', 'wei'])).toEqual([
    { field: 'Designated admins', before: 'ruth', after: 'ruth, wei' },
  ])
})

it('separates a right-to-left item title from the name of its field', () => {
  const items = (duration: number) => ({ items: [{ id: 'a', title: 'דוח [2026]', duration }] })
  expect(differences(items(15), items(20))).toEqual([
    { field: 'Items: “\u2068דוח [2026]\u2069”: Duration', before: '15', after: '20' },
  ])
})

it('matches agenda items by id: changed, added, removed and moved', () => {
  const item = (id: string, title: string, duration = 15) => ({ id, title, duration })
  const before = { items: [item('a', 'Welcome'), item('b', 'Budget'), item('c', 'Close')] }
  const after = { items: [item('c', 'Close'), item('a', 'Welcome', 20), item('d', 'Grants')] }
  expect(differences(before, after)).toEqual([
    { field: 'Items: “Welcome”: Duration', before: '15', after: '20' },
    { field: 'Items: “Budget”', before: 'present', after: 'removed' },
    { field: 'Items: “Grants”', before: '', after: 'added' },
    { field: 'Items: order', before: 'Welcome, Close', after: 'Close, Welcome' },
  ])
})

it('finds no difference between equal values', () => {
  expect(differences({ a: [1, 2], b: { c: null } }, { a: [1, 2], b: {} })).toEqual([])
  expect(differences(null, null)).toEqual([])
})

it('handles lists that become empty or start empty', () => {
  expect(differences({ items: [{ id: 'a', title: 'Welcome' }] }, { items: [] })).toEqual([
    { field: 'Items: “Welcome”', before: 'present', after: 'removed' },
  ])
})

it('names an item’s papers, matched by their slots', () => {
  const item = (papers: object[]) => ({ items: [{ id: 'a', title: 'Budget', papers }] })
  const update = { materialType: 'budget-update' }
  const changed = differences(
    item([{ ...update, pages: '3' }]),
    item([{ materialType: 'cash-flow-summary' }, { ...update, pages: '4' }]),
  )
  expect(changed).toEqual([
    { field: 'Items: “Budget”: Papers: “Budget Update”: Pages', before: '3', after: '4' },
    { field: 'Items: “Budget”: Papers: “Cash Flow Summary”', before: '', after: 'added' },
  ])
})
