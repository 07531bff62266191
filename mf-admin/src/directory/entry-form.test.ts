import type { DirectoryEntry } from '@portal/contract/directory'
import { expect, it } from 'vitest'
import { entryChange, entryDifferences, rebasedValues, valuesOf } from './entry-form.ts'

const maria: DirectoryEntry = {
  id: 'maria',
  name: 'Maria Lopez',
  role: 'Chair',
  type: 'board',
  phone: '+1 503 555 0101',
  revision: 4,
}

it('sends only what differs, and clears what was emptied', () => {
  const values = { ...valuesOf(maria), role: 'Treasurer ', phone: '' }
  expect(entryChange(maria, values)).toEqual({ role: 'Treasurer', phone: '' })
})

it('sends every filled field of a new entry', () => {
  const values = { ...valuesOf(undefined), name: 'Ada', role: 'Trustee', type: 'board' }
  expect(entryChange(undefined, values)).toEqual({ name: 'Ada', role: 'Trustee', type: 'board' })
})

it('keeps typed values over stored ones, and takes stored ones for untouched fields', () => {
  const theirs = { ...maria, role: 'Vice chair', email: 'maria@larkspur.example', revision: 5 }
  const values = { ...valuesOf(maria), phone: '+1 503 555 0199' }
  expect(rebasedValues(maria, values, theirs)).toEqual({
    ...valuesOf(theirs),
    phone: '+1 503 555 0199',
  })
})

it('shows both versions of the fields that differ', () => {
  const theirs = { ...maria, role: 'Vice chair', revision: 5 }
  // Nobody has touched a field whose stored text ends in a space.
  const spaced = { ...maria, phone: '555 ' }
  expect(entryDifferences(spaced, valuesOf(spaced))).toEqual([])
  expect(entryChange(spaced, valuesOf(spaced))).toEqual({})
  expect(entryDifferences(theirs, { ...valuesOf(maria), phone: '' })).toEqual([
    { field: 'Role', theirs: 'Vice chair', yours: 'Chair' },
    { field: 'Phone', theirs: '+1 503 555 0101', yours: '' },
  ])
})
