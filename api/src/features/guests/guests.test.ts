import { saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { linkAccount, listNotLinked } from '@portal/contract/directory'
import type { Callers } from '@portal/contract/endpoint'
import {
  addAssistant,
  changeAssistant,
  changeInvitation,
  endAssistant,
  endGuest,
  endInvitation,
  invite,
  listGuests,
  listOwnAssistants,
  makeMember,
} from '@portal/contract/guests'
import { getPortal } from '@portal/contract/portal'
import { getOwnData } from '@portal/contract/own-data'
import { deleteUser, eraseUser, removeUserAccess, updateUser } from '@portal/contract/users'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  testApi,
  type TestApi,
  type TestIdentity,
  testPeople,
  uidOf,
} from '../../testing/test-api.ts'

const q4 = { year: 2026, quarter: 4 }
const sam = { name: 'Sam Guest', email: 'sam@elsewhere.example' }

let api: TestApi
let clock: string
beforeEach(async () => {
  clock = '2026-11-12T20:00:00Z'
  api = await testApi({ now: () => new Date(clock) })
  await admin()(saveAgenda, {
    params: q4,
    body: {
      title: 'Winter Meeting',
      date: '2026-12-10',
      items: [
        { id: 'welcome', title: 'Welcome' },
        { id: 'audit', title: 'Audit' },
      ],
    },
    revision: 'new',
  })
  await admin()(setAgendaStatus, { params: q4, body: { status: 'published' }, revision: 1 })
  for (const [id, name, email] of [
    ['maria', 'Maria Lopez', testPeople.member.email],
    ['ada', 'Ada Park', 'ada@elsewhere.example'],
    ['ben', 'Ben Ode', ''],
  ] as const) {
    const entry = { name, role: 'Trustee', type: 'board', ...(email ? { email } : {}) }
    await api.ports.store.create('directory', id, entry)
  }
  const account = { account: uidOf(testPeople.member) }
  await admin()(linkAccount, { params: { id: 'maria' }, body: account, revision: 1 })
})
afterEach(() => api.close())

const admin = () => api.call('admin')
const asked = { meeting: '2026-Q4', items: ['audit'], until: '2026-12-11' }
const inviteSam = (more: object = {}) => admin()(invite, { body: { who: sam, ...asked, ...more } })
const assistMaria = (email = 'ann@elsewhere.example') =>
  admin()(addAssistant, { body: { name: 'Ann Aide', email, assists: 'maria' } })
const signedIn = (uid: string, email: string): TestIdentity => ({
  uid,
  email,
  provider: 'password',
  createdByAdmin: false,
})
const audited = async (what: string) => {
  const { documents } = await api.ports.store.list('audit', { where: { what } })
  return documents
}

describe('a guest', () => {
  it('gets an account in the same step, and is somebody who signs in as a guest', async () => {
    const { invitation, account = '' } = await inviteSam()
    expect(invitation).toMatchObject({
      person: account,
      name: sam.name,
      meeting: { key: '2026-Q4', id: '2026-Q4', title: 'Winter Meeting', date: '2026-12-10' },
      items: [{ id: 'audit', title: 'Audit' }],
      until: '2026-12-11',
    })
    expect(await api.accounts.get(account)).toMatchObject({
      email: sam.email,
      displayName: sam.name,
      isOutsiders: true,
    })
    const { person, composition } = await api.call(signedIn(account, sam.email))(getPortal)
    expect(person).toMatchObject({ kind: 'guest', isAdmin: false, editsAgendas: false })
    expect(composition).toEqual({ id: 'none', remotes: [] })
    const { guests, assistants, invitations } = await admin()(listGuests)
    expect(guests).toMatchObject([{ uid: account, person: account, ...sam }])
    expect([assistants, invitations]).toEqual([[], [invitation]])
  })

  it('is invited once to a meeting, and a repeated request changes nothing', async () => {
    const first = await inviteSam()
    const again = { who: { person: first.invitation.person } }
    expect(await inviteSam(again)).toEqual(first)
    await expect(inviteSam({ ...again, items: ['welcome'] })).rejects.toMatchObject({
      status: 409,
      current: first.invitation,
    })
    await expect(inviteSam()).rejects.toMatchObject({ status: 409 })
    expect(await audited('guest invited')).toHaveLength(1)
  })

  it('that was made before the process died is found again', async () => {
    const account = await api.ports.accounts.create({
      email: sam.email,
      password: 'larkspur-board-2026',
      isOutsiders: true,
    })
    expect((await inviteSam()).account).toBe(account.uid)
  })

  it.each([
    ['with a last day that is over', { until: '2026-11-11' }, 'The last day is over already.'],
    ['to an item that isn’t there', { items: ['none'] }, 'no longer in the agenda'],
    ['to a meeting without an agenda', { meeting: '2027-Q1' }, 'no longer in the agenda'],
    ['without a name', { who: { name: ' ', email: sam.email } }, 'A name is required.'],
    ['without an address', { who: { person: 'ben' } }, 'Ben Ode has no e-mail address'],
    [
      'with a member’s address',
      { who: { ...sam, email: testPeople.member.email } },
      'already exists',
    ],
    ['with an admin’s', { who: { ...sam, email: testPeople.admin.email } }, 'an admin’s address'],
    ['who isn’t in the directory', { who: { person: 'nobody' } }, 'no longer in the directory'],
  ])('isn’t invited %s', async (_, more, sentence) => {
    await expect(inviteSam(more)).rejects.toThrow(sentence)
    expect(await admin()(listGuests)).toEqual({ guests: [], assistants: [], invitations: [] })
  })

  it('can be somebody of the directory who has no account yet, and keeps the entry’s id', async () => {
    const { invitation, account } = await inviteSam({ who: { person: 'ada' } })
    expect(invitation).toMatchObject({ person: 'ada', name: 'Ada Park' })
    expect((await admin()(listGuests)).guests).toMatchObject([{ uid: account, person: 'ada' }])
    expect((await inviteSam({ who: { person: 'ada' } })).account).toBe(account)
  })

  it('isn’t made of a member, who is only invited', async () => {
    const { invitation, account } = await inviteSam({ who: { person: 'maria' } })
    expect([invitation.person, account]).toEqual(['maria', undefined])
    expect((await admin()(listGuests)).guests).toEqual([])
    const { person } = await api.call('member')(getPortal)
    expect(person.kind).toBeUndefined()
  })

  it('gets other items and another day, at the invitation’s revision', async () => {
    const { invitation } = await inviteSam()
    const params = { id: invitation.id }
    const body = { items: ['welcome', 'audit'], until: '2026-12-12' }
    const saved = await admin()(changeInvitation, { params, body, revision: 1 })
    expect(saved).toMatchObject({ items: [{ title: 'Welcome' }, { title: 'Audit' }], revision: 2 })
    expect(await admin()(changeInvitation, { params, body, revision: 1 })).toEqual(saved)
    await expect(
      admin()(changeInvitation, { params, body: { ...body, items: ['audit'] }, revision: 1 }),
    ).rejects.toMatchObject({ status: 412, current: saved })
  })

  it('becomes a member with the same account, and keeps no invitation', async () => {
    const { account: uid = '' } = await inviteSam({ who: { person: 'ada' } })
    const email = 'ada@elsewhere.example'
    const params = { uid }
    const before = api.call(signedIn(uid, email))
    await before(getPortal)
    // The provider doesn’t answer: nobody signs in until it is repeated.
    const { update } = api.accounts
    api.accounts.update = async () => Promise.reject(new Error('Down'))
    await expect(admin()(makeMember, { params })).rejects.toMatchObject({ status: 500 })
    api.accounts.update = update
    await expect(before(getPortal)).rejects.toMatchObject({ status: 401 })
    for (let count = 0; count < 2; count += 1) await admin()(makeMember, { params })

    expect(await admin()(listGuests)).toMatchObject({ guests: [], invitations: [] })
    expect(await api.accounts.get(uid)).not.toHaveProperty('isOutsiders')
    await expect(before(getPortal)).rejects.toMatchObject({ status: 401 })
    const signedInAt = Date.parse(clock) / 1000 + 5
    const member = api.call({ uid, email, provider: 'password', createdByAdmin: true, signedInAt })
    clock = '2026-11-12T20:00:10Z'
    const { person } = await member(getPortal)
    expect(person.kind).toBeUndefined()
    expect((await api.ports.store.get('directory', 'ada'))?.['account']).toBe(uid)
    expect(await audited('guest made a member')).toHaveLength(1)
    expect(await audited('invitation ended')).toHaveLength(1)
  })

  it.each([['an assistant'], ['a member'], ['nobody']])('isn’t %s', async (who) => {
    const uids: Record<string, string> = {
      'an assistant': (await assistMaria()).uid,
      'a member': uidOf(testPeople.member),
    }
    const params = { uid: uids[who] ?? 'nobody' }
    await expect(admin()(makeMember, { params })).rejects.toMatchObject({ status: 404 })
  })

  it('loses an invitation, and the account with everything, at once', async () => {
    const { invitation, account: uid = '' } = await inviteSam()
    const end = () => admin()(endInvitation, { params: { id: invitation.id } })
    expect([await end(), await end()]).toEqual([undefined, undefined])
    expect((await admin()(listGuests)).invitations).toEqual([])
    await inviteSam({ who: { person: uid } })
    const guest = api.call(signedIn(uid, sam.email))
    await guest(getPortal)
    const endAll = () => admin()(endGuest, { params: { uid } })
    expect([await endAll(), await endAll()]).toEqual([undefined, undefined])
    await expect(guest(getPortal)).rejects.toMatchObject({ status: 401 })
    expect(await api.accounts.get(uid)).toBeUndefined()
    expect(await admin()(listGuests)).toEqual({ guests: [], assistants: [], invitations: [] })
    await expect(admin()(endGuest, { params: { uid: 'maria' } })).rejects.toThrow(
      'no longer exists',
    )
  })
})

describe('an assistant', () => {
  it('works for a person who signs in as a member, and is the same when added again', async () => {
    const added = await assistMaria()
    expect(added).toMatchObject({
      name: 'Ann Aide',
      assists: { person: 'maria', name: 'Maria Lopez' },
      mayReply: false,
    })
    expect(await assistMaria()).toEqual(added)
    const { person } = await api.call(signedIn(added.uid, added.email))(getPortal)
    expect(person).toMatchObject({ kind: 'assistant', assists: 'Maria Lopez', isAdmin: false })
    await expect(admin()(addAssistant, { body: { ...sam, assists: 'ada' } })).rejects.toThrow(
      'who signs in as a member',
    )
  })

  it('is seen, changed and ended by that person and by admins, and by nobody else', async () => {
    const { uid } = await assistMaria()
    const params = { uid }
    const [maria, wei] = [api.call('member'), api.call('staff')]
    expect((await maria(listOwnAssistants)).assistants).toMatchObject([{ uid, mayReply: false }])
    expect((await wei(listOwnAssistants)).assistants).toEqual([])
    const allow = { params, body: { mayReply: true } }
    await expect(wei(changeAssistant, allow)).rejects.toMatchObject({ status: 404 })
    await expect(wei(endAssistant, { params })).rejects.toMatchObject({ status: 404 })
    expect(await maria(changeAssistant, allow)).toMatchObject({ uid, mayReply: true })
    const assistant = api.call(signedIn(uid, 'ann@elsewhere.example'))
    await assistant(getPortal)
    expect([await maria(endAssistant, { params }), await maria(endAssistant, { params })]).toEqual([
      undefined,
      undefined,
    ])
    await expect(assistant(getPortal)).rejects.toMatchObject({ status: 401 })
    expect((await admin()(listGuests)).assistants).toEqual([])
    expect(await audited('assistant ended')).toMatchObject([
      { before: { name: 'Ann Aide', assists: 'Maria Lopez (maria.lopez@larkspur.example)' } },
    ])
  })

  it('has no access while that person has none', async () => {
    const { uid, email } = await assistMaria()
    const assistant = api.call(signedIn(uid, email))
    const disable = (disabled: boolean) =>
      admin()(updateUser, { params: { uid: uidOf(testPeople.member) }, body: { disabled } })
    await disable(true)
    await expect(assistant(getPortal)).rejects.toThrow(
      'Your access has ended with that of Maria Lopez.',
    )
    await disable(false)
    expect((await assistant(getPortal)).person.kind).toBe('assistant')
  })
})

describe('guests and assistants', () => {
  it('end with the account of the person, when it is deleted or erased', async () => {
    const { account: guest = '' } = await inviteSam()
    const { uid: assistant } = await assistMaria()
    await inviteSam({ who: { person: 'maria' } })
    const maria = { uid: uidOf(testPeople.member) }
    const own = await api.call('member')(getOwnData)
    expect(own.invitations).toMatchObject([{ items: ['audit'], until: '2026-12-11' }])
    await admin()(removeUserAccess, { params: maria })
    await admin()(eraseUser, { params: maria })
    expect(await api.accounts.get(assistant)).toBeUndefined()
    await admin()(deleteUser, { params: { uid: guest } })
    expect(await admin()(listGuests)).toEqual({ guests: [], assistants: [], invitations: [] })
  })

  it('aren’t linked to an entry of the directory, by nobody', async () => {
    const { account = '' } = await inviteSam()
    const linking = admin()(linkAccount, { params: { id: 'ben' }, body: { account }, revision: 1 })
    await expect(linking).rejects.toThrow('the account of a guest')
    const { accounts } = await admin()(listNotLinked)
    expect(accounts.map(({ uid }) => uid)).not.toContain(account)
  })

  it('get nothing from an endpoint that isn’t for readers', async () => {
    const { account: uid = '' } = await inviteSam()
    const { uid: assistant } = await assistMaria()
    const open: Callers[] = ['everyone', 'ownToken', 'readers']
    for (const person of [signedIn(uid, sam.email), signedIn(assistant, 'ann@elsewhere.example')]) {
      const headers = { authorization: `Bearer ${api.tokenFor(person)}` }
      for (const { method, path, callers } of api.mounted) {
        if (method !== 'GET' || open.includes(callers) || callers === 'gateRunner') continue
        const { status } = await api.request(
          path.replace('{meeting}', '2026-Q4').replaceAll(/\{\w+\}/g, 'x'),
          { headers },
        )
        expect([path, status]).toEqual([path, 403])
      }
    }
  })
})
