import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import type { DocumentStore } from '../store/document-store.ts'
import { withAppendOnlyAudit } from './append-only.ts'
import { withAuditChain } from './audit-chain.ts'

let store: DocumentStore
beforeAll(() => {
  store = withAppendOnlyAudit(openSqliteStore({ path: ':memory:' }))
})
afterAll(() => store.close())

const refused = 'The audit is append-only.'

it('lets no feature change or delete an entry, inside or outside a transaction', async () => {
  await store.create('audit', 'x', { n: 1 })
  await expect(store.update('audit', 'x', { n: 2 }, 1)).rejects.toThrow(refused)
  await expect(store.delete('audit', 'x')).rejects.toThrow(refused)
  const changing = store.transaction((transaction) => transaction.update('audit', 'x', { n: 2 }, 1))
  await expect(changing).rejects.toThrow(refused)
  const deleting = store.transaction((transaction) => transaction.delete('audit', 'x', 1))
  await expect(deleting).rejects.toThrow(refused)
  expect(await store.get('audit', 'x')).toMatchObject({ n: 1, revision: 1 })
})

it('lets entries of the access log be deleted, which their retention does, but not changed', async () => {
  await store.create('audit_access', 'x', { n: 1 })
  await expect(store.update('audit_access', 'x', { n: 2 }, 1)).rejects.toThrow(refused)
  await store.delete('audit_access', 'x')
  expect(await store.get('audit_access', 'x')).toBeUndefined()
})

it('doesn’t restrict other collections', async () => {
  await store.create('agendas', 'x', { n: 1 })
  await store.transaction((transaction) => transaction.update('agendas', 'x', { n: 2 }, 1))
  await store.delete('agendas', 'x', 2)
  expect(await store.get('agendas', 'x')).toBeUndefined()
})

it('writes nothing once the caller has gone, with the chain of the audit too', async () => {
  const create = withAuditChain(store).transaction(
    (transaction) => transaction.create('agendas', 'y', { n: 1 }),
    AbortSignal.abort(new Error('gone')),
  )
  await expect(create).rejects.toThrow('gone')
  expect(await store.get('agendas', 'y')).toBeUndefined()
})

it('names the audit’s collections once in the source, and writes each by one call', async () => {
  const folders = ['src', 'commands', 'sample'].map((name) =>
    join(import.meta.dirname, '../../..', name),
  )
  const files = (
    await Promise.all(
      folders.map(async (folder) =>
        (await readdir(folder, { recursive: true })).map((file) => join(folder, file)),
      ),
    )
  )
    .flat()
    .filter((file) => /(?<!\.test|-suite)\.ts$/.test(file))
  expect(files.length).toBeGreaterThan(150)
  const named: string[] = []
  const written: string[] = []
  for (const file of files) {
    const text = await readFile(file, 'utf8')
    const place = file.replace(/^.*\/api\//, '')
    if (/= 'audit'|\(\s*'audit'|'audit_\w+'/.test(text)) named.push(place)
    for (const [, how] of text.matchAll(
      /rawCollection\(\w+, (?:audit|access|anchors)Collection\)\s*\.(create|update|delete)\b/g,
    )) {
      written.push(`${how} in ${place}`)
    }
  }
  expect(named).toEqual(['src/platform/audit/audit-collections.ts'])
  expect(written).toEqual([
    'delete in src/platform/audit/access-retention.ts',
    'create in src/platform/audit/audit-anchors.ts',
  ])
})
