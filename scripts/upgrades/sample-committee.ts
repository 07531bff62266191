import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { getAgenda, saveAgenda, setAgendaStatus } from '../../api/contract/src/agendas.ts'
import { getMeeting } from '../../api/contract/src/all-meetings.ts'
import { addTerms, listTerms, saveBody } from '../../api/contract/src/bodies.ts'
import { listDocuments } from '../../api/contract/src/documents.ts'
import { saveMapping } from '../../api/contract/src/mappings.ts'
import { createMeeting } from '../../api/contract/src/new-meetings.ts'
import { setPublication } from '../../api/contract/src/quarters.ts'
import { ofMeeting } from '../../api/contract/src/twins.ts'
import { openSqliteStore } from '../../api/src/adapters/sqlite/sqlite-document-store.ts'
import { testPeople, uidOf } from '../../api/src/testing/test-api.ts'
import type { Call } from '../../shell/remote-kit/src/client.ts'

/** A word of everything that members of the release before must not see. */
export const secret = 'Zanzibar'

const quarter = { params: { year: 2026, quarter: 4 } }
const day = '2026-11-19'
const meeting = { params: { meeting: `${day}-grants` } }

/** Gives the admin an entry of the directory, by which audiences name them. No API may run on the folder. */
export async function linkAdmin(dataFolder: string): Promise<void> {
  const now = () => new Date('2026-11-02T09:00:00Z')
  const store = openSqliteStore({ path: path.join(dataFolder, 'portal.sqlite'), now })
  const entry = { name: 'Ruth Abelman', role: 'Board Liaison', type: 'staff' }
  await store.create('directory', 'ruth', { ...entry, account: uidOf(testPeople.admin) })
  await store.close()
}

/**
 * What the contract adds in 1.23: a committee with a color and a term, its meeting with a paper, and an item of the board's
 * meeting that is for the admin alone.
 */
export async function prepareCommittee(admin: Call): Promise<void> {
  const body = { name: 'Grants Committee', purpose: secret, color: 'teal' } as const
  await admin(saveBody, { params: { id: 'grants' }, body, revision: 'new' })
  const held = { office: 'chair', voting: true, from: '2026-01-01' } as const
  await admin(addTerms, { body: { terms: [{ person: 'ruth', body: 'grants', ...held }] } })
  const { revision } = await admin(createMeeting, {
    body: { key: randomUUID(), body: 'grants', kind: 'committee', date: day, title: secret },
  })
  const content = { items: [{ title: secret, duration: 30 }] }
  await admin(ofMeeting(setAgendaStatus), {
    ...meeting,
    body: { status: 'published', content },
    revision,
  })
  const [paper] = (await admin(listDocuments, {})).filter(({ name }) => name.startsWith('Minutes'))
  const slot = { id: `meeting-${meeting.params.meeting}--p1` }
  const mapped = { documentId: paper!.id, title: secret }
  await admin(saveMapping, { params: slot, body: mapped, revision: 'new' })
  await admin(ofMeeting(setPublication), { ...meeting, body: { state: 'published' }, revision: 1 })

  const { items, revision: latest } = await admin(getAgenda, quarter)
  const closed = { id: 'closed', title: secret, description: secret, duration: 20 }
  const audience = { who: 'named' as const, named: ['ruth'] }
  await admin(saveAgenda, {
    ...quarter,
    body: { items: [...items, { ...closed, audience }] },
    revision: latest,
  })
}

/** What this release shows of it: to the admin, and to a member without a term. */
export async function walkCommittee(admin: Call, member: Call) {
  const { items } = await admin(getAgenda, quarter)
  const seen = await member(getAgenda, quarter)
  const { bodies, terms } = await admin(listTerms, {})
  const { title, body } = await admin(getMeeting, meeting)
  const agenda = await admin(ofMeeting(getAgenda), meeting)
  return JSON.parse(
    JSON.stringify({
      bodies: bodies.map(({ id, name, color, openTo }) => ({ id, name, color, openTo })),
      terms: terms.map(({ person, office }) => `${person} ${office}`),
      meeting: { title, body, items: agenda.items.map((item) => item.title) },
      closed: items.at(-1),
      shownToMembers: seen.items.at(-1),
    }),
  ) as Record<string, unknown>
}
