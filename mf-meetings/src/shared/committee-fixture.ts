import type { TestApi } from '@portal/api/testing'
import { getAgenda, saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { addTerms, saveBody } from '@portal/contract/bodies'
import { createDirectoryEntry, linkAccount } from '@portal/contract/directory'
import { createMeeting, setMeetingStage } from '@portal/contract/new-meetings'
import { getPortal } from '@portal/contract/portal'
import { ofMeeting } from '@portal/contract/twins'

/** The id of the meeting that `keepMeeting` stores. */
export const financeMeeting = '2026-12-03-finance'

/** The Finance Committee, with Wei Chen (`staff`) in office. Maria Lopez (`member`) isn't. */
export async function keepCommittee(api: TestApi): Promise<void> {
  const call = api.call('admin')
  const { id: person } = await call(createDirectoryEntry, {
    form: { name: 'Wei Chen', role: 'Executive director', type: 'staff' },
  })
  const { uid: account } = (await api.call('staff')(getPortal)).person
  await call(linkAccount, { params: { id: person }, body: { account }, revision: 1 })
  const committee = { name: 'Finance Committee', color: 'teal' as const }
  await call(saveBody, { params: { id: 'finance' }, body: committee, revision: 'new' })
  const term = { person, body: 'finance', office: 'member' as const, voting: true }
  await call(addTerms, { body: { terms: [{ ...term, from: '2024-01-01' }] } })
}

type MeetingFields = {
  date?: string
  title?: string
  /** Otherwise it stays in preparation. */
  isPublished?: boolean
}

/** A meeting of the committee; by default on 3 December 2026, published, with an agenda of two items. */
export async function keepMeeting(
  api: TestApi,
  { date = '2026-12-03', title = 'Finance Committee', isPublished = true }: MeetingFields = {},
): Promise<string> {
  const call = api.call('admin')
  const { id, revision } = await call(createMeeting, {
    body: {
      key: crypto.randomUUID(),
      body: 'finance',
      kind: 'committee',
      date,
      title,
      time: '14:00',
      endTime: '15:30',
      location: 'By video',
    },
  })
  const params = { meeting: id }
  const items = [
    { id: 'audit', title: 'The audit', duration: 60 },
    { id: 'reserve', title: 'The reserve', duration: 30 },
  ]
  await call(ofMeeting(setAgendaStatus), {
    params,
    body: { status: 'published', content: { items } },
    revision,
  })
  if (isPublished) {
    // Publishing by a request would also make the board book, of papers without bytes.
    const { store } = api.ports
    const { revision: stored } = (await store.get('quarters', id))!
    await store.update('quarters', id, { inPreparation: false }, stored)
  }
  return id
}

/** Cancels a meeting, which keeps everything. */
export async function cancelMeeting(api: TestApi, id: string): Promise<void> {
  const call = api.call('admin')
  const { revision } = await call(ofMeeting(getAgenda), { params: { meeting: id } })
  await call(setMeetingStage, { params: { meeting: id }, body: { stage: 'cancelled' }, revision })
}

/** Makes an item of an agenda a closed session of the admin alone. */
export async function closeItem(api: TestApi, meeting: string, itemId: string): Promise<void> {
  const call = api.call('admin')
  const { id: person } = await call(createDirectoryEntry, {
    form: { name: 'Ruth Abelman', role: 'Board liaison', type: 'staff' },
  })
  const { uid: account } = (await call(getPortal)).person
  await call(linkAccount, { params: { id: person }, body: { account }, revision: 1 })
  const params = { meeting }
  const { items, revision } = await call(ofMeeting(getAgenda), { params })
  const audience = { who: 'named' as const, named: [person] }
  const closed = items.map((item) => (item.id === itemId ? { ...item, audience } : item))
  await call(ofMeeting(saveAgenda), { params, body: { items: closed }, revision })
}
