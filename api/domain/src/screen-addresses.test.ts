import { expect, it } from 'vitest'
import { addressOf, addressOfFound } from './screen-addresses.ts'

type Found = Parameters<typeof addressOfFound>[0]

it.each([
  ['/meetings/:year/:slug/*', '/meetings/2026/sample/sample'],
  ['/people/:id?', '/people/sample'],
  ['/meetings', '/meetings'],
])('fills in known parameters, and a word for unknown ones: %s', (pattern, address) => {
  expect(addressOf(pattern, { year: '2026' })).toBe(address)
})

const quarter = { year: 2026, quarter: 4 }
const hit = { id: 'a b', title: 'Travel policy' }

it.each<[string, Omit<Found, 'id' | 'title'>, string | undefined]>([
  ['a paper', { kind: 'paper', page: 3 }, '/resources/view/a%20b?page=3'],
  ['a paper that only its name matches', { kind: 'paper' }, '/resources/view/a%20b'],
  [
    'a paper with its words',
    { kind: 'paper', page: 3, snippet: { text: 'a reserve', marks: [{ start: 2, end: 9 }] } },
    '/resources/view/a%20b?page=3&find=reserve',
  ],
  [
    'a paper of a quarter',
    { kind: 'paper', quarter, materialType: 'cash-flow', page: 3 },
    '/meetings/2026/q/4?material=cash-flow&page=3',
  ],
  ['a note', { kind: 'note', documentId: 'p', page: 2 }, '/resources/view/p?page=2&note=a+b'],
  [
    'a note on an earlier version',
    { kind: 'note', documentId: 'p', page: 2, version: 4 },
    '/resources/view/p?page=2&version=4&note=a+b',
  ],
  [
    'a note on a paper of a quarter',
    { kind: 'note', documentId: 'p', quarter, materialType: 'cash-flow', page: 2 },
    '/meetings/2026/q/4?material=cash-flow&page=2&note=a+b',
  ],
  [
    'a paper of another meeting',
    { kind: 'paper', quarter, meeting: { id: '2026-11-12-finance', materialType: 'k2' }, page: 3 },
    '/meetings/2026-11-12-finance?material=k2&page=3',
  ],
  [
    'an agenda item of another meeting',
    { kind: 'agendaItem', meeting: { id: '2026-11-12-finance' } },
    '/meetings/2026-11-12-finance/agenda#item-a%20b',
  ],
  ['an agenda item', { kind: 'agendaItem', quarter }, '/meetings/2026/q/4/agenda#item-a%20b'],
  ['a person', { kind: 'person' }, '/directory?q=Travel+policy'],
  ['a note without its paper', { kind: 'note', page: 2 }, undefined],
  ['an agenda item without its quarter', { kind: 'agendaItem' }, undefined],
  ['a kind that is added later', { kind: 'motion', quarter }, undefined],
])('opens %s at its passage', (_, fields, address) => {
  expect(addressOfFound({ ...hit, ...fields })).toBe(address)
})

it('opens an agenda item whose id has half an emoji', () => {
  const result = { ...hit, kind: 'agendaItem', id: 'a\ud83d', quarter }
  expect(addressOfFound(result)).toBe('/meetings/2026/q/4/agenda#item-a%EF%BF%BD')
})
