import { expect, it } from 'vitest'
import { differences } from './audit-differences.ts'

it('names only what differs, and says it in words', () => {
  const before = { displayName: 'Maria', disabled: false, email: 'm@x.example', revision: 1 }
  const after = { ...before, displayName: 'Maria Lopez', disabled: true, revision: 2 }
  expect(differences(before, after)).toEqual([
    { field: 'Display name', before: 'Maria', after: 'Maria Lopez' },
    { field: 'Disabled', before: 'No', after: 'Yes' },
  ])
})

it('lists what a new thing has, and what a deleted one had', () => {
  expect(differences(null, { name: 'Wei', phone: '' })).toEqual([
    { field: 'Name', before: '', after: 'Wei' },
  ])
  expect(differences({ name: 'Wei' }, null)).toEqual([{ field: 'Name', before: 'Wei', after: '' }])
})

it('shows the list of designated admins as one', () => {
  expect(differences(['ruth'], ['ruth', 'wei'])).toEqual([
    { field: 'Designated admins', before: 'ruth', after: 'ruth, wei' },
  ])
})

it('tells agenda items apart by their ids: changed, added, removed and moved', () => {
  const item = (id: string, title: string, duration = 15) => ({ id, title, duration })
  const before = { items: [item('a', 'Welcome'), item('b', 'Budget'), item('c', 'Close')] }
  const after = { items: [item('c', 'Close'), item('a', 'Welcome', 20), item('d', 'Grants')] }
  expect(differences(before, after)).toEqual([
    { field: 'Items: “Welcome”: Duration', before: '15', after: '20' },
    { field: 'Items: “Budget”', before: 'there', after: 'removed' },
    { field: 'Items: “Grants”', before: '', after: 'added' },
    { field: 'Items: order', before: 'Welcome, Close', after: 'Close, Welcome' },
  ])
})

it('finds no difference where there is none', () => {
  expect(differences({ a: [1, 2], b: { c: null } }, { a: [1, 2], b: {} })).toEqual([])
  expect(differences(null, null)).toEqual([])
})

it('lets a list of things go, and come', () => {
  expect(differences({ items: [{ id: 'a', title: 'Welcome' }] }, { items: [] })).toEqual([
    { field: 'Items: “Welcome”', before: 'there', after: 'removed' },
  ])
})
