import { getDirectoryEntry, listDirectory, listPeople } from '@portal/contract/directory'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
  const put = (id: string, name: string, more = {}) =>
    api.ports.store.create('directory', id, { name, role: 'Director', type: 'board', ...more })
  await put('3', 'Wei Chen', { type: 'staff' })
  await put('1', 'ingrid Sørensen', { photoUrl: `/api/images/${'a'.repeat(64)}`, secret: 'x' })
  await put('2', 'James Okafor')
  await api.ports.store.create('directory', '4', { name: 'Half an entry' })
  await put('5', 'Hana Takeda', { phone: null })
})
afterAll(() => api.close())

describe('the directory', () => {
  it('lists everyone by name, and leaves out unreadable entries', async () => {
    const entries = await api.call('member')(listDirectory)
    expect(entries.map(({ name }) => name)).toEqual([
      'Hana Takeda',
      'ingrid Sørensen',
      'James Okafor',
      'Wei Chen',
    ])
    expect(entries[1]).not.toHaveProperty('secret')
    expect(api.logged.join('')).toContain('a directory entry can’t be read')
  })

  it('shows one entry, and refuses an unknown one with the specified message', async () => {
    const call = api.call('member')
    expect(await call(getDirectoryEntry, { params: { id: '2' } })).toMatchObject({
      name: 'James Okafor',
      revision: 1,
    })
    await expect(call(getDirectoryEntry, { params: { id: 'x' } })).rejects.toMatchObject({
      code: 'notFound',
      message: 'Directory entry not found',
    })
  })
})

describe('the directory in pages', () => {
  let large: TestApi
  beforeAll(async () => {
    large = await testApi()
    for (let n = 0; n < 230; n += 1) {
      const person = {
        name: `Person ${String(n).padStart(3, '0')}`,
        role: n % 10 === 0 ? 'Trustee' : 'Analyst',
        type: n % 10 === 0 ? 'board' : 'staff',
        department: n < 150 ? 'Programs' : 'Finances générales',
      }
      await large.ports.store.create('directory', `person-${n}`, person)
    }
  })
  afterAll(() => large.close())

  type Query = { search?: string; type?: 'board' | 'staff'; after?: string }
  const page = (query: Query = {}) => large.call('member')(listPeople, { query })
  const pages = async (query: Query) => {
    const names: string[][] = []
    let after: string | undefined
    do {
      const { people, next } = await page({ ...query, ...(after === undefined ? {} : { after }) })
      names.push(people.map(({ name }) => name))
      after = next
    } while (after !== undefined)
    return names
  }

  it('has 100 people on each page, by name, and everybody once', async () => {
    const all = await pages({})
    expect(all.map(({ length }) => length)).toEqual([100, 100, 30])
    expect(new Set(all.flat()).size).toBe(230)
    expect(all.flat()).toEqual(all.flat().toSorted())
  })

  it('counts all matches of both types, regardless of the page and the type', async () => {
    expect((await page()).counts).toEqual({ board: 23, staff: 207 })
    expect((await page({ type: 'board' })).counts).toEqual({ board: 23, staff: 207 })
    const { next } = await page()
    expect((await page({ after: next! })).counts).toEqual({ board: 23, staff: 207 })
    expect((await page({ search: 'FINANCES generales' })).counts).toEqual({ board: 8, staff: 72 })
  })

  it('finds people by every word of a search, of one type or both', async () => {
    expect((await pages({ search: 'programs' })).map(({ length }) => length)).toEqual([100, 50])
    expect((await pages({ search: 'programs', type: 'board' })).flat()).toHaveLength(15)
    expect((await pages({ search: 'trustee 22' })).flat()).toEqual(['Person 220'])
    expect(await page({ search: 'nobody' })).toEqual({ people: [], counts: { board: 0, staff: 0 } })
  })

  it('continues after a person who has left', async () => {
    const { people, next } = await page()
    const last = people.at(-1)!
    await large.ports.store.delete('directory', last.id, last.revision)
    expect((await page({ after: next! })).people[0]!.name).toBe('Person 100')
    const { id: _id, revision: _revision, ...entry } = last
    await large.ports.store.create('directory', last.id, entry)
  })

  it('refuses a cursor that isn’t one', async () => {
    await expect(page({ after: 'nonsense' })).rejects.toMatchObject({ code: 'badRequest' })
  })
})
