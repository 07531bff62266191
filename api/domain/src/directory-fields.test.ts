import { expect, it } from 'vitest'
import { directoryProblems, directorySearch } from './directory-fields.ts'

const maria = { name: 'Maria Lopez', role: 'Chair', type: 'board', phone: '+1 503 555 0101' }

it('requires a name, a role and a type', () => {
  const problems = {
    name: 'Name is required',
    role: 'Role is required',
    type: 'Valid type (board or staff) is required',
  }
  expect(directoryProblems({})).toEqual(problems)
  expect(directoryProblems({ name: '', role: '  ', type: 'guest' })).toEqual(problems)
  expect(directoryProblems({ ...maria, name: 7 })).toEqual({ name: 'Name is required' })
})

it.each(['maria', 'maria@larkspur', 'maria lopez@larkspur.example', '@larkspur.example'])(
  'treats %j as no e-mail',
  (email) => {
    expect(directoryProblems({ ...maria, email })).toEqual({
      email: 'Valid email address is required',
    })
  },
)

it.each([undefined, '', ' maria@larkspur.example '])('accepts %j as an e-mail', (email) => {
  expect(directoryProblems({ ...maria, email })).toEqual({})
})

it('names the fields that each search covers', () => {
  expect(directorySearch.members.words).toBe('name, role or department')
  expect(directorySearch.admins.words).toBe('name, role, title, department, e-mail or phone')
})
