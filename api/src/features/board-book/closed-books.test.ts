import { getAgenda, saveAgenda } from '@portal/contract/agendas'
import { takeBoardBook } from '@portal/contract/board-books'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testApi, type TestApi, testPeople, uidOf } from '../../testing/test-api.ts'
import { bookCalls, keepQuarter, quarter } from './book-fixture.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
  await keepQuarter(api)
  for (const [id, who] of [
    ['ruth', 'admin'],
    ['maria', 'member'],
  ] as const) {
    const entry = { name: id, role: 'Trustee', type: 'board', account: uidOf(testPeople[who]) }
    await api.ports.store.create('directory', id, entry)
  }
})
afterEach(() => api.close())

/** Closes the item with the budget to all but the chair and the secretary. */
async function close(named: string[]) {
  const admin = api.call('admin')
  const { items, revision } = await admin(getAgenda, { params: quarter })
  const closed = items.map((item) =>
    item.id === 'finance' ? { ...item, audience: { who: 'named' as const, named } } : item,
  )
  await admin(saveAgenda, { params: quarter, body: { items: closed }, revision })
}

async function made(as: 'member' | 'staff') {
  await bookCalls(api, as).ask()
  await api.features.boardBooks.idle()
  const { book } = await bookCalls(api, as).get()
  return book!
}

it('makes one book with a closed item for its readers, and one without it for all others', async () => {
  await close(['ruth', 'maria'])
  const [inside, outside] = [await made('member'), await made('staff')]
  expect(inside.parts.map(({ title }) => title)).toContain('Budget Update')
  expect(outside.parts.map(({ title }) => title)).not.toContain('Budget Update')
  const { text } = await bookCalls(api, 'member').opened(inside.id)
  expect(await text(3)).toContain('Finance')
  const other = await bookCalls(api, 'staff').opened(outside.id)
  expect(await other.text(3)).toContain('Closed session')
  expect(await other.text(3)).not.toContain('Finance')
  await expect(bookCalls(api, 'staff').opened(inside.id)).rejects.toThrow()
})

it('hands out no book with a closed item to those who have lost it', async () => {
  await close(['ruth', 'maria'])
  const { id } = await made('member')
  await close(['ruth'])
  await expect(bookCalls(api, 'member').opened(id)).rejects.toThrow()
  const { book, earlier } = await bookCalls(api, 'member').get()
  expect([book?.id, ...earlier.map((each) => each.id)]).not.toContain(id)
})

it('leaves a closed item out of books with notes and of books of changes', async () => {
  await bookCalls(api, 'staff').made()
  const first = (await bookCalls(api, 'staff').get()).book!
  await api.call('staff')(takeBoardBook, { params: quarter, body: { id: first.id } })
  await close(['ruth', 'maria'])
  for (const options of [{ notes: true }, { changes: true }]) {
    const { book } = await bookCalls(api, 'staff').made(options)
    const { pages, text } = await bookCalls(api, 'staff').opened(book!.id)
    const words = await Promise.all(Array.from({ length: pages }, (_, index) => text(index + 1)))
    // The cover and the contents name the papers, too.
    expect([options, words.join(' ').includes('Budget')]).toEqual([options, false])
  }
})

it('lets nobody outside take a book with a closed item as their copy, as if there were none', async () => {
  await close(['ruth', 'maria'])
  const { id } = await made('member')
  const take = (book: string) =>
    api
      .call('staff')(takeBoardBook, { params: quarter, body: { id: book } })
      .then(
        () => 'taken',
        ({ status, message }: { status: number; message: string }) => [status, message],
      )
  expect(await take(id)).toEqual(await take('0'.repeat(64)))
  expect(await take(id)).not.toBe('taken')
})
