import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { rawCollection } from '../../platform/store/collection.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import type { ExportedCollection } from './exported-collections.ts'
import { withoutClosed } from './without-closed.ts'

const secret = 'Succession'
let store: DocumentStore
beforeEach(() => void (store = openSqliteStore({ path: ':memory:', now: () => new Date() })))
afterEach(() => store.close())

async function exported(collection: ExportedCollection) {
  const pages = withoutClosed(rawCollection(store, collection).pages(), store, collection)
  const sent: Record<string, unknown>[] = []
  for await (const page of pages) sent.push(...page)
  return sent
}

it('exports no version of a closed paper', async () => {
  await store.create('closed_documents', 'closed', { name: secret })
  await store.create('paper_versions', 'closed-1', { paper: 'closed', content: { name: secret } })
  await store.create('paper_versions', 'open-1', { paper: 'open', content: { name: 'Budget' } })
  expect(await exported('paper_versions')).toMatchObject([{ paper: 'open' }])
})

it('exports an open slot that has a closed paper as well without it', async () => {
  await store.create('closed_documents', 'closed', { name: secret })
  const slot = { documentId: 'closed', documentName: secret, title: secret, active: true }
  for (const collection of ['resource_mappings', 'meeting_papers'] as const) {
    await store.create(collection, 'slot', slot)
    const [sent] = await exported(collection)
    expect(sent).toMatchObject({ id: 'slot', active: true })
    expect(JSON.stringify(sent)).not.toMatch(/Succession|closed/)
  }
})

it('exports no name of a closed paper that was downloaded', async () => {
  await store.create('closed_documents', 'closed', { name: secret })
  const what = 'document downloaded'
  await store.create('audit_access', '1', { what, subject: 'closed', after: { name: secret } })
  await store.create('audit_access', '2', { what, subject: 'open', after: { name: 'Budget' } })
  const sent = await exported('audit_access')
  expect(JSON.stringify(sent)).not.toContain(secret)
  expect(sent).toMatchObject([{ what }, { subject: 'open', after: { name: 'Budget' } }])
})

it('exports what happened to closed items and papers, without their content', async () => {
  await store.create('closed_documents', 'closed', { name: secret })
  await store.create('closed_mappings', 'meeting-2026-q4-budget-update', {
    documentId: 'closed',
    earlierDocuments: ['deleted'],
  })
  await store.create('closed_items', 'key', {
    agenda: '2026-Q4',
    movedFrom: ['2026-Q1'],
    deletedPapers: ['gone'],
    item: { id: 'pay', title: secret },
  })
  await store.create('agendas', '2027-Q1', { items: [{ id: 'pay', closed: 'key' }] })
  const item = { id: 'pay', title: secret }
  const entries = {
    paper: { subject: 'closed', after: { name: secret } },
    deleted: { subject: 'deleted', before: { name: secret }, after: null },
    neverMapped: { subject: 'gone', before: { name: secret }, after: null },
    earlier: { subject: '2026-Q1', after: { items: [item] } },
    elsewhereNow: { subject: '2027-Q1', after: { items: [item] } },
    slot: { subject: 'meeting-2026-q4-budget-update', after: { title: secret } },
    elsewhere: { subject: 'governance-bylaws', after: { documentId: 'closed', name: secret } },
    agenda: { subject: '2026-Q4', after: { items: [item, { id: 'open', title: 'Welcome' }] } },
    moved: { subject: '2026-Q3', after: { '2026-Q4': { items: [item] } } },
    other: { subject: '2026-Q2', after: { items: [{ id: 'pay', title: 'Pay' }] } },
  }
  for (const [id, entry] of Object.entries(entries)) await store.create('audit', id, entry)
  const sent = await exported('audit')
  expect(sent).toHaveLength(10)
  expect(JSON.stringify(sent)).not.toContain(secret)
  expect(JSON.stringify(sent)).toContain('Welcome')
  expect(sent.find(({ id }) => id === 'other')).toMatchObject(entries.other)
})

it('exports questions and flags of open items, without answers to the asker alone', async () => {
  const items = [{ id: 'open' }, { id: 'pay', closed: 'key' }]
  await store.create('agendas', '2026-Q4', { key: 'winter', items })
  await store.create('closed_documents', 'closed', { name: secret })
  await store.create('resource_mappings', 'meeting-2026-q4-budget-update', {})
  await store.create('closed_mappings', 'meeting-2026-q4-990', {})
  const passage = { documentId: 'closed', paper: secret }
  const answers = [
    { text: 'At noon.', seenBy: 'question' },
    { text: secret, seenBy: 'asker' },
  ]
  const about = {
    open: { item: 'open', text: 'When?', passage, answers },
    paper: { slot: 'budget-update', answers: [] },
    closed: { item: 'pay', text: secret, answers: [] },
    gone: { item: 'gone', text: secret, answers: [] },
    closedPaper: { slot: '990', text: secret, answers: [] },
  }
  for (const [id, question] of Object.entries(about)) {
    await store.create('questions', id, { meeting: 'winter', ...question })
    await store.create('item_flags', id, { meeting: 'winter', item: 'gone', ...question })
  }
  const sent = await exported('questions')
  expect(new Set(sent.map(({ id }) => id))).toEqual(new Set(['open', 'paper']))
  expect(JSON.stringify(sent)).not.toContain(secret)
  expect(JSON.stringify(sent)).toContain('At noon.')
  expect((await exported('item_flags')).map(({ id }) => id)).toEqual(['open'])
})
