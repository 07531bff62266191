import { getAgenda, listAgendas, saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import {
  listMappings,
  getMapping,
  type MappingChange,
  saveMapping,
} from '@portal/contract/mappings'
import { getMeetingMaterial } from '@portal/contract/meetings'
import { listDirectory } from '@portal/contract/directory'
import { type MemberView, memberViewHeader } from '@portal/contract/member-view'
import { getPortal } from '@portal/contract/portal'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople } from '../../testing/test-api.ts'

const q1 = { year: 2027, quarter: 1 }
const agenda = 'meeting-2027-q1-agenda'
const budget = 'meeting-2027-q1-budget-update'
const bylaws = 'governance-bylaws'
const day = 86_400_000

let time: number
let api: TestApi
beforeEach(async () => {
  time = Date.parse('2026-11-20T10:00:00Z')
  api = await testApi({ now: () => new Date(time) })
  await api.putPaper('doc-1')
})
afterEach(() => api.close())

const admin = () => api.call('admin')
const viewing = (view: string, as: 'admin' | 'member' = 'admin') =>
  api.call(as, { [memberViewHeader]: view })
const withDrafts = () => viewing('member-drafts')

const map = (id: string, body: MappingChange) =>
  admin()(saveMapping, { params: { id }, body, revision: 'new' })
const writeAgenda = (title: string) =>
  admin()(saveAgenda, { params: q1, body: { title }, revision: 'new' })
const titlesIn = (mappings: Record<string, { title?: string | undefined }>) =>
  Object.fromEntries(Object.entries(mappings).map(([id, { title }]) => [id, title]))

describe('an admin who views the portal as a member', () => {
  it('has a member’s rights and remotes, and sees nobody’s last visit', async () => {
    await admin()(getPortal)
    await api.stop()
    time += 3 * day
    const asAdmin = await admin()(getPortal)
    expect(asAdmin.previousVisit).toBe('2026-11-20T10:00:00.000Z')
    expect(asAdmin.person.viewsAs).toBeUndefined()
    const { person, previousVisit } = await withDrafts()(getPortal)
    expect(previousVisit).toBeUndefined()
    expect(person).toEqual({
      ...asAdmin.person,
      isAdmin: false,
      canManageUsers: false,
      editsAgendas: false,
      viewsAs: 'member-drafts',
    })
  })

  it('views as a member of a body, or with a guest’s rights as a guest of a meeting', async () => {
    const inFinance = viewing('member-drafts.in.finance')
    const view = { viewsAs: 'member-drafts', viewsAsMemberOf: 'finance' }
    expect((await inFinance(getPortal)).person).toMatchObject({ isAdmin: false, ...view })
    await inFinance(listDirectory)
    const asGuest = viewing('member.at.2026-Q4')
    const { person } = await asGuest(getPortal)
    expect(person).toMatchObject({ kind: 'guest', viewsAs: 'member', viewsAsGuestOf: '2026-Q4' })
    await expect(asGuest(listDirectory)).rejects.toMatchObject({ status: 403 })
    expect((await viewing('member.at.2026-Q4', 'member')(getPortal)).person.kind).toBeUndefined()
  })

  it('leaves no trace of a visit, nor do the pictures and papers of any page', async () => {
    await withDrafts()(getPortal)
    const headers = { authorization: `Bearer ${api.tokenFor(testPeople.admin)}`, accept: 'image/*' }
    await api.request('/api/documents/doc-1/content', { headers })
    await api.stop()
    expect((await api.ports.store.list('visits')).documents).toEqual([])
  })

  it('changes nothing', async () => {
    const body = { title: 'Bylaws' }
    await expect(
      withDrafts()(saveMapping, { params: { id: bylaws }, body, revision: 'new' }),
    ).rejects.toMatchObject({
      status: 403,
      message:
        'You are viewing the portal as a member, so nothing can be changed. Please go back to admin first.',
    })
    expect(await admin()(listMappings)).toEqual({})
  })

  it('receives each reply for its own view, and no cache confuses them', async () => {
    await map(bylaws, { documentId: 'doc-1', active: false })
    const authorization = `Bearer ${api.tokenFor(testPeople.admin)}`
    const ask = (headers: Record<string, string>) =>
      api.request('/api/resource-mappings', { headers: { authorization, ...headers } })
    const usual = await ask({})
    const etag = usual.headers.get('etag')!
    const drafts = { [memberViewHeader]: 'member-drafts', 'if-none-match': etag }
    const seen = await ask(drafts)
    expect(seen.status).toBe(200)
    expect(await seen.json()).not.toEqual(await usual.json())
    for (const { headers } of [usual, seen]) expect(headers.get('vary')).toContain(memberViewHeader)
  })
})

describe('with drafts', () => {
  it('sees inactive papers as active, and marked', async () => {
    await map(budget, { documentId: 'doc-1', active: false })
    await map(bylaws, { documentId: 'doc-1' })
    expect(await withDrafts()(listMappings)).toMatchObject({
      [bylaws]: { active: true },
      [budget]: { active: true, title: 'Draft: Budget Update', draft: true },
    })
    expect((await withDrafts()(listMappings))[bylaws]).not.toHaveProperty('draft')
    expect(await withDrafts()(getMapping, { params: { id: budget } })).toMatchObject({
      title: 'Draft: Budget Update',
    })
    const params = { ...q1, materialType: 'budget-update' }
    expect(await withDrafts()(getMeetingMaterial, { params })).toMatchObject({
      kind: 'document',
      title: 'Draft: Budget Update',
    })
  })

  it('sees a draft agenda as published, and marked, also in a slot that isn’t mapped', async () => {
    await writeAgenda('Winter Meeting')
    const shown = { status: 'published', title: 'Draft: Winter Meeting' }
    expect(await withDrafts()(getAgenda, { params: q1 })).toMatchObject(shown)
    expect(await withDrafts()(listAgendas)).toMatchObject([shown])
    const mapping = { mode: 'native', active: true, title: 'Draft: Agenda', draft: true }
    expect(await withDrafts()(listMappings)).toMatchObject({ [agenda]: mapping })
    expect(await withDrafts()(getMapping, { params: { id: agenda } })).toMatchObject(mapping)
    const params = { ...q1, materialType: 'agenda' }
    expect(await withDrafts()(getMeetingMaterial, { params })).toMatchObject({
      kind: 'native',
      agenda: shown,
    })
  })

  it('sees no mark once it is published', async () => {
    await writeAgenda('Winter Meeting')
    await admin()(setAgendaStatus, { params: q1, body: { status: 'published' }, revision: 1 })
    const member = api.call('member')
    for (const call of [member, withDrafts(), viewing('member')]) {
      expect(await call(getAgenda, { params: q1 })).toMatchObject({ title: 'Winter Meeting' })
      expect(titlesIn(await call(listMappings))).toEqual(titlesIn(await member(listMappings)))
    }
  })

  it('sees the Drive document that members see instead of a draft agenda', async () => {
    await map(agenda, { documentId: 'doc-1' })
    await writeAgenda('Winter Meeting')
    await expect(withDrafts()(getAgenda, { params: q1 })).rejects.toMatchObject({
      code: 'notPublished',
    })
    expect(await withDrafts()(listMappings)).toEqual(await api.call('member')(listMappings))
  })

  it('doesn’t see slots that nothing is mapped to', async () => {
    await map(bylaws, { title: 'Our Bylaws' })
    expect(await withDrafts()(listMappings)).toEqual({})
  })
})

describe('drafts', () => {
  const all = async (call: ReturnType<TestApi['call']>) => ({
    mappings: await call(listMappings),
    agendas: await call(listAgendas),
    agenda: await call(getAgenda, { params: q1 }).catch(({ code }) => code),
    material: await call(getMeetingMaterial, {
      params: { ...q1, materialType: 'budget-update' },
    }).catch(({ code }) => code),
    mapping: await call(getMapping, { params: { id: budget } }).catch(({ code }) => code),
  })
  const hidden = {
    mappings: {},
    agendas: [],
    agenda: 'notPublished',
    material: 'notFound',
    mapping: 'notFound',
  }
  const views: (MemberView | 'admin')[] = ['member', 'member-drafts', 'admin']

  beforeEach(async () => {
    await map(budget, { documentId: 'doc-1', active: false })
    await writeAgenda('Winter Meeting')
  })

  it.each(views)('stay hidden from a member who asks to view as “%s”', async (view) => {
    expect(await all(viewing(view, 'member'))).toEqual(hidden)
    const { person } = await viewing(view, 'member')(getPortal)
    expect(person.viewsAs).toBeUndefined()
  })

  it.each(['member', 'a newer view'])('stay hidden from an admin’s view “%s”', async (view) => {
    expect(await all(viewing(view))).toEqual(hidden)
  })
})
