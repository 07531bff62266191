import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { rawCollection } from '../../platform/store/collection.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { withoutClosed } from './without-closed.ts'

const secret = 'Succession'
let store: DocumentStore
beforeEach(() => void (store = openSqliteStore({ path: ':memory:', now: () => new Date() })))
afterEach(() => store.close())

async function exported(collection: 'paper_versions' | 'audit') {
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

it('exports what happened to closed items and papers, without their content', async () => {
  await store.create('closed_documents', 'closed', { name: secret })
  await store.create('closed_mappings', 'meeting-2026-q4-budget-update', { documentId: 'closed' })
  await store.create('closed_items', 'key', {
    agenda: '2026-Q4',
    item: { id: 'pay', title: secret },
  })
  const item = { id: 'pay', title: secret }
  const entries = {
    paper: { subject: 'closed', after: { name: secret } },
    slot: { subject: 'meeting-2026-q4-budget-update', after: { title: secret } },
    elsewhere: { subject: 'governance-bylaws', after: { documentId: 'closed', name: secret } },
    agenda: { subject: '2026-Q4', after: { items: [item, { id: 'open', title: 'Welcome' }] } },
    moved: { subject: '2026-Q3', after: { '2026-Q4': { items: [item] } } },
    other: { subject: '2026-Q2', after: { items: [{ id: 'pay', title: 'Pay' }] } },
  }
  for (const [id, entry] of Object.entries(entries)) await store.create('audit', id, entry)
  const sent = await exported('audit')
  expect(sent).toHaveLength(6)
  expect(JSON.stringify(sent)).not.toContain(secret)
  expect(JSON.stringify(sent)).toContain('Welcome')
  expect(sent.find(({ id }) => id === 'other')).toMatchObject(entries.other)
})
