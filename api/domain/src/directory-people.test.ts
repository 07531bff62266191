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

const namesOf = (listed: readonly Entry[]) => listed.map(({ name }) => name)
const namesFor = (search: string) => namesOf(matchingPeople(people, search))

it('searches name, role and department, and nothing else', () => {
  expect(namesFor('wei')).toEqual(['Wei Chen'])
  expect(namesFor('executive')).toEqual(['Wei Chen'])
  expect(namesFor('investment')).toEqual(['Ingrid Sørensen'])
  expect(namesFor('finance')).toEqual([])
})

it('finds names without their accents', () => {
  expect(namesFor('sorensen')).toEqual(['Ingrid Sørensen'])
  expect(namesFor('TOMAS')).toEqual(['Tomás Rivera'])
})

it('requires every word, in any order', () => {
  expect(namesFor('rivera trustee')).toEqual(['Tomás Rivera'])
  expect(namesFor('rivera director')).toEqual([])
})

it('finds everyone with an empty search', () => {
  expect(namesFor('  ')).toHaveLength(3)
})

it('keeps only board or only staff, and counts both', () => {
  expect(namesOf(peopleOfType(people, 'staff'))).toEqual(['Wei Chen'])
  expect(peopleOfType(people, undefined)).toHaveLength(3)
  expect(countByType(people)).toEqual({ board: 2, staff: 1 })
})

it('orders people by name, ignoring case and accents, and then by id', () => {
  const ordered = [
    person('zora Hale'),
    person('Émile Roy', { id: '2' }),
    person('emile roy', { id: '1' }),
    person('Adam West'),
  ].toSorted(byName)
  expect(ordered.map(({ id }) => id)).toEqual(['Adam West', '1', '2', 'zora Hale'])
})
