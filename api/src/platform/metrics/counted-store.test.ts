import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import type { DocumentStore } from '../store/document-store.ts'
import { countedStore } from './counted-store.ts'
import { createMetrics } from './metrics.ts'

let store: DocumentStore
let text: () => Promise<string>

beforeEach(() => {
  const metrics = createMetrics()
  store = countedStore(openSqliteStore({ path: ':memory:' }), metrics)
  text = metrics.text
})
afterEach(() => store.close())

async function counts(metric: 'reads' | 'writes'): Promise<Record<string, number>> {
  const pattern = new RegExp(`portal_database_${metric}_total\\{operation="(\\w+)"\\} (\\d+)`, 'g')
  const found = (await text()).matchAll(pattern)
  return Object.fromEntries([...found].map(([, operation, count]) => [operation, Number(count)]))
}

it('counts each document that is read, and one for a read that finds none', async () => {
  for (const id of ['a', 'b', 'c']) await store.create('agendas', id, { title: id })
  await store.get('agendas', 'a')
  await store.get('agendas', 'missing')
  await store.list('agendas')
  await store.list('agendas', { where: { title: 'missing' } })
  const stop = await store.watch('agendas', () => undefined)
  stop()
  expect(await counts('reads')).toEqual({ get: 2, list: 4, watch: 3 })
})

it('counts what was written, and nothing that was refused', async () => {
  await store.create('agendas', 'a', { title: 'A' })
  await store.update('agendas', 'a', { title: 'B' }, 1)
  await expect(store.update('agendas', 'a', { title: 'C' }, 1)).rejects.toThrow()
  await store.delete('agendas', 'a')
  expect(await counts('writes')).toEqual({ create: 1, update: 1, delete: 1 })
})

it('counts the writes of a transaction once it is committed', async () => {
  await store.transaction(async (transaction) => {
    await transaction.get('agendas', 'a')
    await transaction.create('agendas', 'a', { title: 'A' })
    expect(await counts('writes')).toEqual({ create: 0, update: 0, delete: 0 })
  })
  const failing = store.transaction(async (transaction) => {
    await transaction.create('agendas', 'b', { title: 'B' })
    throw new Error('not this time')
  })
  await expect(failing).rejects.toThrow('not this time')
  expect(await counts('writes')).toEqual({ create: 1, update: 0, delete: 0 })
  expect(await counts('reads')).toEqual({ get: 1, list: 0, watch: 0 })
})
