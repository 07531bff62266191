import type { DirectoryEntry } from '@portal/contract/directory'
import { expect, it } from 'vitest'
import { matching, onSide } from './directory-filter.ts'

const person = (name: string, more: Partial<DirectoryEntry> = {}): DirectoryEntry => ({
  id: name,
  name,
  role: 'Trustee',
  type: 'board',
  revision: 1,
  ...more,
})

const people = [
  person('Ingrid Sørensen', { department: 'Investment committee' }),
  person('Tomás Rivera', { email: 'finance@larkspur.example' }),
  person('Wei Chen', { role: 'Executive director', type: 'staff' }),
]

const found = (search: string) => matching(people, search).map(({ name }) => name)

it('searches name, role and department, and nothing else', () => {
  expect(found('wei')).toEqual(['Wei Chen'])
  expect(found('executive')).toEqual(['Wei Chen'])
  expect(found('investment')).toEqual(['Ingrid Sørensen'])
  expect(found('finance')).toEqual([])
})

it('finds names without their accents', () => {
  expect(found('sorensen')).toEqual(['Ingrid Sørensen'])
  expect(found('TOMAS')).toEqual(['Tomás Rivera'])
})

it('requires every word, in any order', () => {
  expect(found('rivera trustee')).toEqual(['Tomás Rivera'])
  expect(found('rivera director')).toEqual([])
})

it('shows everyone for an empty search', () => {
  expect(found('  ')).toHaveLength(3)
})

it('keeps only board or only staff', () => {
  expect(onSide(people, 'staff').map(({ name }) => name)).toEqual(['Wei Chen'])
  expect(onSide(people, 'all')).toHaveLength(3)
})
