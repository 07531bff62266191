import { listAudit } from '@portal/contract/audit'
import { listMappings, type MappingChange, saveMapping } from '@portal/contract/mappings'
import { prepareQuarter } from '@portal/contract/meetings'
import { undoChanges } from '@portal/contract/undo'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../testing/test-api.ts'

const budget = 'meeting-2026-q4-budget-update'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
  await api.putPaper('doc-1')
})
afterEach(() => api.close())

const save = (body: MappingChange, revision: number | 'new' = 'new', id = budget) =>
  api.call('admin')(saveMapping, { params: { id }, body, revision })

describe('a slot that is not needed this quarter', () => {
  it('is stored with its mapping, audited, and not shown to members', async () => {
    expect(await save({ notNeeded: true })).toMatchObject({ notNeeded: true, revision: 1 })
    expect(await save({ notNeeded: true })).toMatchObject({ revision: 1 })
    expect(await api.call('member')(listMappings)).toEqual({})
    const { entries } = await api.call('admin')(listAudit, { query: { what: 'mapping saved' } })
    expect(entries).toMatchObject([{ subject: budget, after: { notNeeded: true } }])
    expect(await save({ notNeeded: false }, 1)).not.toHaveProperty('notNeeded')
  })

  it.each([{ documentId: 'doc-1' }, { embedUrl: 'https://example.org/' }])(
    'is needed again once it shows %o',
    async (content) => {
      await save({ notNeeded: true })
      expect(await save(content, 1)).not.toHaveProperty('notNeeded')
      await expect(save({ notNeeded: true }, 2)).rejects.toMatchObject({
        message: 'This slot shows something. Unmap it first.',
      })
    },
  )

  it('is needed again once that is undone, even if the slot had no mapping before', async () => {
    await save({ notNeeded: true })
    const changes = [{ subject: budget, what: 'mapping saved' as const, revision: 1 }]
    await api.call('admin')(undoChanges, { body: { changes } })
    const mapping = (await api.call('admin')(listMappings))[budget]
    expect(mapping).not.toHaveProperty('notNeeded')
  })

  it('isn’t needed in the next quarter either, until someone uses it there', async () => {
    await save({ notNeeded: true })
    const { made } = await api.call('admin')(prepareQuarter, { params: { year: 2027, quarter: 1 } })
    expect(made).toMatchObject([{ id: 'meeting-2027-q1-budget-update', notNeeded: true }])
  })

  it('is never a card', async () => {
    await expect(save({ notNeeded: true }, 'new', 'governance-bylaws')).rejects.toMatchObject({
      message: 'Only a quarter’s slot can be not needed this quarter.',
    })
  })
})
