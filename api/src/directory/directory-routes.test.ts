import { getDirectoryEntry, listDirectory } from '@portal/contract/directory'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../testing.ts'

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
