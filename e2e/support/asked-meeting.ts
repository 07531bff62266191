import { setAgendaStatus } from '@portal/contract/agendas'
import { addTerms } from '@portal/contract/bodies'
import { createDirectoryEntry, linkAccount } from '@portal/contract/directory'
import { listDocuments } from '@portal/contract/documents'
import { saveMapping } from '@portal/contract/mappings'
import { createMeeting } from '@portal/contract/new-meetings'
import { getPublication, setPublication } from '@portal/contract/quarters'
import { ofMeeting } from '@portal/contract/twins'
import { createUser } from '@portal/contract/users'
import type { Office } from '@portal/domain/terms'
import type { Call } from '@portal/remote-kit/client'
import { dayFromNow } from './committee-meeting.ts'

type Known = { name: string; email: string; password: string; entry: string }

/** A member of the board with a password. Portals of journeys share their accounts. */
async function boardMember(call: Call, name: string, office: Office): Promise<Known> {
  const entry = `${name.toLowerCase().replaceAll(/\W+/g, '-')}-${crypto.randomUUID()}`
  const person = { email: `${entry}@larkspur.example`, password: 'violet-harbour-lantern' }
  const { uid } = await call(createUser, { body: { ...person, displayName: name } })
  const form = { id: entry, name, role: 'Trustee', type: 'board' as const, email: person.email }
  const { revision } = await call(createDirectoryEntry, { form })
  await call(linkAccount, { params: { id: entry }, body: { account: uid }, revision })
  const term = { person: entry, body: 'board', office, voting: true, from: dayFromNow(-30) }
  await call(addTerms, { body: { terms: [term] } })
  return { name, ...person, entry }
}

/**
 * A published special meeting of the board next week, with a consent item and an item that has a paper and a presenter,
 * and the people who take part in its questions.
 */
export async function createAskedMeeting(call: Call) {
  const asker = await boardMember(call, 'Nora Field', 'member')
  const other = await boardMember(call, 'Ravi Moss', 'member')
  const presenter = await boardMember(call, 'June Hale', 'treasurer')
  const chair = await boardMember(call, 'Omar Reed', 'chair')
  const { id, revision } = await call(createMeeting, {
    body: {
      key: crypto.randomUUID(),
      body: 'board',
      kind: 'special',
      date: dayFromNow(7),
      title: 'The roof of the library',
      time: '14:00',
      endTime: '15:00',
    },
  })
  const documents = await call(listDocuments)
  const { id: documentId } = documents.find(({ mime_type: type }) => type === 'application/pdf')!
  const params = { id: `meeting-${id}--k1` }
  const body = { documentId, title: 'Survey of the roof', order: 1 }
  await call(saveMapping, { params, body, revision: 'new' })
  const items = [
    { title: 'A new roof', duration: 40, papers: [{ materialType: 'k1' }] },
    { title: 'Minutes of the spring', duration: 5, type: 'consent' },
    { title: 'Lunch', duration: 15, type: 'break' },
  ]
  const [roof, ...others] = items
  const spoken = { ...roof!, speaker: presenter.name, speakerId: presenter.entry }
  const meeting = { params: { meeting: id } }
  await call(ofMeeting(setAgendaStatus), {
    ...meeting,
    body: { status: 'published', content: { items: [spoken, ...others] } },
    revision,
  })
  const state = await call(ofMeeting(getPublication), meeting)
  await call(ofMeeting(setPublication), {
    ...meeting,
    body: { state: 'published' },
    revision: state.revision ?? 'new',
  })
  return { id, asker, other, presenter, chair }
}
