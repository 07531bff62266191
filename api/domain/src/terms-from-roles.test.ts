import { expect, it } from 'vitest'
import { termsFromRole } from './terms-from-roles.ts'

const bodies = [
  { id: 'board', name: 'Board' },
  { id: 'finance', name: 'Finance Committee' },
]

it.each([
  ['Chair', ['board chair']],
  ['Board President', ['board chair']],
  ['Treasurer, Finance Committee chair', ['board treasurer', 'finance chair']],
  ['Secretary and Treasurer', ['board secretary']],
  ['Chair of the Grants Committee', ['grants-committee chair', 'board member']],
  ['Trustee; Audit and Risk Committee', ['board member', 'audit-and-risk-committee member']],
  ['Treasurer and Finance Committee member', ['board treasurer', 'finance member']],
  ['Vice-Chair', ['board vice-chair']],
  [
    'Vice President & Investment Committee Chairwoman',
    ['board vice-chair', 'investment-committee chair'],
  ],
  ['Trustee', ['board member']],
  ['Hydrologist', ['board member']],
  ['Observer', ['board observer']],
  ['Trustee emerita', []],
  ['Former chair', []],
])('proposes for a board member whose role is “%s”: %s', (role, expected) => {
  const proposed = termsFromRole({ role, type: 'board' }, bodies)
  expect(proposed.map(({ body, office }) => `${body} ${office}`)).toEqual(expected)
})

it.each([
  ['Executive Director', []],
  ['Board liaison', []],
  ['Director of finance, Finance Committee liaison', ['finance staff']],
])('proposes for staff whose role is “%s”: %s', (role, expected) => {
  const proposed = termsFromRole({ role, type: 'staff' }, bodies)
  expect(proposed.map(({ body, office }) => `${body} ${office}`)).toEqual(expected)
  expect(proposed.every(({ voting }) => !voting)).toBe(true)
})

it('names a committee that doesn’t exist as it is written', () => {
  const role = 'Member of the Grants Committee'
  expect(termsFromRole({ role, type: 'board' }, bodies)[0]).toMatchObject({
    name: 'Grants Committee',
  })
})
