import { listDriveFiles } from '@portal/contract/documents'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
const put = (id: string, path: string, name: string) =>
  api.putPaper(id, { title: name, name, path, parent_folder: path.split('/').at(-1) ?? '' })
beforeAll(async () => {
  api = await testApi()
  await put('5', 'Papers/2026 Q4', 'Paper 10.pdf')
  await put('4', 'Papers/2026 Q4', 'Paper 2.pdf')
  await put('3', 'Papers/2026 Q4', 'paper 2.PDF')
  await put('2', 'Papers', 'Index.pdf')
  await put('1', '', 'Read me.pdf')
  await put('6', 'Papers of others', 'Budget.pdf')
  for (let count = 0; count < 120; count++) await put(`x${count}`, 'Archive', `Old ${count}.pdf`)
})
afterAll(() => api.close())

type Query = { pageSize?: number; pageToken?: string; folder?: string; q?: string }
const page = (query: Query = {}) => api.call('admin')(listDriveFiles, { query })
const ids = async (query: Query) => (await page(query)).files.map(({ id }) => id)

describe('the files of the drive', () => {
  it('returns a hundred files at a time, by folder and name', async () => {
    const first = await page()
    expect(first).toMatchObject({ total: 126, files: { length: 100 } })
    expect(first.files.slice(0, 3).map(({ name }) => name)).toEqual([
      'Read me.pdf',
      'Old 0.pdf',
      'Old 1.pdf',
    ])
    const second = await page({ pageToken: first.nextPageToken! })
    expect(second.files).toHaveLength(26)
    expect(second.nextPageToken).toBeUndefined()
    const all = [...first.files, ...second.files].map(({ id }) => id)
    expect(new Set(all).size).toBe(126)
    expect(all).toEqual(await ids({ pageSize: 1000 }))
  })

  it('lists only a folder and the folders below it when asked to', async () => {
    expect(await ids({ folder: 'Papers' })).toEqual(['2', '3', '4', '5'])
    expect(await ids({ folder: 'Papers/2026 Q4' })).toEqual(['3', '4', '5'])
    expect(await ids({ folder: 'Nothing' })).toEqual([])
  })

  it('searches by words in the folder and name', async () => {
    expect(await ids({ q: 'PAPER 2.pdf' })).toEqual(['3', '4'])
    expect(await ids({ q: 'q4 10' })).toEqual(['5'])
  })

  it('continues after the last file of a page, even if files have changed', async () => {
    const first = await page({ folder: 'Papers', pageSize: 2 })
    expect(first.files.map(({ id }) => id)).toEqual(['2', '3'])
    await api.ports.store.delete('documents', '3')
    await put('7', 'Papers', 'Agenda.pdf')
    const pageToken = first.nextPageToken!
    expect(await ids({ folder: 'Papers', pageSize: 2, pageToken })).toEqual(['4', '5'])
  })

  it('refuses an invalid page token and an invalid page size', async () => {
    for (const query of [{ pageToken: 'nonsense' }, { pageSize: 1001 }, { pageSize: 0 }]) {
      await expect(page(query)).rejects.toMatchObject({ code: 'badRequest' })
    }
  })

  it('allows only admins to list the files', async () => {
    await expect(api.call('staff')(listDriveFiles)).rejects.toMatchObject({ code: 'forbidden' })
  })
})
