import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { defineCollection, rawCollection } from './collection.ts'
import type { DocumentStore } from './document-store.ts'

const peopleCollection = defineCollection(
  'people',
  z.object({ name: z.string(), tags: z._default(z.array(z.string()), []) }),
)

let store: DocumentStore
beforeEach(() => {
  store = openSqliteStore({ path: ':memory:' })
})
afterEach(() => store.close())

describe('a collection', () => {
  it('parses documents with their schema, and adds id and revision', async () => {
    await store.create('people', 'x', { name: 'Ada', stray: true })
    expect(await peopleCollection.in(store).get('x')).toEqual({
      id: 'x',
      revision: 1,
      updatedAt: expect.any(String),
      name: 'Ada',
      tags: [],
    })
  })

  it('stores only what is in its schema, and returns what it stored', async () => {
    const people = peopleCollection.in(store)
    const metadata = { id: 'y', revision: 7, updatedAt: 'never' }
    const created = await people.create('x', { name: 'Ada', tags: ['a'], ...metadata })
    expect(created).toEqual(await people.get('x'))
    const body = (await store.get('people', 'x'))!
    expect(body).toMatchObject({ id: 'x', revision: 1, name: 'Ada', tags: ['a'] })
  })

  it('creates a document with `put`, or replaces the one that was read', async () => {
    const people = peopleCollection.in(store)
    const created = await people.put('x', { name: 'Ada', tags: [] }, undefined)
    await people.put('x', { name: 'Grace', tags: [] }, created)
    expect(await people.get('x')).toMatchObject({ name: 'Grace', revision: 2 })
    const late = people.put('x', { name: 'Late', tags: [] }, created)
    await expect(late).rejects.toMatchObject({ code: 'stale' })
    const second = people.put('x', { name: 'Second', tags: [] }, undefined)
    await expect(second).rejects.toMatchObject({ code: 'conflict' })
  })

  it('works inside a transaction', async () => {
    await store.transaction(async (transaction) => {
      const people = peopleCollection.in(transaction)
      await people.put('x', { name: 'Ada', tags: [] }, await people.get('x'))
    })
    expect(await peopleCollection.in(store).get('x')).toMatchObject({ name: 'Ada' })
  })

  it('throws for a document that doesn’t match, and `find` counts it as missing', async () => {
    const people = peopleCollection.in(store)
    await store.create('people', 'x', { name: 7 })
    await store.create('people', 'y', { name: 'Ada' })
    await expect(people.get('x')).rejects.toThrow(z.core.$ZodError)
    await expect(people.list()).rejects.toThrow(z.core.$ZodError)
    expect(await people.find('x')).toBeUndefined()
    expect(await people.find('y')).toMatchObject({ name: 'Ada' })
    const { documents } = await people.findAll()
    expect(documents.map(({ id }) => id)).toEqual(['y'])
  })

  it('reads and writes documents as they are stored with `raw`', async () => {
    const people = peopleCollection.raw(store)
    await people.create('x', { name: 7, stray: true }, 5)
    expect(await people.get('x')).toMatchObject({ name: 7, stray: true, revision: 5 })
    await people.put('x', { name: 8 }, await people.get('x'))
    expect((await people.list()).documents).toMatchObject([{ name: 8, revision: 6 }])
    await people.delete('x')
    expect(await rawCollection(store, 'people').get('x')).toBeUndefined()
  })

  it('lists every document page by page', async () => {
    const people = peopleCollection.in(store)
    for (const id of ['a', 'b', 'c']) await people.create(id, { name: id, tags: [] })
    const pages: string[][] = []
    for await (const page of people.pages({ limit: 2 })) pages.push(page.map(({ id }) => id))
    expect(pages).toEqual([['a', 'b'], ['c']])
  })

  it('serves a hot collection from memory, including every change at once', async () => {
    const broken: string[] = []
    const people = peopleCollection.hot(store, (id) => broken.push(id))
    await people.ready
    const before = people.version()
    await store.create('people', 'x', { name: 'Ada' })
    expect(people.get('x')).toMatchObject({ name: 'Ada', revision: 1 })
    expect(people.version()).toBeGreaterThan(before)
    await store.create('people', 'y', { name: 7 })
    expect(broken).toEqual(['y'])
    expect(people.all()).toHaveLength(1)
    await store.delete('people', 'x')
    expect(people.all()).toEqual([])
  })

  it('reports every document and each change to a watcher, and undefined for a broken one', async () => {
    await store.create('people', 'x', { name: 'Ada' })
    const seen: [string, string | undefined][] = []
    const stop = await peopleCollection.watch(store, (id, person) => seen.push([id, person?.name]))
    await store.create('people', 'y', { name: 7 })
    await store.delete('people', 'x')
    stop()
    expect(seen).toEqual([
      ['x', 'Ada'],
      ['y', undefined],
      ['x', undefined],
    ])
  })
})
