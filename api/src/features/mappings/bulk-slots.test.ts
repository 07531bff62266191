import { listAudit } from '@portal/contract/audit'
import {
  activateSlots,
  listMappings,
  type MappingChange,
  saveMapping,
} from '@portal/contract/mappings'
import { copySlots, type SlotCopy } from '@portal/contract/meetings'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople } from '../../testing/test-api.ts'

const [from, to] = [
  { year: 2026, quarter: 4 },
  { year: 2027, quarter: 1 },
]
const cash = 'meeting-2026-q4-cash-flow-summary'
const assets = 'meeting-2026-q4-asset-summary'
const nextCash = 'meeting-2027-q1-cash-flow-summary'
const nextAssets = 'meeting-2027-q1-asset-summary'
const embed = { embedUrl: 'https://airtable.com/embed/x', title: 'Assets' }

let api: TestApi
beforeEach(async () => {
  api = await testApi()
  await api.putPaper('paper', { name: 'CF.pdf' })
})
afterEach(() => api.close())

const save = (id: string, body: MappingChange, revision: number | 'new' = 'new') =>
  api.call('admin')(saveMapping, { params: { id }, body, revision })
const mappings = () => api.call('admin')(listMappings)
const savesOf = async (id: string) => {
  const query = { what: 'mapping saved', subject: id }
  return (await api.call('admin')(listAudit, { query })).entries
}

describe('showing and hiding many slots', () => {
  const hide = (slots: { id: string; revision: number }[], as: 'admin' | 'member' = 'admin') =>
    api.call(as)(activateSlots, { body: { active: false, slots } })
  const both = [
    { id: cash, revision: 1 },
    { id: assets, revision: 1 },
  ]
  beforeEach(async () => {
    await save(cash, { documentId: 'paper', title: 'Cash' })
    await save(assets, embed)
  })

  it('changes every slot, and records a change of each', async () => {
    const reply = await hide(both)
    expect(reply.mappings).toMatchObject([
      { id: cash, active: false, title: 'Cash', documentId: 'paper', revision: 2 },
      { id: assets, active: false, revision: 2 },
    ])
    expect(await api.call('member')(listMappings)).toEqual({})
    for (const id of [cash, assets]) {
      const [entry] = await savesOf(id)
      expect(entry).toMatchObject({ before: { active: true }, after: { active: false } })
    }
  })

  it('changes no slot if one has changed in the meantime, and shows the changed one', async () => {
    const theirs = await save(cash, { title: 'Theirs' }, 1)
    await expect(hide(both)).rejects.toMatchObject({
      code: 'stale',
      current: { [cash]: theirs },
      currentBy: testPeople.admin.email,
    })
    expect((await mappings())[assets]).toMatchObject({ active: true, revision: 1 })
  })

  it('returns the first result when the same request is sent again', async () => {
    const first = await hide(both)
    expect(await hide(both)).toEqual(first)
    expect(await savesOf(cash)).toHaveLength(2)
  })

  it('refuses a slot without a mapping, a slot named twice, and an id that is no slot', async () => {
    const none = { id: 'governance-bylaws', revision: 1 }
    await expect(hide([...both, none])).rejects.toMatchObject({ code: 'notFound' })
    await expect(hide([both[0]!, both[0]!])).rejects.toMatchObject({ code: 'invalid' })
    await expect(hide([{ id: 'unknown', revision: 1 }])).rejects.toMatchObject({ code: 'notFound' })
    expect((await mappings())[cash]).toMatchObject({ active: true })
  })

  it('refuses everyone but admins', async () => {
    await expect(hide(both, 'member')).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('copying slots to another quarter', () => {
  const copy = (slots: SlotCopy[], target = to) =>
    api.call('admin')(copySlots, { params: target, body: { from, slots } })
  const cashCopy: SlotCopy = { materialType: 'cash-flow-summary', revision: 1, target: 'new' }
  const assetsCopy: SlotCopy = { materialType: 'asset-summary', revision: 1, target: 'new' }
  beforeEach(async () => {
    await save(cash, { documentId: 'paper', title: 'Cash' })
    await save(assets, { ...embed, active: false })
  })

  it('copies document or embed and display name, and the active flag to a new slot', async () => {
    await copy([cashCopy, assetsCopy])
    expect(await mappings()).toMatchObject({
      [nextCash]: { documentId: 'paper', title: 'Cash', active: true, year: 2027, quarter: 1 },
      [nextAssets]: { ...embed, embedType: 'airtable', active: false },
    })
    expect(await savesOf(nextCash)).toMatchObject([{ after: { documentId: 'paper' } }])
    expect(await savesOf(nextAssets)).toHaveLength(1)
  })

  it('keeps the active flag of a slot that is set up already', async () => {
    await save(nextCash, { title: 'Cash', active: false })
    const { mappings: copied } = await copy([{ ...cashCopy, target: 1 }])
    expect(copied).toMatchObject([{ id: nextCash, documentId: 'paper', active: false }])
  })

  it('replaces what the target shows only if the request confirms it', async () => {
    const own = await save(nextCash, embed)
    const stated = { ...cashCopy, target: own.revision }
    await expect(copy([stated, assetsCopy])).rejects.toMatchObject({
      code: 'confirmationRequired',
      message: 'Cash Flow Summary of Q1 2027 is set up already. Confirm that the copy replaces it.',
    })
    expect(await mappings()).not.toHaveProperty(nextAssets)
    const { mappings: copied } = await copy([{ ...stated, replace: true }])
    expect(copied[0]).toMatchObject({ documentId: 'paper', title: 'Cash' })
    expect(copied[0]).not.toHaveProperty('embedUrl')
  })

  it('copies no slot if a source or a target has changed in the meantime, and shows the changed ones', async () => {
    const theirs = await save(cash, { title: 'Theirs' }, 1)
    const target = await save(nextAssets, { ...embed, title: 'Next' })
    await expect(copy([cashCopy, assetsCopy])).rejects.toMatchObject({
      code: 'stale',
      current: { [cash]: theirs, [nextAssets]: target },
      currentBy: testPeople.admin.email,
    })
    expect(await mappings()).not.toHaveProperty(nextCash)
  })

  it('returns the first result when the same request is sent again', async () => {
    const first = await copy([cashCopy, assetsCopy])
    expect(await copy([cashCopy, assetsCopy])).toEqual(first)
    expect(await savesOf(nextCash)).toHaveLength(1)
  })

  it('refuses a slot that only a newer version has', async () => {
    const unknown = { ...cashCopy, materialType: 'of-a-newer-version' }
    await expect(copy([cashCopy, unknown])).rejects.toMatchObject({ code: 'notFound' })
    expect(await mappings()).not.toHaveProperty(nextCash)
  })

  it('explains what can’t be copied', async () => {
    const agenda = 'meeting-2026-q4-agenda'
    await save(agenda, { mode: 'native' })
    const [native] = [{ ...cashCopy, materialType: 'agenda' as const }]
    await expect(copy([native])).rejects.toMatchObject({
      message: 'Agenda of Q4 2026 can’t be copied: its agenda is written in the portal.',
    })
    await expect(copy([cashCopy], from)).rejects.toMatchObject({
      message: 'A quarter can’t be copied to itself.',
    })
  })
})

it('keeps the name of a mapped document that is gone from the drive', async () => {
  await save(cash, { documentId: 'paper' })
  expect((await mappings())[cash]).not.toHaveProperty('documentName')
  const stored = await api.ports.store.get('documents', 'paper')
  await api.ports.store.delete('documents', 'paper', stored!.revision)
  await expect.poll(async () => (await mappings())[cash]).toMatchObject({ documentName: 'CF.pdf' })
})
