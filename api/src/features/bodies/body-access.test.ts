import { listAgendas } from '@portal/contract/agendas'
import { addTerms, listTerms, saveBody } from '@portal/contract/bodies'
import { previewBodyAccess, saveBodyAccess } from '@portal/contract/body-access'
import { addDesignatedAdmin } from '@portal/contract/designated-admins'
import { undoChanges } from '@portal/contract/undo'
import type { OpenTo } from '@portal/domain/bodies'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi({ now: () => new Date('2026-11-12T20:00:00Z') })
  const entry = { role: 'Trustee', type: 'board' }
  const account = uidOf(testPeople.member)
  await api.ports.store.create('directory', 'maria', { ...entry, name: 'Maria Lopez', account })
  await save('finance', { name: 'Finance' })
})
afterEach(() => api.close())

const admin = () => api.call('admin')
const save = (id: string, body: object, revision: number | 'new' = 'new') =>
  admin()(saveBody, { params: { id }, body, revision })
const preview = (id: string, openTo: OpenTo) =>
  admin()(previewBodyAccess, { params: { id }, query: { openTo } })
const open = (id: string, openTo: OpenTo, revision: number | 'new') =>
  admin()(saveBodyAccess, { params: { id }, body: { openTo }, revision })
const give = (body: string) =>
  admin()(addTerms, {
    body: {
      terms: [{ person: 'maria', body, office: 'member', voting: true, from: '2026-01-01' }],
    },
  })
const nobody = { count: 0, names: [] }

describe('a preview of who sees a body’s meetings', () => {
  it('names the members without a term who lose the board’s, and no admin', async () => {
    const { gains, loses } = await preview('board', 'terms')
    expect(gains).toEqual(nobody)
    expect(loses.names).toEqual(expect.arrayContaining(['Maria Lopez', 'Wei Chen']))
    expect(loses.count).toBe(loses.names.length)
    await admin()(addDesignatedAdmin, { body: { email: testPeople.staff.email } })
    expect((await preview('board', 'terms')).loses.names).not.toContain('Wei Chen')
    await give('board')
    expect((await preview('board', 'terms')).loses.names).not.toContain('Maria Lopez')
  })

  it('names who gains a committee’s', async () => {
    await give('finance')
    const { gains, loses } = await preview('finance', 'members')
    expect(loses).toEqual(nobody)
    expect(gains.names).toContain('Wei Chen')
    expect(gains.names).not.toContain('Maria Lopez')
  })

  it('leaves out disabled accounts, and is empty if nothing changes', async () => {
    await api.disable('member')
    expect((await preview('board', 'terms')).loses.names).not.toContain('Maria Lopez')
    expect(await preview('board', 'members')).toEqual({ gains: nobody, loses: nobody })
    await expect(preview('grants', 'members')).rejects.toMatchObject({ status: 404 })
  })
})

describe('changing who sees a body’s meetings', () => {
  it('is kept by later saves, and sent again it changes nothing', async () => {
    const opened = await open('finance', 'members', 1)
    expect(opened).toMatchObject({ openTo: 'members', revision: 2 })
    expect(await open('finance', 'members', 1)).toEqual(opened)
    expect(await save('finance', { name: 'Money' }, 2)).toMatchObject({ openTo: 'members' })
    await expect(open('finance', 'terms', 2)).rejects.toMatchObject({ status: 412 })
    const changes = await api.ports.store.list('audit', { where: { what: 'body access changed' } })
    expect(changes.documents).toHaveLength(1)
  })

  it('closes a board that nobody has saved', async () => {
    expect(await open('board', 'terms', 'new')).toMatchObject({ name: 'Board', openTo: 'terms' })
    expect((await admin()(listTerms)).bodies[0]).toMatchObject({ id: 'board', openTo: 'terms' })
  })

  it('hides the board’s meetings from a member without a term, at once and only from them', async () => {
    const agenda = { title: 'Autumn meeting', status: 'published', date: '2026-11-12' }
    await api.ports.store.create('agendas', '2026-Q4', agenda)
    const slot = 'meeting-2026-q4-agenda'
    await api.ports.store.create('resource_mappings', slot, { mode: 'native' })
    const seen = async () => (await api.call('member')(listAgendas)).map(({ title }) => title)
    expect(await seen()).toEqual(['Autumn meeting'])
    await open('board', 'terms', 'new')
    expect(await seen()).toEqual([])
    expect(await admin()(listAgendas)).toHaveLength(1)
    await give('board')
    expect(await seen()).toEqual(['Autumn meeting'])
  })

  it('needs a recent sign-in, and isn’t taken back by undo', async () => {
    const old = api.call({
      ...testPeople.admin,
      signedInAt: Date.parse('2026-11-12T10:00Z') / 1000,
    })
    const input = { params: { id: 'finance' }, body: { openTo: 'members' }, revision: 1 } as const
    await expect(old(saveBodyAccess, input)).rejects.toMatchObject({ code: 'reauthenticate' })
    await save('finance', { name: 'Money' }, 1)
    await open('finance', 'members', 2)
    const undone = (what: string) =>
      admin()(undoChanges, { body: { changes: [{ subject: 'finance', what }] } })
    await expect(undone('body access changed')).rejects.toThrow()
    await expect(undone('body saved')).rejects.toThrow()
  })
})
