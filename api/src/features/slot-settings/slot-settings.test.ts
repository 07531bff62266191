import { listMappings, getMapping, saveMapping } from '@portal/contract/mappings'
import { prepareQuarter } from '@portal/contract/meetings'
import { getSlotSettings, saveSlotSettings } from '@portal/contract/slot-settings'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople } from '../../testing/test-api.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
  await api.putPaper('paper')
})
afterEach(() => api.close())

const admin = () => api.call('admin')
const member = () => api.call('member')
const setAside = (ids: string[], revision: number | 'new' = 'new') =>
  admin()(saveSlotSettings, { body: { setAside: ids }, revision })
const map = (id: string, documentId = 'paper') =>
  admin()(saveMapping, { params: { id }, body: { documentId }, revision: 'new' })

describe('the settings', () => {
  it('begin with every slot in use, and are kept in the slots’ order', async () => {
    expect(await admin()(getSlotSettings)).toEqual({ setAside: [] })
    const ids = ['meeting-cash-flow-summary', 'governance-bylaws']
    expect(await setAside(ids.toReversed())).toEqual({ setAside: ids, revision: 1 })
    expect(await admin()(getSlotSettings)).toEqual({ setAside: ids, revision: 1 })
  })

  it('are saved at their revision, and a repeated save gets its first result', async () => {
    const first = await setAside(['governance-bylaws'])
    expect(await setAside(['governance-bylaws'])).toEqual(first)
    const current = { setAside: ['governance-bylaws'], revision: 1 }
    await expect(setAside([])).rejects.toMatchObject({
      status: 412,
      current,
      currentBy: testPeople.admin.email,
    })
    expect(await setAside([], 1)).toEqual({ setAside: [], revision: 2 })
  })

  it('refuse what isn’t one of the specification’s slots', async () => {
    await expect(setAside(['governance-poems'])).rejects.toMatchObject({
      status: 422,
      message: 'There is no slot or card “governance-poems” to set aside.',
    })
  })
})

describe('a card that is set aside', () => {
  it('is gone for members with its paper, and says so to their screens', async () => {
    await map('governance-bylaws')
    await setAside(['governance-bylaws'])
    const { 'governance-bylaws': card } = await member()(listMappings)
    expect(card).toMatchObject({ active: false, setAside: true, policyType: 'bylaws' })
    expect(card).not.toHaveProperty('documentId')
    const params = { id: 'governance-bylaws' }
    await expect(member()(getMapping, { params })).rejects.toMatchObject({ status: 404 })
    const paper = await api.request('/api/documents/paper', {
      headers: { authorization: `Bearer ${await api.tokenOf('member')}` },
    })
    expect(paper.status).toBe(404)
    expect(await admin()(getMapping, { params })).toMatchObject({ documentId: 'paper' })
  })

  it('is gone for an admin who reads the members’ pages', async () => {
    await map('governance-bylaws')
    await setAside(['governance-bylaws'])
    const { 'governance-bylaws': card } = await admin()(listMappings, { query: { latest: 'true' } })
    expect(card).toMatchObject({ active: false, setAside: true })
    const all = await admin()(listMappings)
    expect(all['governance-bylaws']).toMatchObject({ active: true, documentId: 'paper' })
  })

  it('is back as it was when it is used again', async () => {
    await map('governance-bylaws')
    const before = await member()(listMappings)
    await setAside(['governance-bylaws'])
    await setAside([], 1)
    expect(await member()(listMappings)).toEqual(before)
  })
})

describe('a slot of the quarters that is set aside', () => {
  it('keeps showing what a quarter has in it', async () => {
    await map('meeting-2026-q4-cash-flow-summary')
    const before = await member()(listMappings)
    await setAside(['meeting-cash-flow-summary'])
    expect(await member()(listMappings)).toEqual(before)
  })

  it('isn’t set up in the next quarter', async () => {
    await map('meeting-2026-q4-cash-flow-summary')
    await map('meeting-2026-q4-asset-summary')
    await setAside(['meeting-cash-flow-summary'])
    const { made } = await admin()(prepareQuarter, { params: { year: 2027, quarter: 1 } })
    expect(made.map(({ id }) => id)).toEqual(['meeting-2027-q1-asset-summary'])
  })
})
