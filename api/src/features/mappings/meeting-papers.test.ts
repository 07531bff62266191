import { saveAgenda } from '@portal/contract/agendas'
import {
  activateSlots,
  getMapping,
  listMappings,
  type MappingChange,
  saveMapping,
  unmapSlot,
} from '@portal/contract/mappings'
import { getMeetingMaterial, mapPapers, prepareQuarter } from '@portal/contract/meetings'
import { createMeeting } from '@portal/contract/new-meetings'
import { getPublication, setPublication } from '@portal/contract/quarters'
import { ofMeeting } from '@portal/contract/twins'
import { undoChanges } from '@portal/contract/undo'
import { papersOfMeeting } from '@portal/domain/quarter-papers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'
import { savePlaceAudience } from '@portal/contract/item-audiences'

const meeting = '2026-11-12-board'
const of = { params: { meeting } }

let api: TestApi
beforeEach(async () => {
  api = await testApi({ now: () => new Date('2026-11-10T20:00:00Z') })
  await admin()(createMeeting, {
    body: {
      key: '3f0a4f5e-7f1e-4f7c-9d7c-0d3b5d2f6a11',
      body: 'board',
      kind: 'special',
      date: '2026-11-12',
    },
  })
  await api.putPaper('offer', { source: 'upload' })
  await api.putPaper('opinion', { source: 'upload' })
})
afterEach(() => api.close())

const admin = () => api.call('admin')
const member = () => api.call('member')
const idOf = (key: string) => `meeting-${meeting}--${key}`
const save = (key: string, body: MappingChange, revision: number | 'new' = 'new') =>
  admin()(saveMapping, { params: { id: idOf(key) }, body, revision })
const list = async (as = admin()) => {
  const mappings = await as(listMappings, { query: { meeting } })
  return papersOfMeeting({ meeting }, mappings).map(({ materialType }) => materialType)
}
const publish = async () => {
  const { revision = 'new' } = await admin()(ofMeeting(getPublication), of)
  await admin()(ofMeeting(setPublication), { ...of, body: { state: 'published' }, revision })
}
const material = (as = member(), materialType = 'k1') =>
  as(ofMeeting(getMeetingMaterial), { params: { meeting, materialType } })

describe('the papers of a meeting', () => {
  it('are added, named, ordered and removed', async () => {
    await save('k1', { documentId: 'offer', title: 'Offer', order: 2 })
    await save('k2', { documentId: 'opinion', order: 1 })
    await save('k3', { title: 'Minutes, to follow', order: 3 })
    expect(await list()).toEqual(['k2', 'k1', 'k3'])
    await save('k2', { order: 5 }, 1)
    expect(await list()).toEqual(['k1', 'k3', 'k2'])
    for (const [key, revision] of [
      ['k1', 1],
      ['k3', 1],
    ] as const) {
      const removal = { params: { id: idOf(key) }, revision }
      const removed = await admin()(unmapSlot, removal)
      expect(await admin()(unmapSlot, removal)).toEqual(removed)
    }
    expect(await list()).toEqual(['k2'])
    await admin()(undoChanges, {
      body: { changes: [{ subject: idOf('k1'), what: 'slot unmapped' }] },
    })
    expect(await list()).toEqual(['k1', 'k2'])
  })

  it('are stored where earlier releases don’t read them, and aren’t in their lists', async () => {
    await save('k1', { documentId: 'offer' })
    expect((await api.ports.store.list('resource_mappings')).documents).toEqual([])
    expect(await api.ports.store.get('meeting_papers', idOf('k1'))).toMatchObject({ meeting })
    expect(await admin()(listMappings, { query: {} })).toEqual({})
    expect(await admin()(listMappings, { query: { latest: 'true' } })).toEqual({})
  })

  it('are seen by members once the meeting is published, while they are active', async () => {
    await save('k1', { documentId: 'offer', title: 'Offer' })
    await save('k2', { title: 'To follow' })
    await expect(material()).rejects.toMatchObject({ status: 404 })
    await expect(member()(getMapping, { params: { id: idOf('k1') } })).rejects.toMatchObject({
      status: 404,
    })
    expect(await list(member())).toEqual([])
    await publish()
    expect(await list(member())).toEqual(['k1'])
    expect(await material()).toMatchObject({ kind: 'document', title: 'Offer', meeting })
    await admin()(activateSlots, {
      body: { active: false, slots: [{ id: idOf('k1'), revision: 1 }] },
    })
    expect(await list(member())).toEqual([])
    await expect(material()).rejects.toMatchObject({ status: 404 })
  })

  it('are mapped together, with an outcome for each', async () => {
    const papers = ['offer', 'opinion'].map((documentId, index) => ({
      materialType: `k${index}`,
      documentId,
      title: documentId,
      revision: 'new' as const,
    }))
    const send = () => admin()(ofMeeting(mapPapers), { ...of, body: { papers } })
    const { papers: outcomes } = await send()
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['mapped', 'mapped'])
    expect(await send()).toEqual({ papers: outcomes })
    expect(await list()).toEqual(['k0', 'k1'])
  })

  it('belong to items of its agenda', async () => {
    await save('k1', { documentId: 'offer' })
    const items = [{ title: 'Offer', papers: [{ materialType: 'k1', pages: '2' }] }]
    const saved = await admin()(ofMeeting(saveAgenda), { ...of, body: { items }, revision: 1 })
    expect(saved.items[0]!.papers).toEqual([{ materialType: 'k1', pages: '2' }])
    const slots = [{ title: 'Offer', papers: [{ materialType: 'budget-update' }] }]
    await expect(
      admin()(ofMeeting(saveAgenda), { ...of, body: { items: slots }, revision: 2 }),
    ).rejects.toMatchObject({ status: 422 })
  })

  it('are at most 200, of a meeting that exists', async () => {
    await expect(
      admin()(saveMapping, {
        params: { id: 'meeting-2026-11-13-board--k1' },
        body: { documentId: 'offer' },
        revision: 'new',
      }),
    ).rejects.toMatchObject({ status: 404 })
    for (let n = 0; n < 200; n += 1) {
      const mapping = { meeting, materialType: `k${n}`, documentId: 'offer', active: true }
      await api.ports.store.create('meeting_papers', idOf(`k${n}`), mapping)
    }
    await expect(save('more', { documentId: 'offer' })).rejects.toMatchObject({ status: 422 })
  })

  it('have no slot for the agenda, which is the meeting’s own', async () => {
    await expect(save('agenda', { documentId: 'offer' })).rejects.toMatchObject({ status: 404 })
    const agenda = await material(admin(), 'agenda')
    expect(agenda).toMatchObject({ kind: 'native', agenda: { id: meeting } })
  })
})

describe('the names of papers from an earlier meeting', () => {
  const later = '2026-12-10-board'
  const places = async () =>
    Object.values(await admin()(listMappings, { query: { meeting: later } }))
  const prepare = (query: { from?: string } = {}) =>
    admin()(ofMeeting(prepareQuarter), { params: { meeting: later }, query })

  beforeEach(async () => {
    const key = '3f0a4f5e-7f1e-4f7c-9d7c-0d3b5d2f6a12'
    await admin()(createMeeting, {
      body: { key, body: 'board', kind: 'special', date: '2026-12-10' },
    })
    const body = { documentId: 'offer', title: 'Offer', order: 3 }
    await admin()(saveMapping, { params: { id: idOf('offer') }, body, revision: 'new' })
    const untitled = { documentId: 'opinion' }
    await admin()(saveMapping, { params: { id: idOf('other') }, body: untitled, revision: 'new' })
  })

  it('are empty places with the same keys, and a repeated request adds nothing', async () => {
    const { fromMeeting, made } = await prepare()
    expect(fromMeeting).toBe(meeting)
    expect(made).toMatchObject([{ id: `meeting-${later}--offer`, title: 'Offer', order: 3 }])
    expect((await places()).map(({ documentId }) => documentId)).toEqual([undefined])
    expect((await prepare({ from: meeting })).made).toEqual([])
    expect(await places()).toHaveLength(1)
  })

  it('leave out a closed paper', async () => {
    const id = idOf('offer')
    const { account } = { account: uidOf(testPeople.admin) }
    const ruth = { name: 'Ruth', role: 'Trustee', type: 'board', account }
    await api.ports.store.create('directory', 'ruth', ruth)
    const audience = { who: 'named' as const, named: ['ruth'] }
    await admin()(savePlaceAudience, { params: { id }, body: { audience }, revision: 'new' })
    expect((await prepare()).made).toEqual([])
  })

  it('are refused from another body, and for a meeting that doesn’t exist', async () => {
    await expect(prepare({ from: '2026-11-12-finance' })).rejects.toMatchObject({ status: 422 })
    const params = { meeting: '2026-12-11-board' }
    await expect(admin()(ofMeeting(prepareQuarter), { params, query: {} })).rejects.toMatchObject({
      status: 404,
    })
  })
})
