import { setAgendaStatus } from '@portal/contract/agendas'
import { addTerms, saveBody } from '@portal/contract/bodies'
import { listDocuments } from '@portal/contract/documents'
import { saveMapping } from '@portal/contract/mappings'
import { createMeeting } from '@portal/contract/new-meetings'
import { getPublication, setPublication } from '@portal/contract/quarters'
import { ofMeeting } from '@portal/contract/twins'
import { type Day, dayAfter, todayIn } from '@portal/domain/days'
import type { Call } from '@portal/remote-kit/client'

/** The foundation's time zone in the sample. */
const timeZone = 'America/Los_Angeles'

/** A day from today, as the sample foundation's clocks show it. */
export function dayFromNow(days: number): Day {
  return dayAfter(todayIn(timeZone), days)
}

/** The titles of what `createCommitteeMeeting` makes. */
export const committeeTitles = {
  meeting: 'Audit review',
  paper: 'Audit letter',
  item: 'What the auditors found',
} as const

/**
 * A published meeting of the Finance Committee, of which `staff` is a member and `member` isn't, with an agenda and two
 * papers. Returns its id.
 */
export async function createCommitteeMeeting(call: Call, date: Day): Promise<string> {
  const term = { person: 'wei-chen', body: 'finance', office: 'member' as const, voting: true }
  await call(addTerms, { body: { terms: [{ ...term, from: dayFromNow(-30) }] } })
  await call(saveBody, { params: { id: 'finance' }, body: { color: 'teal' }, revision: 1 })
  const { id, revision } = await call(createMeeting, {
    body: {
      key: crypto.randomUUID(),
      body: 'finance',
      kind: 'committee',
      date,
      title: committeeTitles.meeting,
      time: '14:00',
      endTime: '15:30',
      location: 'Larkspur House, library',
    },
  })
  const documents = (await call(listDocuments)).filter(
    ({ mime_type: type }) => type === 'application/pdf',
  )
  const titles = [committeeTitles.paper, 'Reserve policy, second reading']
  for (const [index, title] of titles.entries()) {
    const params = { id: `meeting-${id}--k${index + 1}` }
    const body = { documentId: documents[index]!.id, title, order: index + 1 }
    await call(saveMapping, { params, body, revision: 'new' })
  }
  const params = { meeting: id }
  const items = [
    { title: 'Welcome', duration: 10 },
    { title: committeeTitles.item, duration: 50, papers: [{ materialType: 'k1' }] },
    { title: 'The reserve', duration: 30, papers: [{ materialType: 'k2', pages: '1' }] },
  ]
  await call(ofMeeting(setAgendaStatus), {
    params,
    body: { status: 'published', content: { items } },
    revision,
  })
  const state = await call(ofMeeting(getPublication), { params })
  await call(ofMeeting(setPublication), {
    params,
    body: { state: 'published' },
    revision: state.revision ?? 'new',
  })
  return id
}
