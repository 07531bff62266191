import { randomUUID } from 'node:crypto'
import { setAgendaStatus } from '@portal/contract/agendas'
import { saveBody } from '@portal/contract/bodies'
import { saveMapping } from '@portal/contract/mappings'
import { createMeeting } from '@portal/contract/new-meetings'
import { ofMeeting } from '@portal/contract/twins'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'
import { upload } from '../uploads/upload-fixture.ts'

/** What members of a release from before committees and closed items get their pages from. */
const readByEarlier = ['agendas', 'resource_mappings', 'documents', 'quarters', 'board_books']

let api: TestApi
beforeAll(async () => {
  api = await testApi({ now: () => new Date('2026-11-12T20:00:00Z') })
  const entry = { name: 'Ruth', role: 'Liaison', type: 'staff', account: uidOf(testPeople.admin) }
  await api.ports.store.create('directory', 'ruth', entry)
})
afterAll(() => api.close())

const call = () => api.call('admin')
const textOf = async (collection: string) =>
  JSON.stringify((await api.ports.store.list(collection)).documents)

it('keeps a committee’s meeting out of what an earlier release reads, but for the record of a paper from the drive', async () => {
  const body = { name: 'Finance Committee' }
  await call()(saveBody, { params: { id: 'finance' }, body, revision: 'new' })
  const { id, revision } = await call()(createMeeting, {
    body: {
      key: randomUUID(),
      body: 'finance',
      kind: 'committee',
      date: '2026-11-20',
      title: 'Reserve review',
    },
  })
  await api.putPaper('letter')
  await call()(saveMapping, {
    params: { id: `meeting-${id}--k1` },
    body: { documentId: 'letter', title: 'Reserve letter' },
    revision: 'new',
  })
  const items = [{ title: 'The reserve', papers: [{ materialType: 'k1' }] }]
  await call()(ofMeeting(setAgendaStatus), {
    params: { meeting: id },
    body: { status: 'published', content: { items } },
    revision,
  })
  for (const collection of readByEarlier.filter((name) => name !== 'quarters')) {
    expect([collection, await textOf(collection)]).toEqual([
      collection,
      expect.not.stringMatching(/reserve/i),
    ])
  }
  expect(await textOf('resource_mappings')).not.toContain('letter')
  // It is a paper that nothing holds there, so its folder has to be closed before a return to such a release.
  expect(await textOf('documents')).toContain('letter')
})

it('keeps a closed item of a quarter and its uploaded paper out of it altogether', async () => {
  const audience = { who: 'named' as const, named: ['ruth'] }
  const papers = [{ materialType: 'budget-update' }]
  const item = { id: 'pay', title: 'The succession', duration: 30, audience, papers }
  await call()(setAgendaStatus, {
    params: { year: 2026, quarter: 4 },
    body: { status: 'published', content: { date: '2026-11-20', items: [item] } },
    revision: 'new',
  })
  const bytes = new TextEncoder().encode('Words')
  const slot = 'meeting-2026-q4-budget-update'
  const { document } = await upload(call(), { name: 'succession.txt', bytes, slot })
  await call()(saveMapping, {
    params: { id: slot },
    body: { documentId: document.id, title: 'Succession' },
    revision: 'new',
  })
  for (const collection of readByEarlier) {
    const text = await textOf(collection)
    expect([collection, /succession/i.test(text), text.includes(document.id)]).toEqual([
      collection,
      false,
      false,
    ])
  }
})
