import { listAudit } from '@portal/contract/audit'
import {
  getMapping,
  listMappings,
  type MappingChange,
  saveMapping,
  unmapSlot,
} from '@portal/contract/mappings'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../testing/test-api.ts'

const budget = 'meeting-2026-q4-budget-update'
const additional = 'meeting-2026-q4-additional-material-1'
const agenda = 'meeting-2026-q4-agenda'
const bylaws = 'governance-bylaws'
const values = 'communications-mission-vision-values'
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let api: TestApi
beforeEach(async () => {
  api = await testApi()
  await api.putPaper('doc-1')
})
afterEach(() => api.close())

const save = (id: string, body: MappingChange, revision: number | 'new' = 'new') =>
  api.call('admin')(saveMapping, { params: { id }, body, revision })
const unmap = (id: string, revision: number | 'new') =>
  api.call('admin')(unmapSlot, { params: { id }, revision })
const entries = async (what: string) =>
  (await api.call('admin')(listAudit, { query: { what } })).entries

describe('unmapping a slot', () => {
  it.each([budget, bylaws, values])(
    'clears the document of %s, and keeps what belongs to the slot',
    async (id) => {
      const saved = await save(id, { documentId: 'doc-1', title: 'Ours', cardImage: pixel })
      const unmapped = await unmap(id, 1)
      expect(unmapped).toMatchObject({
        id,
        title: 'Ours',
        cardImage: saved.cardImage,
        active: true,
        revision: 2,
      })
      for (const field of ['documentId', 'documentName', 'document', 'mimeType', 'shownSince']) {
        expect(unmapped).not.toHaveProperty(field)
      }
      expect(await api.call('admin')(getMapping, { params: { id } })).toEqual(unmapped)
      expect(await api.call('member')(listMappings)).toEqual({})
    },
  )

  it('clears an embed with its type', async () => {
    await save(values, { embedUrl: 'https://larkspur.example/page' })
    const unmapped = await unmap(values, 1)
    expect(unmapped).not.toHaveProperty('embedUrl')
    expect(unmapped).not.toHaveProperty('embedType')
  })

  it('clears the name and the picture of an additional material, which belong to its paper', async () => {
    await save(additional, { documentId: 'doc-1', title: 'Telescope quote', cardImage: pixel })
    const unmapped = await unmap(additional, 1)
    expect(unmapped).not.toHaveProperty('title')
    expect(unmapped).not.toHaveProperty('cardImage')
  })

  it('leaves a native agenda the source of its slot', async () => {
    await save(agenda, { documentId: 'doc-1' })
    const native = await save(agenda, { mode: 'native' }, 1)
    const unmapped = await unmap(agenda, 2)
    expect(unmapped).toMatchObject({ mode: 'native', shownSince: native.shownSince })
    expect(unmapped).not.toHaveProperty('documentId')
  })

  it('refuses an outdated revision with the stored mapping, and keeps the paper', async () => {
    await save(budget, { documentId: 'doc-1' })
    const saved = await save(budget, { title: 'Budget' }, 1)
    await expect(unmap(budget, 1)).rejects.toMatchObject({ code: 'stale', current: saved })
    expect(await api.call('admin')(getMapping, { params: { id: budget } })).toEqual(saved)
  })

  it('returns the first result when the same request is sent again', async () => {
    await save(budget, { documentId: 'doc-1' })
    const unmapped = await unmap(budget, 1)
    expect(await unmap(budget, 1)).toEqual(unmapped)
    expect(await entries('slot unmapped')).toHaveLength(1)
  })

  it('refuses a slot without a mapping, and an id that is no slot', async () => {
    for (const id of [budget, 'unknown']) {
      await expect(unmap(id, 'new')).rejects.toMatchObject({ code: 'notFound' })
    }
  })

  it('writes an audit entry with what was mapped', async () => {
    await save(budget, { documentId: 'doc-1' })
    await unmap(budget, 1)
    const [entry] = await entries('slot unmapped')
    expect(entry).toMatchObject({ subject: budget, before: { documentId: 'doc-1' } })
    expect(entry!.after).not.toHaveProperty('documentId')
  })

  it('maps a paper again from the revision of the unmapping', async () => {
    await save(budget, { documentId: 'doc-1' })
    const { revision } = await unmap(budget, 1)
    expect(await save(budget, { documentId: 'doc-1' }, revision)).toMatchObject({
      documentId: 'doc-1',
      revision: 3,
    })
  })
})
