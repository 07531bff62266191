import { listAudit } from '@portal/contract/audit'
import {
  activateSlots,
  listMappings,
  type MappingChange,
  saveMapping,
  unmapSlot,
} from '@portal/contract/mappings'
import { copySlots, mapPapers } from '@portal/contract/meetings'
import { undoChanges } from '@portal/contract/undo'
import { mappingId, slotOf } from '@portal/domain/ids'
import { allSlotsOfQuarter, papersOfQuarter } from '@portal/domain/quarter-papers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../testing/test-api.ts'

const quarter = { year: 2027, quarter: 1 }
const next = { year: 2027, quarter: 2 }
const sixth = 'meeting-2027-q1-additional-material-6'
const full = 'A quarter can have 200 papers, and no more fit.'
const types = allSlotsOfQuarter(quarter).map(({ materialType }) => materialType)

let api: TestApi
beforeEach(async () => {
  api = await testApi()
  await api.putPaper('paper', { name: 'Quote.pdf' })
})
afterEach(() => api.close())

const save = (id: string, body: MappingChange, revision: number | 'new' = 'new') =>
  api.call('admin')(saveMapping, { params: { id }, body, revision })
const map = async (materialTypes: string[]) => {
  const papers = materialTypes.map((materialType) => {
    return { materialType, documentId: 'paper', title: materialType, revision: 'new' as const }
  })
  return (await api.call('admin')(mapPapers, { params: quarter, body: { papers } })).papers
}
const mappings = (as: 'admin' | 'member' = 'admin') => api.call(as)(listMappings)
const listed = async (as: 'admin' | 'member' = 'admin', of = quarter) =>
  papersOfQuarter(of, await mappings(as)).map(({ materialType }) => materialType)

it('maps, copies and hides 200 papers in one request each', async () => {
  expect(types).toHaveLength(200)
  const outcomes = await map(types)
  expect(outcomes.every(({ outcome }) => outcome === 'mapped')).toBe(true)
  const slots = types.map((materialType) => ({ materialType, revision: 1, target: 'new' as const }))
  await api.call('admin')(copySlots, { params: next, body: { from: quarter, slots } })
  const ids = types.map((materialType) => mappingId({ kind: 'meeting', ...next, materialType }))
  await api.call('admin')(activateSlots, {
    body: { active: false, slots: ids.map((id) => ({ id, revision: 1 })) },
  })
  const all = await mappings()
  expect(ids.every((id) => all[id]?.active === false)).toBe(true)
  expect(await listed()).toEqual(types)
})

it.each(['additional-material-192', 'additional-material-1000'])(
  'refuses %s in one sentence',
  async (type) => {
    const refused = { code: 'invalid', message: full }
    await expect(map(['agenda', type])).rejects.toMatchObject(refused)
    await expect(save(`meeting-2027-q1-${type}`, { documentId: 'paper' })).rejects.toMatchObject(
      refused,
    )
    expect(await mappings()).toEqual({})
  },
)

it('doesn’t know a number with a leading zero', async () => {
  await expect(map(['additional-material-06'])).rejects.toMatchObject({ code: 'notFound' })
})

it('lists a paper where its mapping places it, for members too', async () => {
  await save(sixth, { documentId: 'paper' })
  await save('meeting-2027-q1-additional-material-7', { documentId: 'paper', order: 1.5 })
  const first = ['agenda', 'additional-material-7', 'consent-agenda']
  expect((await listed()).slice(0, 3)).toEqual(first)
  expect((await listed('member')).slice(0, 3)).toEqual(first)
})

it('takes a paper beyond the fifth out of the list once it is unmapped, with its place', async () => {
  await save(sixth, { documentId: 'paper', title: 'Quote', order: 1.5 })
  expect(await listed()).toContain('additional-material-6')
  const unmapped = await api.call('admin')(unmapSlot, { params: { id: sixth }, revision: 1 })
  expect(unmapped).not.toHaveProperty('order')
  expect(await listed()).not.toContain('additional-material-6')
  const again = await save(sixth, { documentId: 'paper' }, 2)
  expect(again.revision).toBe(3)
})

it('brings back an unmapped paper with its name and place', async () => {
  await save(sixth, { documentId: 'paper', title: 'Quote', order: 1.5 })
  await api.call('admin')(unmapSlot, { params: { id: sixth }, revision: 1 })
  const changes = [{ subject: sixth, what: 'slot unmapped', revision: 2 }]
  await api.call('admin')(undoChanges, { body: { changes } })
  expect((await mappings())[sixth]).toMatchObject({ title: 'Quote', order: 1.5 })
})

it('copies a paper with its place, unless the target shows something', async () => {
  await save(sixth, { documentId: 'paper', title: 'Quote', order: 1.5 })
  const slots = [{ materialType: 'additional-material-6', revision: 1, target: 'new' as const }]
  await api.call('admin')(copySlots, { params: next, body: { from: quarter, slots } })
  expect((await listed('admin', next)).indexOf('additional-material-6')).toBe(1)
})

it('names a paper beyond the slots in the audit', async () => {
  await save(sixth, { documentId: 'paper' })
  const { entries } = await api.call('admin')(listAudit, { query: { q: 'Additional Material 6' } })
  expect(entries.map(({ subject }) => slotOf(subject))).toEqual([slotOf(sixth)])
})

it('has no place for policies', async () => {
  await expect(save('governance-bylaws', { order: 2 })).rejects.toMatchObject({
    message: 'Only a paper or a card of your own has a place to choose.',
  })
})
