import { randomUUID } from 'node:crypto'
import { addTerms, saveBody } from '@portal/contract/bodies'
import { addDesignatedAdmin } from '@portal/contract/designated-admins'
import { addAssistant, changeAssistant, invite } from '@portal/contract/guests'
import { memberViewHeader } from '@portal/contract/member-view'
import { createMeeting, setMeetingStage } from '@portal/contract/new-meetings'
import { getOwnData } from '@portal/contract/own-data'
import {
  enterReply,
  listOwnReplies,
  listReplies,
  requestReplies,
  saveOwnReply,
} from '@portal/contract/replies'
import { eraseUser, removeUserAccess } from '@portal/contract/users'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  testApi,
  type TestApi,
  type TestIdentity,
  testPeople,
  uidOf,
} from '../../testing/test-api.ts'
import { changeMeeting, meeting, signedIn, storeBoard, time } from './replies-fixture.ts'

let api: TestApi
let clock: string
const start = async (board?: Parameters<typeof storeBoard>[1]) => {
  clock = '2026-11-12T20:00:00Z'
  api = await testApi({ now: () => new Date(clock), ports: { mail: undefined } })
  await storeBoard(api, board)
}
beforeEach(() => start())
afterEach(() => api.close())

const admin = () => api.call('admin')
type Who = Parameters<TestApi['call']>[0]
const own = async (as: Who = 'member') => (await api.call(as)(listOwnReplies)).replies
const reply = (
  answer: 'in-person' | 'video' | 'cannot-come' | 'not-sure',
  { as = 'member' as Who, revision = 'new' as number | 'new', ...more }: Record<string, any> = {},
) =>
  api.call(as)(saveOwnReply, {
    params: { meeting },
    body: { answer, time, ...more },
    revision,
  })
const list = () => admin()(listReplies, { params: { meeting } })
const audited = async (what: string) =>
  (await api.ports.store.list('audit', { where: { what } })).documents

describe('a member', () => {
  it('replies with a note to the secretary, changes it, and sees it', async () => {
    expect(await own()).toEqual([
      {
        meeting: {
          id: meeting,
          title: 'Winter Meeting',
          body: 'Board',
          location: 'The library',
          ...time,
        },
      },
    ])
    const first = await reply('video', { note: 'My train is late.' })
    expect(first).toMatchObject({ answer: 'video', note: 'My train is late.', revision: 1 })
    expect(await own()).toEqual([first])
    // Without a note, it stays as it is.
    const next = await reply('in-person', { revision: 1 })
    expect(next).toMatchObject({ answer: 'in-person', note: 'My train is late.', revision: 2 })
    expect(await reply('in-person', { revision: 2, note: '' })).not.toHaveProperty('note')
  })

  it('has a reply of their own, although others may read exactly the same', async () => {
    const term = { body: 'board', office: 'member', voting: true, from: '2026-01-01' } as const
    const [dora, eve] = ['dora', 'eve'].map((uid) => ({ ...testPeople.member, uid }))
    for (const { uid: account } of [dora!, eve!]) {
      const entry = { name: account, role: 'Trustee', type: 'board', account }
      await api.ports.store.create('directory', account, entry)
      await admin()(addTerms, { body: { terms: [{ ...term, person: account }] } })
    }
    expect(await own(dora)).toMatchObject([{ meeting: { id: meeting } }])
    await reply('video', { as: dora, note: 'My train is late.' })
    const [asked] = await own(eve)
    expect(asked).not.toHaveProperty('answer')
    expect(asked).not.toHaveProperty('note')
    await reply('cannot-come', { as: eve })
    expect(await own(dora)).toMatchObject([{ answer: 'video', note: 'My train is late.' }])
  })

  it('gets the same result when a reply is sent again, and a refusal with what another device saved', async () => {
    const first = await reply('video')
    expect(await reply('video')).toEqual(first)
    expect(await audited('reply given')).toHaveLength(1)
    await expect(reply('not-sure')).rejects.toMatchObject({ status: 412, current: first })
  })

  it('is audited without the note', async () => {
    await reply('video', { note: 'The doctor sees me at nine.' })
    const [entry] = await audited('reply given')
    expect(entry).toMatchObject({
      who: testPeople.member.email,
      after: { name: 'Maria Lopez', meeting, answer: 'video', source: 'portal' },
    })
    const all = await api.ports.store.list('audit')
    expect(JSON.stringify(all)).not.toContain('doctor')
  })

  it('is asked again when the time changes, and not when the title or the place does', async () => {
    await reply('video')
    await changeMeeting(api, { title: 'The Winter Meeting', location: 'The annex' })
    expect(await own()).toMatchObject([{ answer: 'video', meeting: { location: 'The annex' } }])
    await changeMeeting(api, { time: '11:00' })
    const [asked] = await own()
    expect(asked).toMatchObject({ movedFrom: time, revision: 1 })
    expect(asked).not.toHaveProperty('answer')
    // Somebody who still sees the time before doesn't reply to the new one by mistake.
    await expect(reply('video', { revision: 1 })).rejects.toMatchObject({
      status: 409,
      message:
        'The meeting moved from 10:00 AM – 12:00 PM to 11:00 AM – 12:00 PM on Thursday 10 December 2026. Please reply again.',
    })
    const answered = await reply('in-person', { revision: 1, time: { ...time, time: '11:00' } })
    expect(answered).toMatchObject({ answer: 'in-person' })
    expect(answered).not.toHaveProperty('movedFrom')
  })

  it('can’t reply once the meeting is cancelled, held or over', async () => {
    const stage = async (to: 'cancelled' | 'planned' | 'held') => {
      const { revision } = (await api.ports.store.get('agendas', meeting))!
      await admin()(setMeetingStage, { params: { meeting }, body: { stage: to }, revision })
    }
    await stage('cancelled')
    await expect(reply('video')).rejects.toMatchObject({
      message: 'This meeting was cancelled, so no reply is needed.',
    })
    expect(await own()).toEqual([])
    await stage('planned')
    clock = '2026-12-10T19:59:00Z'
    await reply('video')
    clock = '2026-12-10T20:00:00Z'
    await expect(reply('in-person', { revision: 1 })).rejects.toMatchObject({ status: 409 })
    expect(await own()).toEqual([])
  })

  it('without a term isn’t asked to a board with terms, and is to one without', async () => {
    expect(await own('staff')).toEqual([])
    await expect(reply('video', { as: 'staff' })).rejects.toMatchObject({ status: 404 })
    await api.close()
    await start({ terms: false })
    expect(await own('staff')).toHaveLength(1)
    await reply('video', { as: 'staff' })
    const { replies, forecast } = await list()
    expect(replies.map(({ name }) => name)).toContain('Wei Chen')
    expect(replies.find(({ name }) => name === 'Wei Chen')).toMatchObject({ answer: 'video' })
    expect(forecast.outlook).toBe('nobodyInOffice')
  })

  it('who has left, or isn’t in office on the meeting’s day, isn’t asked', async () => {
    const [term] = (await api.ports.store.list('terms', { where: { person: 'maria' } })).documents
    const { id, revision, updatedAt: _, ...body } = term!
    await api.ports.store.update('terms', id, { ...body, to: '2026-12-09' }, revision)
    expect(await own()).toEqual([])
    await expect(reply('video')).rejects.toMatchObject({ status: 404 })
  })

  it('sees nothing of a meeting in preparation, or of another committee', async () => {
    await admin()(saveBody, {
      params: { id: 'finance' },
      body: { name: 'Finance Committee' },
      revision: 'new',
    })
    const term = { person: 'ada', body: 'finance', office: 'member', voting: true } as const
    await admin()(addTerms, { body: { terms: [{ ...term, from: '2026-01-01' }] } })
    const body = {
      key: randomUUID(),
      body: 'finance',
      kind: 'committee',
      date: '2026-12-11',
    } as const
    await admin()(createMeeting, { body })
    expect(await own()).toHaveLength(1)
    expect(await own('admin')).toHaveLength(1)
    const params = { meeting: '2026-12-11-finance' }
    await expect(admin()(listReplies, { params })).rejects.toMatchObject({ status: 404 })
  })
})

describe('guests and assistants', () => {
  const sam = { name: 'Sam Guest', email: 'sam@elsewhere.example' }

  it('a guest replies to the meeting that they are invited to', async () => {
    const { account = '' } = await admin()(invite, {
      body: { who: sam, meeting, items: ['welcome'], until: '2026-12-11' },
    })
    const guest = signedIn(account, sam.email)
    expect(await reply('video', { as: guest })).toMatchObject({ answer: 'video' })
    const { replies, forecast } = await list()
    expect(replies.at(-1)).toMatchObject({ name: sam.name, guest: true, votes: false })
    expect(forecast).toMatchObject({ inOffice: 4, video: 0, missing: 4 })
  })

  it('an assistant replies if their person allows it, and the audit names both', async () => {
    const { uid } = await admin()(addAssistant, {
      body: { name: 'Ann Aide', email: 'ann@elsewhere.example', assists: 'maria' },
    })
    const ann = signedIn(uid, 'ann@elsewhere.example')
    expect(await own(ann)).toEqual([])
    await expect(reply('video', { as: ann })).rejects.toMatchObject({ status: 409 })
    await reply('in-person', { note: 'Only for the secretary' })
    await api.call('member')(changeAssistant, { params: { uid }, body: { mayReply: true } })
    const [seen] = await own(ann)
    expect(seen).toMatchObject({ of: 'Maria Lopez', answer: 'in-person' })
    expect(seen).not.toHaveProperty('note')
    await reply('video', { as: ann, revision: 1 })
    const entry = (await audited('reply given')).find(({ who }) => who === ann.email)
    expect(entry).toMatchObject({ by: { assists: 'Maria Lopez' }, after: { name: 'Maria Lopez' } })
    const { replies } = await list()
    const row = replies.find(({ person }) => person === 'maria')
    expect(row).toMatchObject({ answer: 'video', note: 'Only for the secretary' })
    expect(row?.enteredBy).toBe('ann@elsewhere.example')
  })

  it('an admin who views the portal as a member replies for nobody', async () => {
    expect(await own('admin')).toHaveLength(1)
    const viewed = api.call('admin', { [memberViewHeader]: 'member' })
    expect((await viewed(listOwnReplies)).replies).toEqual([])
    const saving = viewed(saveOwnReply, {
      params: { meeting },
      body: { answer: 'video', time },
      revision: 'new',
    })
    await expect(saving).rejects.toMatchObject({ status: 403 })
  })
})

describe('staff', () => {
  it('see everybody by office, with notes and the forecast', async () => {
    await reply('video', { note: 'Late' })
    const { replies, forecast, isOpen, mail } = await list()
    expect([isOpen, mail]).toEqual([true, false])
    expect(replies.map(({ name, office, votes }) => [name, office, votes])).toEqual([
      ['Maria Lopez', 'Chair', true],
      ['Ada Park', 'Member', true],
      ['Ben Ode', 'Member', true],
      ['Ruth Abelman', 'Member', true],
      ['Cleo Ray', 'Observer', false],
    ])
    expect(replies[0]).toMatchObject({ answer: 'video', note: 'Late', source: 'portal' })
    expect(replies[2]).toMatchObject({ hasAddress: false })
    expect(forecast).toEqual({
      inOffice: 4,
      quorum: 3,
      inPerson: 0,
      video: 1,
      notSure: 0,
      cannotCome: 0,
      missing: 3,
      excepted: 0,
      outlook: 'open',
    })
  })

  it('see the forecast of an item without the excepted, if they may read the item', async () => {
    await reply('in-person')
    await reply('in-person', { as: 'admin' })
    const { items, closedItems } = await list()
    expect(items).toEqual([
      {
        id: 'pay',
        title: 'Pay of the director',
        except: ['Maria Lopez'],
        forecast: expect.objectContaining({ inOffice: 4, inPerson: 1, excepted: 1 }),
      },
    ])
    expect(closedItems).toBe(0)
    // Maria doesn't get the item: not even as an admin does she learn what it is.
    const maria: TestIdentity = {
      ...testPeople.admin,
      uid: uidOf(testPeople.member),
      email: testPeople.member.email,
    }
    await admin()(addDesignatedAdmin, { body: { email: maria.email } })
    const seen = await api.call(maria)(listReplies, { params: { meeting } })
    expect([seen.items, seen.closedItems]).toEqual([[], 1])
    expect(JSON.stringify(seen)).not.toContain('Pay')
  })

  it('enter a reply that came by telephone, with who entered it, for people who are asked', async () => {
    const enter = (person: string, revision: number | 'new' = 'new') =>
      admin()(enterReply, {
        params: { meeting, person },
        body: { answer: 'in-person', time, note: 'Called at ten' },
        revision,
      })
    const entered = await enter('ben')
    expect(entered).toMatchObject({ source: 'telephone', enteredBy: 'Ruth Abelman', revision: 1 })
    expect(await enter('ben')).toEqual(entered)
    expect(await audited('reply entered')).toHaveLength(1)
    await expect(enter('wei')).rejects.toMatchObject({ status: 404 })
    await enter('maria')
    expect(await own()).toMatchObject([{ entered: true, note: 'Called at ten' }])
  })

  it('remind everybody who hasn’t replied with one press, once for each press', async () => {
    await reply('video')
    const id = randomUUID()
    const press = (as: 'admin' | 'member' = 'admin') =>
      api.call(as)(requestReplies, { params: { meeting }, body: { id } })
    await expect(press('member')).rejects.toMatchObject({ status: 403 })
    const first = await press()
    // Without mail, everybody is told by hand.
    expect(first).toMatchObject({ asked: 0, by: 'Ruth Abelman' })
    expect(first.byHand).toEqual(['Ada Park', 'Ben Ode', 'Ruth Abelman', 'Cleo Ray'])
    await reply('video', { as: 'admin' })
    expect(await press()).toEqual(first)
    expect((await list()).requests).toEqual([first])
    expect(await audited('replies requested')).toHaveLength(1)
  })
})

describe('replies of other features', () => {
  it('are recorded from a calendar, unless the meeting has moved since', async () => {
    const { replies } = api.features
    const sent = {
      meetingKey: meeting,
      person: 'ada',
      answer: 'video',
      time,
      at: new Date(0),
    } as const
    expect(await replies.recordReply(sent)).toBe('recorded')
    expect(await replies.recordReply({ ...sent, time: { ...time, date: '2026-12-09' } })).toBe(
      'refused',
    )
    expect(await replies.recordReply({ ...sent, person: 'wei' })).toBe('refused')
    expect((await list()).replies[1]).toMatchObject({ answer: 'video', source: 'calendar' })
    expect(await audited('reply given')).toMatchObject([{ who: 'ada@elsewhere.example' }])
  })

  it('are missing for whoever is asked and hasn’t replied to the present time', async () => {
    await reply('video')
    const missing = () => api.features.replies.missing(['maria', 'ada', 'wei'], [meeting, 'gone'])
    const [asked, none] = [[meeting], []]
    expect(Object.fromEntries(await missing())).toEqual({ maria: none, ada: asked, wei: none })
    await changeMeeting(api, { endTime: '13:00' })
    expect((await missing()).get('maria')).toEqual(asked)
  })
})

describe('a person’s data', () => {
  it('has their own replies, and an erased person has none', async () => {
    await reply('video', { note: 'Only mine' })
    const { replies } = await api.call('member')(getOwnData)
    expect(replies).toMatchObject([{ meeting, answer: 'video', note: 'Only mine', given: time }])
    await admin()(requestReplies, { params: { meeting }, body: { id: randomUUID() } })
    const uid = uidOf(testPeople.member)
    await admin()(removeUserAccess, { params: { uid } })
    await admin()(eraseUser, { params: { uid } })
    expect((await api.ports.store.list('replies')).documents).toEqual([])
    expect(await audited('reply erased')).toHaveLength(1)
  })
})
