import { expect, it } from 'vitest'
import {
  byName,
  changedFields,
  countByType,
  entriesByPerson,
  matchingPeople,
  peopleOfType,
} from './directory-people.ts'

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

it('finds the entry of a listed person by the address, regardless of its case, before the name', () => {
  const entries = [{ name: 'Ada Park', email: 'Ada@larkspur.example' }, { name: 'Ada Lee' }]
  const entriesOf = entriesByPerson(entries)
  expect(entriesOf({ name: 'Ada Lee', email: ' ada@LARKSPUR.example' })).toEqual([entries[0]])
})

it('finds it by the exact name only where the list or the entry has no address', () => {
  const [ada, lee] = [{ name: 'Ada Park', email: 'ada@larkspur.example' }, { name: 'Ada Lee' }]
  const entriesOf = entriesByPerson([ada, lee])
  expect(entriesOf({ name: 'Ada Park' })).toEqual([ada])
  expect(entriesOf({ name: 'Ada Lee', email: 'lee@larkspur.example' })).toEqual([lee])
  expect(entriesOf({ name: 'Ada Park', email: 'other@larkspur.example' })).toEqual([])
  expect(entriesOf({ name: 'ada park' })).toEqual([])
})

it('finds every entry that may be meant', () => {
  const twins = [{ name: 'Ada Park' }, { name: 'Ada Park' }]
  expect(entriesByPerson(twins)({ name: 'Ada Park' })).toEqual(twins)
})

it('changes what a list has another text for, and nothing that it leaves empty', () => {
  const entry = { name: 'Ada Park', role: 'Chair', email: 'ada@larkspur.example', phone: '555' }
  const listed = { name: 'Ada Park', role: 'Trustee', email: 'Ada@larkspur.example', phone: ' ' }
  expect(changedFields(entry, listed)).toEqual(['role'])
  expect(changedFields(entry, { ...listed, bio: 'Teaches.' })).toEqual(['role', 'bio'])
})
