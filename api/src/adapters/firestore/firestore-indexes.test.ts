import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Person } from '@portal/contract/portal'
import { FieldPath } from '@google-cloud/firestore'
import { expect, it } from 'vitest'
import { createAuditService } from '../../platform/audit/audit-service.ts'
import { databaseCheck } from '../../features/doctor/database-check.ts'
import { runChecks } from '../../features/doctor/finding.ts'
import type { ListQuery, StoreOperations } from '../../platform/store/document-store.ts'
import { openSqliteStore } from '../sqlite/sqlite-document-store.ts'
import { lacksIndex } from './firestore-errors.ts'
import { firestoreQuery } from './firestore-list.ts'
import { openFirestoreClient } from './firestore-open.ts'

const root = join(import.meta.dirname, '../../../..')
const source = join(root, 'api/src')

type Index = { collectionGroup: string; fields: { fieldPath: string; order: string }[] }
const { indexes } = JSON.parse(readFileSync(join(root, 'firestore.indexes.json'), 'utf8')) as {
  indexes: Index[]
}

/** Firestore merges indexes with the same order, so each filtered field needs only one. */
function needed(collectionGroup: string, { where = {}, orderBy = 'id', descending }: ListQuery) {
  return Object.keys(where).map((field) => ({
    collectionGroup,
    queryScope: 'COLLECTION',
    fields: [
      { fieldPath: `fields.${field}`, order: 'ASCENDING' },
      { fieldPath: `fields.${orderBy}`, order: descending ? 'DESCENDING' : 'ASCENDING' },
    ],
  }))
}

it('has an index for each filter of the audit, and no other', async () => {
  const queries: [string, ListQuery][] = []
  const store = {
    async list(collection: string, query: ListQuery = {}) {
      queries.push([collection, query])
      return { documents: [] }
    },
  } as unknown as StoreOperations
  const admin = { email: 'a@larkspur.example', role: 'admin', isAdmin: true } as unknown as Person
  const names = { current: async () => () => undefined }
  const audit = createAuditService({
    store,
    names,
    documents: { get: () => undefined },
    maskOf: () => (entry) => entry,
    meetingName: () => undefined,
    timeZone: 'UTC',
  })
  // A part of an address is searched for, not queried.
  const filters = {
    who: 'w@larkspur.example',
    what: 'x',
    subject: 'y',
    from: '2026-01-01',
    to: '2026-02-01',
  }
  for (const show of ['changes', 'access'] as const) {
    await audit.list(admin, { ...filters, show, limit: 10 })
    await audit.list(admin, { ...filters, show, order: 'oldest', q: 'words', limit: 10 })
  }
  expect(queries).toHaveLength(4)
  expect(queries.flatMap((query) => needed(...query))).toEqual(indexes)
})

it('checks each of its indexes in the doctor', async () => {
  const queries: [string, ListQuery][] = []
  const store = openSqliteStore({ path: ':memory:' })
  const check = databaseCheck({
    store: { kind: 'firestore', projectId: 'p', database: undefined, emulatorHost: undefined },
    open: async () => ({
      ...store,
      async list(collection, query = {}) {
        queries.push([collection, query])
        return store.list(collection, query)
      },
    }),
    lacksIndex,
    now: () => new Date(),
  })
  expect(await runChecks([check])).toMatchObject([{ verdict: 'ok' }])
  const has = queries.flatMap((query) => needed(...query))
  expect(has).toHaveLength(indexes.length)
  expect(has).toEqual(expect.arrayContaining(indexes))
  await store.close()
})

it('sorts a filter by name unless another order is requested, so that it needs no index', () => {
  const db = openFirestoreClient({ projectId: 'demo', emulatorHost: '127.0.0.1:1' })
  const filtered = db.collection('reading').where('fields.uid', '==', 'maria')
  for (const [descending, direction] of [
    [false, 'asc'],
    [true, 'desc'],
  ] as const) {
    const query = firestoreQuery(db, 'reading', { where: { uid: 'maria' }, descending })
    expect(query.isEqual(filtered.orderBy(FieldPath.documentId(), direction))).toBe(true)
  }
  // A requested order, such as the audit's, sorts by a field.
  const sorted = firestoreQuery(db, 'reading', { where: { uid: 'maria' }, orderBy: 'at' })
  expect(sorted.isEqual(filtered.orderBy(FieldPath.documentId()))).toBe(false)
})

it('lists every place that sorts, since it may need an index', () => {
  const places = globSync('*/**/*.ts', {
    cwd: source,
    exclude: ['adapters/**', 'platform/store/**', 'testing/**', '**/*.test.ts'],
  })
  const ordering = places.filter((file) =>
    /orderBy:/.test(readFileSync(join(source, file), 'utf8')),
  )
  expect(ordering.toSorted()).toEqual([
    // By id, unfiltered: the own books of a person.
    'features/board-book/stored-books.ts',
    // Queries each filter of the audit to check its index.
    'features/doctor/database-check.ts',
    // By id, unfiltered: the versions of a paper.
    'features/documents/versions/stored-version.ts',
    // The newest withdrawal, unfiltered.
    'features/documents/versions/stored-withdrawal.ts',
    // By id, unfiltered: the versions with a picture.
    'features/documents/versions/version-pictures.ts',
    // Unfiltered: the ended mails by their time.
    'features/mail/mail-retention.ts',
    // Unfiltered: each order has a field of its own, also that of one state.
    'features/mail/mail-sending.ts',
    'features/mail/outbox-service.ts',
    // By id, unfiltered: the declined notes, the counts and the notes of a person.
    'features/notes/earlier-notes.ts',
    'features/notes/note-usage.ts',
    'features/notes/stored-note.ts',
    // By id, unfiltered: the files of an export.
    'features/portal-exports/portal-exports-service.ts',
    'features/portal-exports/stored-export.ts',
    // By id, unfiltered: the books that a person has taken.
    'features/reading/reading-service.ts',
    // Unfiltered, so the order's own field is enough.
    'features/releases/health/health-records.ts',
    'features/releases/health/notices-service.ts',
    'features/releases/pipelines/token-exchange-service.ts',
    // Unfiltered, so the order's own field is enough.
    'platform/audit/access-retention.ts',
    'platform/audit/audit-anchors.ts',
    'platform/audit/audit-chain.ts',
    'platform/audit/audit-service.ts',
    'platform/audit/check-tail.ts',
    // The newest entry of a subject, which uses the audit's index.
    'platform/audit/record-change.ts',
    // The newest of a subject, likewise.
    'platform/audit/recorded-changes.ts',
    // By id, unfiltered.
    'platform/audit/stored-anchor.ts',
    // By id, unfiltered: the sign-ins of a person.
    'platform/identity/sign-ins.ts',
  ])
})
