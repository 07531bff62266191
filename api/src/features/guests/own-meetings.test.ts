import { saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { saveBodyAccess } from '@portal/contract/body-access'
import { linkAccount } from '@portal/contract/directory'
import { getDocument, listDocuments } from '@portal/contract/documents'
import { addAssistant, changeInvitation, endInvitation, invite } from '@portal/contract/guests'
import { saveMapping } from '@portal/contract/mappings'
import { listOwnMeetings } from '@portal/contract/own-meetings'
import { setPublication } from '@portal/contract/quarters'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'

const q4 = { year: 2026, quarter: 4 }
const sam = { name: 'Sam Guest', email: 'sam@elsewhere.example' }

let api: TestApi
let clock: string
beforeEach(async () => {
  clock = '2026-11-12T20:00:00Z'
  api = await testApi({ now: () => new Date(clock) })
  for (const [paper, slot] of [
    ['audit-report', 'asset-summary'],
    ['budget', 'budget-update'],
    ['bylaws', undefined],
  ] as const) {
    await api.putPaper(paper)
    if (slot) await map(`meeting-2026-q4-${slot}`, paper)
  }
  await map('governance-bylaws', 'bylaws')
  const items = [
    { id: 'welcome', title: 'Welcome', duration: 20 },
    {
      id: 'audit',
      title: 'Audit',
      description: 'What the auditors found',
      duration: 30,
      speaker: 'Sam Guest',
      papers: [{ materialType: 'asset-summary', pages: '3–5' }],
    },
  ]
  const body = {
    title: 'Winter Meeting',
    date: '2026-12-10',
    time: '10:00',
    endTime: '12:00',
    items,
  }
  await admin()(saveAgenda, { params: q4, body, revision: 'new' })
  await admin()(setAgendaStatus, { params: q4, body: { status: 'published' }, revision: 1 })
})
afterEach(() => api.close())

const admin = () => api.call('admin')
const map = (id: string, documentId: string) =>
  admin()(saveMapping, { params: { id }, body: { documentId }, revision: 'new' })
const as = (uid: string) => api.call({ uid, email: sam.email, provider: 'password' })
const meetingsOf = async (uid: string) => (await as(uid)(listOwnMeetings)).meetings
const readable = async (uid: string) => {
  const found: string[] = []
  for (const id of ['audit-report', 'budget', 'bylaws']) {
    await as(uid)(getDocument, { params: { id } }).then(
      () => found.push(id),
      (error: { status: number }) => expect(error.status).toBe(404),
    )
  }
  return found
}
const inviteSam = async (items = ['audit'], until = '2026-12-11') => {
  const body = { who: sam, meeting: '2026-Q4', items, until }
  const { invitation, account = '' } = await admin()(invite, { body })
  return { invitation, uid: account }
}

describe('a guest', () => {
  it('sees a video in the place of an item’s paper, and none of another item’s', async () => {
    const embedUrl = 'https://player.vimeo.com/video/1'
    for (const [slot, revision] of [
      ['asset-summary', 1],
      ['budget-update', 1],
    ] as const) {
      const params = { id: `meeting-2026-q4-${slot}` }
      await admin()(saveMapping, { params, body: { embedUrl, embedType: 'external' }, revision })
    }
    const { uid } = await inviteSam()
    const [meeting] = await meetingsOf(uid)
    expect(meeting!.items[0]!.papers).toEqual([])
    expect(meeting!.items[0]!.embeds).toEqual([
      {
        id: 'meeting-2026-q4-asset-summary',
        name: 'Asset Summary',
        url: embedUrl,
        type: 'external',
      },
    ])
    expect(meeting!.embeds).toBeUndefined()
  })

  it('sees the meeting’s date, the items that they are invited to and these items’ papers', async () => {
    const { uid } = await inviteSam()
    expect(await meetingsOf(uid)).toEqual([
      {
        id: '2026-Q4',
        body: 'Board',
        title: 'Winter Meeting',
        date: '2026-12-10',
        time: '10:00',
        endTime: '12:00',
        until: '2026-12-11',
        items: [
          {
            id: 'audit',
            title: 'Audit',
            description: 'What the auditors found',
            time: '10:20',
            duration: 30,
            speaker: 'Sam Guest',
            papers: [{ id: 'audit-report', name: 'Asset Summary', pages: '3–5' }],
          },
        ],
        papers: [],
      },
    ])
    expect(await readable(uid)).toEqual(['audit-report'])
    await expect(as(uid)(listDocuments)).rejects.toMatchObject({ status: 403 })
  })

  it('sees it until the end of the last day in the foundation’s zone, without a job', async () => {
    const { uid } = await inviteSam()
    clock = '2026-12-12T07:59:59Z'
    expect([(await meetingsOf(uid)).length, await readable(uid)]).toEqual([1, ['audit-report']])
    clock = '2026-12-12T08:00:00Z'
    expect([await meetingsOf(uid), await readable(uid)]).toEqual([[], []])
  })

  it('sees what the invitation has now, and nothing once it has ended', async () => {
    const { uid, invitation } = await inviteSam()
    const params = { id: invitation.id }
    const body = { items: ['welcome'], until: '2026-12-11' }
    await admin()(changeInvitation, { params, body, revision: 1 })
    expect((await meetingsOf(uid))[0]?.items.map(({ id }) => id)).toEqual(['welcome'])
    expect(await readable(uid)).toEqual([])
    await admin()(endInvitation, { params })
    expect(await meetingsOf(uid)).toEqual([])
  })

  it('sees nothing while the meeting is in preparation, or its agenda a draft', async () => {
    const { uid } = await inviteSam()
    const publish = (state: 'preparation' | 'published', revision: number | 'new') =>
      admin()(setPublication, { params: q4, body: { state }, revision })
    await publish('preparation', 'new')
    expect([await meetingsOf(uid), await readable(uid)]).toEqual([[], []])
    await publish('published', 1)
    expect(await readable(uid)).toEqual(['audit-report'])
    await admin()(setAgendaStatus, { params: q4, body: { status: 'draft' }, revision: 2 })
    expect([await meetingsOf(uid), await readable(uid)]).toEqual([[], []])
  })
})

describe('an assistant', () => {
  it('sees the meetings of the person they work for, and nothing of the rest of the portal', async () => {
    const entry = { name: 'Maria Lopez', role: 'Chair', type: 'board' }
    await api.ports.store.create('directory', 'maria', entry)
    const account = { account: uidOf(testPeople.member) }
    await admin()(linkAccount, { params: { id: 'maria' }, body: account, revision: 1 })
    const { uid } = await admin()(addAssistant, { body: { ...sam, assists: 'maria' } })
    const [meeting] = await meetingsOf(uid)
    expect(meeting?.items.map(({ id }) => id)).toEqual(['welcome', 'audit'])
    expect(meeting?.papers).toEqual([{ id: 'budget', name: 'Budget Update' }])
    expect(await readable(uid)).toEqual(['audit-report', 'budget'])
  })

  it('sees the item to which the person they work for is invited in a body that isn’t theirs', async () => {
    await api.ports.store.create('directory', 'maria', {
      name: 'Maria Lopez',
      role: 'Trustee',
      type: 'board',
    })
    const account = { account: uidOf(testPeople.member) }
    await admin()(linkAccount, { params: { id: 'maria' }, body: account, revision: 1 })
    const { uid } = await admin()(addAssistant, { body: { ...sam, assists: 'maria' } })
    await admin()(saveBodyAccess, {
      params: { id: 'board' },
      body: { openTo: 'terms' },
      revision: 'new',
    })
    expect(await meetingsOf(uid)).toEqual([])
    const who = { person: 'maria' }
    const body = { who, meeting: '2026-Q4', items: ['audit'], until: '2026-12-11' }
    await admin()(invite, { body })
    const [meeting] = await meetingsOf(uid)
    expect(meeting?.items.map(({ id }) => id)).toEqual(['audit'])
    expect(await readable(uid)).toEqual(['audit-report'])
  })
})

it('has nothing for members, who have the pages of meetings', async () => {
  expect(await api.call('member')(listOwnMeetings)).toEqual({ meetings: [] })
})
