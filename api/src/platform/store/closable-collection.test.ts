import * as z from 'zod/mini'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { defineClosableCollection } from './closable-collection.ts'
import { defineCollection } from './collection.ts'
import type { DocumentStore } from './document-store.ts'

const paper = z.object({ name: z.string() })
const papers = defineClosableCollection(defineCollection('papers', paper), 'closed_papers', paper)

let store: DocumentStore
beforeEach(() => void (store = openSqliteStore({ path: ':memory:', now: () => new Date() })))
afterEach(() => store.close())

const move = (id: string, to: 'open' | 'closed') =>
  store.transaction(async (transaction) => (await papers.moving(transaction, id, to))?.())

it('stores a closed document where earlier releases don’t read it, and keeps its revision', async () => {
  await papers.in(store).create('a', { name: 'Budget' })
  await papers.in(store).update('a', { name: 'Budget 2027' }, 1)
  await move('a', 'closed')
  expect((await store.list('papers')).documents).toEqual([])
  expect(await papers.in(store).get('a')).toMatchObject({ name: 'Budget 2027', revision: 2 })
  await move('a', 'closed')
  await move('a', 'open')
  expect(await store.get('papers', 'a')).toMatchObject({ name: 'Budget 2027', revision: 2 })
  expect(await papers.closedIds(store)).toEqual(new Set())
})

it('updates and deletes a closed document where it is', async () => {
  await papers.in(store).create('a', { name: 'Budget' })
  await move('a', 'closed')
  await store.transaction(async (transaction) => {
    const current = await papers.raw(transaction).get('a')
    await papers.raw(transaction).put('a', { name: 'Plan' }, current)
  })
  expect(await store.get('papers', 'a')).toBeUndefined()
  expect((await papers.in(store).list()).documents).toMatchObject([{ id: 'a', name: 'Plan' }])
  await papers.raw(store).delete('a')
  expect(await papers.raw(store).get('a')).toBeUndefined()
})

it('is the closed document if an earlier release has written it again', async () => {
  const hot = papers.hotClosable(store)
  await hot.ready
  await papers.in(store).create('a', { name: 'Budget' })
  await move('a', 'closed')
  await store.create('papers', 'a', { name: 'Budget of the drive' })
  await expect.poll(() => hot.all().map(({ name }) => name)).toEqual(['Budget'])
  expect(hot.isClosed('a')).toBe(true)
  expect((await papers.in(store).findAll()).documents).toHaveLength(1)
  await move('a', 'closed')
  expect(await store.get('papers', 'a')).toBeUndefined()
  expect(await papers.in(store).get('a')).toMatchObject({ name: 'Budget of the drive' })
})
