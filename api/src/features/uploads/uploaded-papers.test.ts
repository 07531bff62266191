import { listDocuments, listDriveFolders, switchDriveFolder } from '@portal/contract/documents'
import { listMappings, saveMapping } from '@portal/contract/mappings'
import { deleteUpload, listUploads, renameUpload } from '@portal/contract/uploads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../testing/test-api.ts'

const slot = 'meeting-2027-q1-budget-update'
let api: TestApi
beforeEach(async () => {
  api = await testApi()
  await api.putPaper('budget', { source: 'upload', created_time: '2026-11-03T09:00:00.000Z' })
  await api.putPaper('memo', { source: 'upload', created_time: '2026-11-04T09:00:00.000Z' })
  await api.putPaper('synced', { path: 'Board/2027 Q1' })
  await admin()(saveMapping, {
    params: { id: slot },
    body: { documentId: 'budget' },
    revision: 'new',
  })
})
afterEach(() => api.close())

const admin = () => api.call('admin')
const listed = (query = {}) => admin()(listUploads, { query })

describe('the list of uploads', () => {
  it('has every uploaded paper, newest first, and where it is used', async () => {
    const { papers, total } = await listed()
    expect(total).toBe(2)
    expect(papers).toMatchObject([
      { document: { id: 'memo' }, slots: [], seen: false },
      { document: { id: 'budget' }, slots: [{ id: slot, title: 'Budget Update' }], seen: true },
    ])
  })

  it('is searched by name, and paged', async () => {
    expect((await listed({ q: 'bud' })).papers.map(({ document }) => document.id)).toEqual([
      'budget',
    ])
    const page = await listed({ limit: 1, skip: 1 })
    expect(page).toMatchObject({ papers: [{ document: { id: 'budget' } }], total: 2 })
  })
})

describe('renaming an upload', () => {
  const rename = (name: string, revision = 1, id = 'budget') =>
    admin()(renameUpload, { params: { id }, body: { name }, revision })

  it('changes its name everywhere, and can be repeated', async () => {
    const renamed = await rename('Budget 2027.pdf')
    expect(renamed).toMatchObject({ document: { name: 'Budget 2027.pdf', title: 'Budget 2027' } })
    expect(await rename('Budget 2027.pdf')).toEqual(renamed)
    expect((await api.call('member')(listMappings))[slot]?.document?.name).toBe('Budget 2027.pdf')
    await expect(rename('Other.pdf')).rejects.toMatchObject({ code: 'stale' })
  })

  it('keeps the kind of file, and leaves papers of the drive alone', async () => {
    await expect(rename('Budget.xlsx')).rejects.toMatchObject({ code: 'invalid' })
    await expect(rename('New.pdf', 1, 'synced')).rejects.toMatchObject({ code: 'invalid' })
    await expect(rename('New.pdf', 1, 'unknown')).rejects.toMatchObject({ code: 'notFound' })
  })
})

describe('deleting an upload', () => {
  const remove = (id: string, query = {}, revision = 1) =>
    admin()(deleteUpload, { params: { id }, query, revision })

  it('asks first if a slot uses it, and its members then see that it is missing', async () => {
    await expect(remove('budget')).rejects.toMatchObject({ code: 'confirmationRequired' })
    await remove('budget', { confirmed: 'true' })
    await remove('budget', { confirmed: 'true' })
    expect((await listed()).total).toBe(1)
    expect((await api.call('member')(listMappings))[slot]).toMatchObject({ problem: 'missing' })
  })

  it('refuses an outdated revision and papers of the drive', async () => {
    await expect(remove('memo', {}, 7)).rejects.toMatchObject({ code: 'stale' })
    await expect(remove('synced')).rejects.toMatchObject({ code: 'invalid' })
    await remove('memo')
    expect((await listed()).total).toBe(1)
  })
})

describe('a folder of the drive', () => {
  const seen = async () => (await api.call('member')(listDocuments)).map(({ id }) => id)
  const change = (folder: string, closed: boolean, revision: number | 'new') =>
    admin()(switchDriveFolder, { body: { folder, closed }, revision })

  it('is closed to members and opened again, with the folders in it', async () => {
    expect(await admin()(listDriveFolders)).toEqual({
      folders: [
        { folder: 'Board', closed: false, papers: 0 },
        { folder: 'Board/2027 Q1', closed: false, papers: 1 },
      ],
    })
    expect(await seen()).toContain('synced')
    const closed = await change('Board', true, 'new')
    expect(closed.folders.map((folder) => folder.closed)).toEqual([true, true])
    expect(await change('Board', true, 'new')).toEqual(closed)
    expect(await seen()).not.toContain('synced')
    await expect(change('Board/2027 Q1', false, 'new')).rejects.toMatchObject({ code: 'stale' })
    await change('Board/2027 Q1', false, closed.revision!)
    expect(await seen()).toContain('synced')
  })
})
