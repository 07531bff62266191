import { expect, it } from 'vitest'
import { byName, countByType, matchingPeople, peopleOfType } from './directory-people.ts'

type Entry = Parameters<typeof matchingPeople>[0][number]

const person = (name: string, more: Partial<Entry> = {}): Entry => ({
  id: name,
  name,
  role: 'Trustee',
  type: 'board',
  ...more,
})

const people = [
  person('Ingrid Sørensen', { department: 'Investment committee' }),
  person('Tomás Rivera', { id: 'finance' }),
  person('Wei Chen', { role: 'Executive director', type: 'staff' }),
]

const namesOf = (found: readonly Entry[]) => found.map(({ name }) => name)
const found = (search: string) => namesOf(matchingPeople(people, search))

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

it('finds everyone with an empty search', () => {
  expect(found('  ')).toHaveLength(3)
})

it('keeps only board or only staff, and counts both', () => {
  expect(namesOf(peopleOfType(people, 'staff'))).toEqual(['Wei Chen'])
  expect(peopleOfType(people, undefined)).toHaveLength(3)
  expect(countByType(people)).toEqual({ board: 2, staff: 1 })
})

it('orders people by name, ignoring case and accents, and those of one name by id', () => {
  const ordered = [
    person('zora Hale'),
    person('Émile Roy', { id: '2' }),
    person('emile roy', { id: '1' }),
    person('Adam West'),
  ].toSorted(byName)
  expect(ordered.map(({ id }) => id)).toEqual(['Adam West', '1', '2', 'zora Hale'])
})
