import { createDirectoryEntry, getDirectoryEntry, listDirectory } from '@portal/contract/directory'
import { getAgenda, saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { getDocumentContent, listDocuments, switchDriveFolder } from '@portal/contract/documents'
import { pathOf } from '@portal/domain/path-of'
import { listMappings, saveMapping } from '@portal/contract/mappings'
import { addTerms, listTerms, saveBody } from '@portal/contract/bodies'
import { createMeeting } from '@portal/contract/new-meetings'
import { listMeetings } from '@portal/contract/all-meetings'
import { saveNotesPolicy } from '@portal/contract/notes-policy'
import { listVersions, withdrawVersion } from '@portal/contract/paper-versions'
import { setPublication } from '@portal/contract/quarters'
import { saveSlotSettings } from '@portal/contract/slot-settings'
import type { Ports } from '../../ports.ts'
import { createAuditAnchors } from '../../platform/audit/audit-anchors.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { waiverId } from '../notices/notices-feature.ts'
import { pixel, storedTexts } from './exports-fixture.ts'

const meetingKey = '5e0c1c1e-4f0c-4c57-9d0c-0d7a3f3f9a11'

/** A portal with content in every exported collection except the agenda templates. */
export async function foundationApi(ports: Partial<Ports> = {}): Promise<TestApi> {
  const api = await testApi({ ports })
  await storedTexts(api, 'budget', 'the first budget', 'the second budget', 'the third budget')
  await storedTexts(api, 'bylaws', 'the bylaws')
  const admin = api.call('admin')
  const slot = { params: { id: 'meeting-2026-q4-budget-vs-actual' } }
  // A slot remembers the document that it held before.
  await admin(saveMapping, { ...slot, body: { documentId: 'bylaws' }, revision: 'new' })
  const body = { documentId: 'budget', title: 'Budget' }
  await admin(saveMapping, { ...slot, body, revision: 1 })
  const ofQuarter = { params: { year: 2026, quarter: 4 } }
  await admin(saveAgenda, {
    ...ofQuarter,
    body: { title: 'Fall Meeting', items: [{ title: 'The budget' }] },
    revision: 'new',
  })
  await admin(setAgendaStatus, {
    ...ofQuarter,
    body: { status: 'published', showInstead: true },
    revision: 1,
  })
  await admin(setPublication, {
    params: { year: 2027, quarter: 1 },
    body: { state: 'preparation' },
    revision: 'new',
  })
  await admin(saveSlotSettings, {
    body: { setAside: ['meeting-cash-flow-summary'] },
    revision: 'new',
  })
  await admin(switchDriveFolder, { body: { folder: 'Board', closed: true }, revision: 'new' })
  await admin(createDirectoryEntry, {
    form: {
      id: 'maria',
      name: 'Maria Lopez',
      role: 'Chair',
      type: 'board',
      photo: new File([pixel], 'maria.png', { type: 'image/png' }),
    },
  })
  await admin(saveBody, {
    params: { id: 'finance' },
    body: { name: 'Finance Committee', purpose: 'Reads every footnote' },
    revision: 'new',
  })
  const held = { office: 'chair', voting: true, from: '2026-01-01', to: '2028-12-31' } as const
  await admin(addTerms, { body: { terms: [{ person: 'maria', body: 'finance', ...held }] } })
  const at = '2026-11-01T09:00:00.000Z'
  await api.ports.store.create('replies', 'reply', {
    person: 'maria',
    name: 'Maria Lopez',
    meeting: '2026-Q4',
    answer: 'video',
    note: 'From the train',
    given: { date: '2026-12-10', time: '10:00', endTime: '12:00' },
    source: 'portal',
    at,
  })
  const by = { uid: 'ruth', name: 'Ruth Abelman' }
  const request = { meeting: '2026-Q4', at, by, asked: ['maria'], byHand: [] }
  await api.ports.store.create('reply_requests', 'request', request)
  const stored = await api.ports.store.get('agendas', '2026-Q4')
  const { key = '2026-Q4', items } = stored as unknown as { key?: string; items: { id: string }[] }
  const asked = { meeting: key, item: items[0]!.id }
  await api.ports.store.create('questions', 'question', {
    ...asked,
    uid: 'maria',
    name: 'Maria Lopez',
    text: 'What does it cost?',
    audience: 'audience',
    state: 'open',
    askedAt: at,
    answers: [],
  })
  const flag = { ...asked, uid: 'maria', name: 'Maria Lopez', at }
  await api.ports.store.create('item_flags', 'flag', flag)
  const told = { person: 'maria', name: 'Maria Lopez', address: 'maria@example.org', mail: 'm1' }
  await api.ports.store.create('formal_notices', 'notice', {
    meeting: '2026-Q4',
    at,
    by: by.name,
    subject: 'Notice of the meeting',
    content: { heading: 'Notice of the meeting', blocks: [] },
    recipients: [told],
    byHand: [],
  })
  const waiver = { meeting: '2026-Q4', person: 'maria', name: 'Maria Lopez', at }
  await api.ports.store.create('notice_waivers', waiverId('2026-Q4', 'maria'), waiver)
  const called = { body: 'finance', kind: 'committee', title: 'Finance Committee' } as const
  await admin(createMeeting, { body: { key: meetingKey, ...called, date: '2026-11-12' } })
  await admin(saveMapping, {
    params: { id: 'meeting-2026-11-12-finance--k1' },
    body: { documentId: 'budget', title: 'Forecast' },
    revision: 'new',
  })
  await admin(saveNotesPolicy, {
    body: { days: 30, holds: [{ reason: 'Inquiry' }] },
    revision: 'new',
  })
  await admin(withdrawVersion, {
    params: { id: 'budget', number: 1 },
    body: { reason: 'Sent by mistake' },
  })
  await createAuditAnchors({ store: api.store, now: api.ports.now, log: api.ports.log }).ensure()
  return api
}

/** What members and admins see of a portal. */
export async function seenIn(of: TestApi) {
  const [admin, member] = [of.call('admin'), of.call('member')]
  const params = { id: 'budget' }
  const { versions } = await admin(listVersions, { params, query: {} })
  const token = await of.tokenOf('member')
  const contents: string[] = []
  for (const version of [undefined, '2', '1']) {
    const path = pathOf(getDocumentContent.path, params, { version })
    const response = await of.request(path, { headers: { authorization: `Bearer ${token}` } })
    contents.push(response.ok ? await response.text() : String(response.status))
  }
  const entry = await member(getDirectoryEntry, { params: { id: 'maria' } })
  const headers = { authorization: `Bearer ${token}` }
  const photo = await of.request(entry.photoUrl!, { headers })
  return {
    mappings: await member(listMappings),
    agenda: await member(getAgenda, { params: { year: 2026, quarter: 4 } }),
    directory: await member(listDirectory),
    bodies: await admin(listTerms),
    meetings: await admin(listMeetings, { query: {} }),
    papersOfMeeting: await admin(listMappings, { query: { meeting: '2026-11-12-finance' } }),
    documents: await member(listDocuments),
    versions,
    contents,
    photo: Buffer.from(await photo.arrayBuffer()).toString('base64'),
  }
}
