import { deleteAgenda, getAgenda, saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { getMeeting } from '@portal/contract/all-meetings'
import {
  activateSlots,
  getMapping,
  listMappings,
  type MappingChange,
  saveMapping,
  unmapSlot,
} from '@portal/contract/mappings'
import {
  copySlots,
  getMeetingMaterial,
  mapPapers,
  prepareQuarter,
  setAgendaSource,
  type SlotCopy,
} from '@portal/contract/meetings'
import { createMeeting } from '@portal/contract/new-meetings'
import { getPublication, setPublication } from '@portal/contract/quarters'
import { ofMeeting } from '@portal/contract/twins'
import { undoChanges } from '@portal/contract/undo'
import { mappingId } from '@portal/domain/ids'
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
})

describe('the agenda of a meeting', () => {
  const choose = (mode: 'drive' | 'native', revision: number | 'new', more = {}) =>
    admin()(ofMeeting(setAgendaSource), { ...of, body: { mode, ...more }, revision })
  const publishAgenda = (revision: number, more = {}) =>
    admin()(ofMeeting(setAgendaStatus), {
      ...of,
      body: { status: 'published', ...more },
      revision,
    })
  const fromDrive = async () => {
    await choose('drive', 'new', { acceptEmpty: true })
    await save('agenda', { documentId: 'offer' }, 1)
  }

  it('is in the portal until the drive is chosen, even if a document is mapped', async () => {
    await save('agenda', { documentId: 'offer' })
    expect(await list()).toEqual([])
    expect(await material(admin(), 'agenda')).toMatchObject({
      kind: 'native',
      agenda: { id: meeting },
    })
    await choose('drive', 1)
    expect(await list()).toEqual(['agenda'])
    expect(await material(admin(), 'agenda')).toMatchObject({
      kind: 'document',
      title: 'Agenda',
      document: { id: 'offer' },
    })
  })

  it('comes from the drive without a document only if that is confirmed', async () => {
    await expect(choose('drive', 'new')).rejects.toMatchObject({
      code: 'confirmationRequired',
      message: expect.stringContaining('agenda of Board: Special meeting, 12 November 2026, so'),
    })
    const empty = await choose('drive', 'new', { acceptEmpty: true })
    expect(await choose('drive', 'new', { acceptEmpty: true })).toEqual(empty)
    expect(await list()).toEqual(['agenda'])
  })

  it('is the document for members, who still see when the meeting is', async () => {
    await publish()
    await publishAgenda(1)
    await fromDrive()
    await save('k1', { documentId: 'opinion', order: 0.5 })
    expect(await list(member())).toEqual(['agenda', 'k1'])
    expect(await material(member(), 'agenda')).toMatchObject({ document: { id: 'offer' } })
    await expect(member()(ofMeeting(getAgenda), of)).rejects.toMatchObject({ status: 404 })
    const known = await member()(getMeeting, of)
    expect(known).toMatchObject({ title: 'Board: Special meeting', date: '2026-11-12' })
    expect(known).not.toHaveProperty('agenda')

    await choose('native', 2)
    expect(await list(member())).toEqual(['k1'])
    expect(await material(member(), 'agenda')).toMatchObject({ kind: 'native' })
  })

  it('is published in the document’s place only if that is confirmed', async () => {
    await publish()
    await fromDrive()
    await expect(publishAgenda(1)).rejects.toMatchObject({ code: 'confirmationRequired' })
    const { mapping } = await publishAgenda(1, { showInstead: true })
    expect(mapping).toMatchObject({ mode: 'native', documentId: 'offer' })
    expect(await material(member(), 'agenda')).toMatchObject({ kind: 'native' })
  })

  it('is hidden with its slot while that is inactive, and shown again from the portal', async () => {
    await publish()
    await fromDrive()
    await save('agenda', { active: false }, 2)
    await expect(material(member(), 'agenda')).rejects.toMatchObject({ status: 404 })
    await publishAgenda(1)
    expect(await material(member(), 'agenda')).toMatchObject({ kind: 'native' })
  })

  it('is in the portal again once the choice is undone', async () => {
    await choose('drive', 'new', { acceptEmpty: true })
    const saved = { subject: idOf('agenda'), what: 'mapping saved' }
    await admin()(undoChanges, { body: { changes: [saved] } })
    expect(await list()).toEqual([])
    expect(await material(admin(), 'agenda')).toMatchObject({ kind: 'native' })
  })

  it('has no place to choose, and keeps its slot when its document is taken out', async () => {
    await fromDrive()
    await admin()(unmapSlot, { params: { id: idOf('agenda') }, revision: 2 })
    expect(await list()).toEqual(['agenda'])
    await expect(material(admin(), 'agenda')).rejects.toMatchObject({ status: 404 })
  })

  it('keeps a meeting from being deleted while it is a document', async () => {
    await fromDrive()
    const deletion = { ...of, query: { confirmed: 'true' as const }, revision: 1 }
    await expect(admin()(ofMeeting(deleteAgenda), deletion)).rejects.toMatchObject({
      code: 'conflict',
    })
    await choose('native', 2)
    expect(await admin()(ofMeeting(deleteAgenda), deletion)).toEqual({ id: meeting })
  })
})

describe('papers from an earlier meeting', () => {
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

  it('are by name empty places with the same keys, and a repeated request adds nothing', async () => {
    const { fromMeeting, made } = await prepare()
    expect(fromMeeting).toBe(meeting)
    expect(made).toMatchObject([{ id: `meeting-${later}--offer`, title: 'Offer', order: 3 }])
    expect((await places()).map(({ documentId }) => documentId)).toEqual([undefined])
    expect((await prepare({ from: meeting })).made).toEqual([])
    expect(await places()).toHaveLength(1)
  })

  const close = async (id: string, account = uidOf(testPeople.admin)) => {
    const ruth = { name: 'Ruth', role: 'Trustee', type: 'board', account }
    await api.ports.store.create('directory', 'ruth', ruth)
    const audience = { who: 'named' as const, named: ['ruth'] }
    await admin()(savePlaceAudience, { params: { id }, body: { audience }, revision: 'new' })
  }

  it('leave out the name of a closed paper', async () => {
    await close(idOf('offer'))
    expect((await prepare()).made).toEqual([])
  })

  describe('that are copied', () => {
    const copy = (slots: SlotCopy[], from: object = { fromMeeting: meeting }) =>
      admin()(ofMeeting(copySlots), { params: { meeting: later }, body: { ...from, slots } })
    const offer = { materialType: 'offer', revision: 1, target: 'new' as const }
    const listed = async () => {
      const mappings = await admin()(listMappings, { query: { meeting: later } })
      return papersOfMeeting({ meeting: later }, mappings).map((slot) => mappings[mappingId(slot)])
    }

    it('keep document, name and order, and empty places their names', async () => {
      await save('minutes', { title: 'Minutes, to follow', order: 1 })
      const slots = [offer, { ...offer, materialType: 'minutes' }]
      const first = await copy(slots)
      expect(await listed()).toMatchObject([
        { title: 'Minutes, to follow', order: 1 },
        { title: 'Offer', order: 3, documentId: 'offer' },
      ])
      expect((await listed())[0]).not.toHaveProperty('documentId')
      expect(await copy(slots)).toEqual(first)
    })

    it('replace nothing without a confirmation, which names paper and meeting', async () => {
      await prepare()
      const own = { documentId: 'opinion' }
      const id = `meeting-${later}--offer`
      await admin()(saveMapping, { params: { id }, body: own, revision: 1 })
      await expect(copy([{ ...offer, target: 2 }])).rejects.toMatchObject({
        code: 'confirmationRequired',
        message:
          'Offer of Board: Special meeting, 10 December 2026 is set up already. Confirm that the copy replaces it.',
      })
      await copy([{ ...offer, target: 2, replace: true }])
      expect(await listed()).toMatchObject([{ documentId: 'offer', title: 'Offer' }])
    })

    it('never open what is closed', async () => {
      await save('minutes', { title: 'Dismissal' })
      await close(idOf('minutes'))
      await expect(copy([{ ...offer, materialType: 'minutes' }])).rejects.toMatchObject({
        code: 'conflict',
      })
      expect(await listed()).toEqual([])
    })

    it('leave an agenda that is in the portal', async () => {
      const params = { params: { meeting }, revision: 'new' as const }
      const drive = { mode: 'drive' as const, acceptEmpty: true }
      await admin()(ofMeeting(setAgendaSource), { ...params, body: drive })
      await save('agenda', { documentId: 'opinion' }, 1)
      const agenda: SlotCopy = { materialType: 'agenda', revision: 2, target: 'new' }
      await expect(copy([agenda])).rejects.toMatchObject({
        message:
          'Agenda of Board: Special meeting, 10 December 2026 can’t show a document: its agenda is written in the portal.',
      })
      await admin()(ofMeeting(setAgendaSource), {
        ...params,
        params: { meeting: later },
        body: drive,
      })
      await copy([{ ...agenda, target: 1 }])
      expect(await listed()).toMatchObject([{ mode: 'drive', documentId: 'opinion' }])
    })

    it.each([
      ['itself', { fromMeeting: later }],
      ['a quarter', { from: { year: 2026, quarter: 4 } }],
      ['another body', { fromMeeting: '2026-11-12-finance' }],
    ])('are refused from %s', async (_, from) => {
      await expect(copy([offer], from)).rejects.toMatchObject({
        message: 'Please choose another meeting of the same body.',
      })
    })
  })

  it('are refused from another body, and for a meeting that doesn’t exist', async () => {
    await expect(prepare({ from: '2026-11-12-finance' })).rejects.toMatchObject({ status: 422 })
    const params = { meeting: '2026-12-11-board' }
    await expect(admin()(ofMeeting(prepareQuarter), { params, query: {} })).rejects.toMatchObject({
      status: 404,
    })
  })
})
