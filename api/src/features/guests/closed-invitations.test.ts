import { getAgenda, saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { addDesignatedAdmin } from '@portal/contract/designated-admins'
import { changeInvitation, endGuest, invite, listGuests } from '@portal/contract/guests'
import { listOwnMeetings } from '@portal/contract/own-meetings'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'

let api: TestApi
const params = { year: 2026, quarter: 4 }
const sam = { name: 'Sam Guest', email: 'sam@elsewhere.example' }
const audience = { who: 'named' as const, named: ['ruth'], except: ['ada'] }

/** Ruth is in the audience, and Wei is an admin outside of it. */
beforeEach(async () => {
  api = await testApi({ now: () => new Date('2026-11-12T20:00:00Z') })
  for (const [id, who] of [
    ['ruth', 'admin'],
    ['wei', 'staff'],
    ['maria', 'member'],
  ] as const) {
    const entry = { name: id, role: 'Trustee', type: 'board', account: uidOf(testPeople[who]) }
    await api.ports.store.create('directory', id, entry)
  }
  const ada = { name: 'Ada Park', role: 'Trustee', type: 'board', email: 'ada@elsewhere.example' }
  await api.ports.store.create('directory', 'ada', ada)
  await inside()(addDesignatedAdmin, { body: { email: testPeople.staff.email } })
  const items = [
    { id: 'welcome', title: 'Welcome' },
    { id: 'pay', title: 'Succession', audience },
  ]
  const content = { date: '2026-12-10', items }
  await inside()(setAgendaStatus, {
    params,
    body: { status: 'published', content },
    revision: 'new',
  })
})
afterEach(() => api.close())

const inside = () => api.call('admin')
const outside = () => api.call('staff')
const asked = { meeting: '2026-Q4', items: ['pay'], until: '2026-12-11' }
const inviteTo = (call: ReturnType<typeof inside>, who: object, items = ['pay']) =>
  call(invite, { body: { ...asked, items, who: who as typeof sam } })
const storedAudience = async () => (await inside()(getAgenda, { params })).items[1]?.audience
const asGuest = (uid: string) =>
  api.call({ uid, email: sam.email, provider: 'password', createdByAdmin: false })

it('names a guest in the audience of the closed item that they are invited to', async () => {
  const { invitation, account: uid = '' } = await inviteTo(inside(), sam)
  expect(invitation.items).toEqual([{ id: 'pay', title: 'Succession' }])
  expect(await storedAudience()).toEqual({ ...audience, named: ['ruth', uid] })
  const { meetings } = await asGuest(uid)(listOwnMeetings)
  expect(meetings.map(({ items }) => items.map(({ title }) => title))).toEqual([['Succession']])
})

it('names somebody of the directory, and the repeated request changes nothing', async () => {
  const first = await inviteTo(inside(), { person: 'maria' })
  const { revision } = await inside()(getAgenda, { params })
  expect(await inviteTo(inside(), { person: 'maria' })).toEqual(first)
  expect(await inside()(getAgenda, { params })).toMatchObject({ revision })
  expect((await api.call('member')(getAgenda, { params })).items[1]?.title).toBe('Succession')
})

it('names them when the item is added to an invitation', async () => {
  const { invitation } = await inviteTo(outside(), sam, ['welcome'])
  const { id, person, until } = invitation
  const change = { params: { id }, body: { items: ['welcome', 'pay'], until }, revision: 1 }
  await expect(outside()(changeInvitation, change)).rejects.toMatchObject({ status: 403 })
  await inside()(changeInvitation, change)
  expect(await storedAudience()).toMatchObject({ named: ['ruth', person] })
  const later = { ...change, body: { ...change.body, until: '2026-12-12' }, revision: 2 }
  expect(await outside()(changeInvitation, later)).toMatchObject({
    items: [{ title: 'Welcome' }, { id: 'pay' }],
  })
})

it('lets nobody invite to an item that they may not prepare', async () => {
  await expect(inviteTo(outside(), sam)).rejects.toMatchObject({ status: 403 })
  expect(await api.accounts.list({})).not.toMatchObject({ accounts: [{ email: sam.email }] })
  expect(await outside()(listGuests)).toMatchObject({ guests: [], invitations: [] })
  expect(await storedAudience()).toEqual(audience)
})

it('shows an admin outside no title of the closed items that somebody is invited to', async () => {
  await inviteTo(inside(), sam)
  const { invitations } = await outside()(listGuests)
  expect(invitations[0]?.items).toEqual([{ id: 'pay' }])
})

it('refuses whoever the item excepts, and creates no account', async () => {
  await expect(inviteTo(inside(), { person: 'ada' })).rejects.toThrow(
    'Ada Park is excepted from an item.',
  )
  expect(await inside()(listGuests)).toMatchObject({ guests: [], invitations: [] })
})

it('refuses a save of the agenda as it was before, which would take them out again', async () => {
  const { revision, items } = await inside()(getAgenda, { params })
  await inviteTo(inside(), sam)
  const save = inside()(saveAgenda, {
    params,
    body: { items: items.map((item) => ({ ...item, duration: 5 })) },
    revision,
  })
  await expect(save).rejects.toMatchObject({ status: 412 })
})

it('keeps the agenda from being refused once the guest’s account has ended', async () => {
  const { account: uid = '' } = await inviteTo(inside(), sam)
  await inside()(endGuest, { params: { uid } })
  const { revision, items } = await inside()(getAgenda, { params })
  const body = { items: items.map((item) => ({ ...item, duration: 5 })) }
  expect(await inside()(saveAgenda, { params, body, revision })).toMatchObject({
    items: [{ duration: 5 }, { title: 'Succession', duration: 5 }],
  })
})
