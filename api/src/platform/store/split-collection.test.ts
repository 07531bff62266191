import * as z from 'zod/mini'
import { expect, it } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { defineSplitCollection } from './split-collection.ts'

const papers = defineSplitCollection(
  'papers',
  { name: 'later_papers', has: (id) => id.startsWith('later-') },
  z.object({ name: z.string() }),
)

it('stores some documents apart, and is one collection to its users', async () => {
  const store = openSqliteStore({ path: ':memory:', now: () => new Date() })
  const hot = papers.hot(store)
  await hot.ready
  const changed: string[] = []
  const end = await papers.watch(store, (id) => changed.push(id))
  for (const id of ['a', 'later-b']) await papers.in(store).create(id, { name: id })
  expect((await store.list('papers')).documents.map(({ id }) => id)).toEqual(['a'])
  expect((await store.list('later_papers')).documents.map(({ id }) => id)).toEqual(['later-b'])
  expect((await papers.raw(store).list()).documents.map(({ id }) => id)).toEqual(['a', 'later-b'])
  const paged: string[] = []
  for await (const page of papers.in(store).pages()) paged.push(...page.map(({ id }) => id))
  expect(paged).toEqual(['a', 'later-b'])
  await papers.in(store).update('later-b', { name: 'B' }, 1)
  await expect.poll(() => hot.get('later-b')?.name).toBe('B')
  expect(hot.all().map(({ id }) => id)).toEqual(['a', 'later-b'])
  await papers.in(store).delete('later-b', 2)
  expect(await papers.in(store).find('later-b')).toBeUndefined()
  await expect.poll(() => changed).toEqual(['a', 'later-b', 'later-b', 'later-b'])
  end()
  await store.close()
})
