import type { DirectoryEntry } from '@portal/contract/directory'
import { describe, expect, it } from 'vitest'
import { parseTable, peopleOf } from './list-of-people.ts'

const guesses = (text: string) => parseTable(text).columns.map(({ guess }) => guess)

describe('a table', () => {
  it.each([
    ['comma-separated values', 'Name,Role\n"Park, Ada",Chair\n'],
    ['semicolons', 'Name;Role\nPark, Ada;Chair\n'],
    ['cells of a spreadsheet', '\uFEFFName\tRole\r\nPark, Ada\tChair\r\n'],
  ])('is read from %s', (_, text) => {
    expect(parseTable(text).rows).toEqual([{ line: 2, cells: ['Park, Ada', 'Chair'] }])
  })

  it('counts the lines of cells with several lines, and of empty rows', () => {
    const { rows } = parseTable('Name,Bio\n"Ada","One\ntwo\nthree"\n\n,\nBen,\n')
    expect(rows.map(({ line }) => line)).toEqual([2, 7])
  })

  it('knows other names of columns, and each field once', () => {
    const titles = 'Full Name\tE-Mail Address\tMobile\tPosition\tJob title\tPhone\tShoe size'
    const uses = ['name', 'email', 'phone', 'role', 'title', 'nothing', 'nothing']
    expect(guesses(`${titles}\nAda`)).toEqual(uses)
  })

  it('needs no titles', () => {
    const { columns, rows } = parseTable('12\tada@larkspur.example\nAda\tben@larkspur.example')
    expect(columns.map(({ title, guess }) => [title, guess])).toEqual([
      ['Column 1', 'name'],
      ['Column 2', 'email'],
    ])
    expect(rows).toHaveLength(2)
  })

  it('can be empty', () => {
    expect(parseTable(' \n\n')).toEqual({ columns: [], rows: [] })
  })
})

it('takes columns of terms for what they are, if it has any', () => {
  const uses = (text: string) => guesses(text).join(' ')
  expect(uses('Name,Committee,Office,From,Until')).toBe('name body office from to')
  expect(uses('Name,Committee,Office')).toBe('name department role')
})

describe('the people of a table', () => {
  const ada: DirectoryEntry = {
    id: 'ada',
    name: 'Ada Park',
    role: 'Chair',
    type: 'board',
    email: 'ada@larkspur.example',
    revision: 3,
  }
  const defaults = { role: 'Trustee', type: 'board' } as const
  const read = (text: string, directory = [ada], chosen = defaults) => {
    const { columns, rows } = parseTable(text)
    return peopleOf(
      rows,
      columns.map(({ guess }) => guess),
      chosen,
      directory,
    )
  }
  const one = (text: string, directory?: DirectoryEntry[]) => read(text, directory)[0]!

  it('have a name from two columns, and what is missing for somebody new', () => {
    expect(one('First name,Last name,Type\nBen,Ode,Staff member').texts).toEqual({
      name: 'Ben Ode',
      role: 'Trustee',
      type: 'staff',
    })
  })

  it('have the entry with their address, and what the list changes', () => {
    const known = one('Name,E-mail,Role,Phone\nAda Park,ADA@larkspur.example,,555')
    expect(known).toMatchObject({ entry: ada, isMaybe: false, changes: ['phone'], problems: [] })
  })

  it('maybe have the entry with their name, if only one side has an address', () => {
    expect(one('Name,Role\nAda Park,Chair')).toMatchObject({ entry: ada, isMaybe: true })
    const { email: _, ...unaddressed } = ada
    const addressed = one('Name,E-mail\nAda Park,ada@larkspur.example', [unaddressed])
    expect(addressed).toMatchObject({ entry: unaddressed, isMaybe: true, changes: ['email'] })
  })

  it('have every broken rule, with the line', () => {
    const people = read(
      `Name,Role,Type,E-mail\n,Chair,other,nobody\n${'x'.repeat(201)},Chair,board,`,
    )
    expect(people.map(({ line, problems }) => [line, problems])).toEqual([
      [
        2,
        [
          'Name is required',
          'Valid type (board or staff) is required',
          'Valid email address is required',
        ],
      ],
      [3, ['Name has more than 200 characters']],
    ])
  })

  it('have a term on each of their lines', () => {
    const titles = 'Name\tRole\tCommittee\tOffice\tVotes\tFrom\tTo'
    const lines = [
      'Ben\tTrustee\tBoard\t\t\t2024-01-01\t',
      'Ben\tTrustee\tGrants Committee\tObserver\tyes\t1 January 2024\tDec 31, 2026',
      'Cara\tTrustee\t\t\t\t\t',
    ]
    const people = read([titles, ...lines].join('\n'))
    const board = { id: 'board', name: 'Board', isNew: true }
    const grants = { id: 'grants-committee', name: 'Grants Committee', isNew: true }
    expect(people.map(({ term, sameAs, problems }) => [term, sameAs, problems])).toEqual([
      [{ body: board, office: 'member', voting: true, from: '2024-01-01' }, undefined, []],
      [
        { body: grants, office: 'observer', voting: true, from: '2024-01-01', to: '2026-12-31' },
        2,
        [],
      ],
      [undefined, undefined, []],
    ])
  })

  it.each([
    ['\tChair\t\t2024-01-01\t', 'Body is missing'],
    ['Board\tPoet\t\t2024-01-01\t', 'Office is none of these: Chair, '],
    ['Board\tChair\tmaybe\t2024-01-01\t', 'Votes is neither yes nor no'],
    ['Board\tChair\t\t\t', 'First day is missing'],
    ['Board\tChair\t\t1/2/2024\t', 'First day must be written as 2026-01-31'],
    ['Board\tChair\t\t2024-01-01\t31 June 2025', 'Last day must be written as'],
    ['Board\tChair\t\t2024-01-01\t2023-01-01', 'The term ends before it begins'],
  ])('have no term of the cells “%s”: %s', (cells, problem) => {
    const { term, problems } = one(`Name\tBody\tOffice\tVotes\tFrom\tTo\nBen\t${cells}`)
    expect([term, problems.length]).toEqual([undefined, 1])
    expect(problems[0]).toContain(problem)
  })

  it('are refused if they are listed twice, or have several entries', () => {
    const twice = read('Name,E-mail\nBen,ben@larkspur.example\nB. Ode,BEN@larkspur.example')
    expect(twice[1]!.problems).toEqual(['Line 2 has the same person'])
    const other = { ...ada, id: 'other' }
    expect(one('Name,E-mail\nAda,ada@larkspur.example', [ada, other]).problems).toContain(
      'Several entries of the directory match',
    )
  })
})
