import { randomUUID } from 'node:crypto'
import { getAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { getBoardBook } from '@portal/contract/board-books'
import { addTerms, saveBody } from '@portal/contract/bodies'
import { getDocument } from '@portal/contract/documents'
import { saveMapping } from '@portal/contract/mappings'
import { createMeeting } from '@portal/contract/new-meetings'
import { getPublication, setPublication } from '@portal/contract/quarters'
import { ofMeeting } from '@portal/contract/twins'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'
import { createDayCounter } from './meeting-thing.ts'

/** Members who read single items of a committee’s meeting, and aren't in the committee. */

let api: TestApi
const meeting = '2026-11-12-finance'
const params = { meeting }
const key = randomUUID()

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
  const admin = api.call('admin')
  await admin(saveBody, {
    params: { id: 'finance' },
    body: { name: 'Finance Committee' },
    revision: 'new',
  })
  const term = { person: 'maria', body: 'finance', office: 'member', voting: true } as const
  await admin(addTerms, { body: { terms: [{ ...term, from: '2026-01-01' }] } })
  const created = { key, body: 'finance', kind: 'committee', title: 'Meeting' } as const
  await admin(createMeeting, { body: { ...created, date: '2026-11-12' } })
  for (const paper of ['k1', 'k2', 'k3']) {
    await api.putPaper(paper, { source: 'upload' })
    await admin(saveMapping, {
      params: { id: `meeting-${meeting}--${paper}` },
      body: { documentId: paper },
      revision: 'new',
    })
  }
  const { revision } = await admin(ofMeeting(getAgenda), { params })
  const items = ['k1', 'k2', 'k3'].map((id) => ({
    id,
    title: `Item ${id}`,
    papers: [{ materialType: id }],
    ...(id === 'k3' ? { audience: { who: 'named' as const, named: ['ruth', 'wei'] } } : {}),
  }))
  await admin(ofMeeting(setAgendaStatus), {
    params,
    body: { status: 'published', content: { items } },
    revision,
  })
  const { revision: state = 'new' } = await admin(ofMeeting(getPublication), { params })
  const published = { state: 'published' } as const
  await admin(ofMeeting(setPublication), { params, body: published, revision: state })
})
afterEach(() => api.close())

const titles = async () => {
  const { items } = await api.call('staff')(ofMeeting(getAgenda), { params })
  return items.map(({ title }) => title)
}
const papers = async () => {
  const read = ['k1', 'k2', 'k3'].map((id) =>
    api
      .call('staff')(getDocument, { params: { id } })
      .then(
        () => id,
        () => undefined,
      ),
  )
  return (await Promise.all(read)).filter((id) => id !== undefined)
}

it('shows a named member their closed item and its paper, and nothing else of the meeting', async () => {
  expect(await titles()).toEqual(['Item k3'])
  expect(await papers()).toEqual(['k3'])
})

it('shows an invited member the items they are invited to with their papers, and no other', async () => {
  await api.ports.store.create('invitations', 'one', {
    person: 'wei',
    name: 'wei',
    meeting: key,
    items: ['k1'],
    until: '2026-11-30',
  })
  await expect.poll(titles).toEqual(['Item k1', 'Item k3'])
  expect(await papers()).toEqual(['k1', 'k3'])
})

it('gives the board book, with the whole agenda, to members of the committee only', async () => {
  const options = { params, query: {} }
  await expect(api.call('staff')(ofMeeting(getBoardBook), options)).rejects.toMatchObject({
    status: 404,
  })
  expect(await api.call('member')(ofMeeting(getBoardBook), options)).toBeDefined()
})

it('counts the days upwards while the clock is set back, so that no earlier count comes again', () => {
  let now = new Date('2026-11-12T20:00:00Z')
  const count = createDayCounter('UTC', () => now)
  const first = count()
  now = new Date('2026-11-10T20:00:00Z')
  const second = count()
  now = new Date('2026-11-12T20:00:00Z')
  expect([second > first, count() > second]).toEqual([true, true])
})
