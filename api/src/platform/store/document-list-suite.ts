import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DocumentStore } from './document-store.ts'

/** The contract of `list`: filters, order and pages. */
export function documentListSuite(name: string, open: () => Promise<DocumentStore>): void {
  describe(name, () => {
    let store: DocumentStore
    beforeEach(async () => {
      store = await open()
    })
    afterEach(() => store.close())

    const refusal = (code: string) => expect.objectContaining({ name: 'Refusal', code })

    it('lists one collection, filtered and sorted', async () => {
      await store.create('d', '1', { name: 'b', board: true, age: 10 })
      await store.create('d', '2', { name: 'a', board: true, age: 9 })
      await store.create('d', '3', { name: 'c', board: false, age: 9 })
      await store.create('other', '4', { name: 'z', board: true })
      const names = async (query: Parameters<DocumentStore['list']>[1]) =>
        (await store.list('d', query)).documents.map((document) => document['name'])
      expect(await names({ orderBy: 'name' })).toEqual(['a', 'b', 'c'])
      expect(await names({ orderBy: 'name', descending: true })).toEqual(['c', 'b', 'a'])
      expect(await names({ where: { board: true }, orderBy: 'name' })).toEqual(['a', 'b'])
      expect(await names({ where: { board: true, age: 9 } })).toEqual(['a'])
      expect(await names({ where: { name: "' OR 1=1 --" } })).toEqual([])
      expect(await names({ orderBy: 'age' })).toEqual(['a', 'c', 'b'])
    })

    it('lists the values between an inclusive and an exclusive bound', async () => {
      for (const at of ['2026-01', '2026-02', '2026-03', '2026-04']) {
        for (const who of ['a', 'b']) await store.create('d', `${at}-${who}`, { at, who })
      }
      const ids = async (query: Parameters<DocumentStore['list']>[1]) =>
        (await store.list('d', { orderBy: 'at', ...query })).documents.map(({ id }) => id)
      expect(await ids({ where: { who: 'a' }, from: '2026-02', to: '2026-04' })).toEqual([
        '2026-02-a',
        '2026-03-a',
      ])
      expect(await ids({ where: { who: 'b' }, from: '2026-03' })).toEqual([
        '2026-03-b',
        '2026-04-b',
      ])
      expect(await ids({ where: { who: 'b' }, to: '2026-02' })).toEqual(['2026-01-b'])
      const first = await store.list('d', {
        orderBy: 'at',
        descending: true,
        from: '2026-02',
        to: '2026-04',
        limit: 3,
      })
      expect(first.documents.map(({ id }) => id)).toEqual(['2026-03-b', '2026-03-a', '2026-02-b'])
      expect(await ids({ descending: true, from: '2026-02', after: first.next! })).toEqual([
        '2026-02-a',
      ])
    })

    it('leaves out documents without a sort value, and sorts numbers before strings', async () => {
      const values = ['b', 10, true, null, 9.5, 'B', 'é', '🌱', '\uffee', [1], { a: 1 }, '', -1]
      for (const [n, value] of values.entries()) await store.create('d', `${n}`, { value })
      await store.create('d', 'none', {})
      const listed = async (descending: boolean) =>
        (await store.list('d', { orderBy: 'value', descending })).documents.map((d) => d['value'])
      const expected = [-1, true, 9.5, 10, '', 'B', 'b', 'é', '\uffee', '🌱']
      expect(await listed(false)).toEqual(expected)
      expect(await listed(true)).toEqual(expected.toReversed())
      expect((await store.list('d')).documents).toHaveLength(values.length + 1)
    })

    it('breaks ties by id, for ids with any characters', async () => {
      const ids = [
        '-',
        '.',
        '..',
        './',
        '.0',
        '/',
        '0',
        'a.',
        'a.b',
        'a/b',
        'a0',
        '_',
        '__x__',
        '`',
      ]
      const expected = ids.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      for (const id of ids) await store.create('d', id, { same: 1 })
      for (const orderBy of ['id', 'same', 'revision']) {
        const { documents } = await store.list('d', { orderBy })
        expect(documents.map(({ id }) => id)).toEqual(expected)
        const last = await store.list('d', { orderBy, descending: true })
        expect(last.documents.map(({ id }) => id)).toEqual(expected.toReversed())
      }
      expect((await store.list('d', { where: { id: '..' } })).documents).toHaveLength(1)
    })

    it('filters and sorts by strings of any length', async () => {
      const long = 'long '.repeat(1000)
      await store.create('d', 'x', { text: long })
      await store.create('d', 'y', { text: `${long}y` })
      await store.create('d', 'z', { text: 'm' })
      const page = await store.list('d', { where: { text: `${long}y` } })
      expect(page.documents.map(({ id }) => id)).toEqual(['y'])
      const first = await store.list('d', { orderBy: 'text', limit: 2 })
      expect(first.documents.map(({ id }) => id).toSorted()).toEqual(['x', 'y'])
      const rest = await store.list('d', { orderBy: 'text', after: first.next! })
      expect(rest.documents.map(({ id }) => id)).toEqual(['z'])
    })

    it('pages without losing or repeating documents that share a sort value', async () => {
      for (let n = 0; n < 25; n++) {
        await store.create('d', `id-${n}`, { folder: `f${n % 3}` })
      }
      for (const descending of [false, true]) {
        const seen: string[] = []
        let after: string | undefined
        do {
          const page = await store.list('d', {
            orderBy: 'folder',
            descending,
            limit: 4,
            ...(after === undefined ? {} : { after }),
          })
          expect(page.documents.length).toBeLessThanOrEqual(4)
          seen.push(...page.documents.map(({ id }) => id))
          after = page.next
        } while (after !== undefined)
        expect(seen).toHaveLength(25)
        expect(new Set(seen).size).toBe(25)
      }
    })

    it('pages through a filter by id, in either direction', async () => {
      const ids = ['a', 'a.b', 'a/b', 'a0', '_', 'b@c', 'b'].toSorted((a, b) =>
        Buffer.compare(Buffer.from(a), Buffer.from(b)),
      )
      for (const id of ids) await store.create('d', id, { who: 'maria', board: true })
      await store.create('d', 'aa', { who: 'wei', board: true })
      for (const descending of [false, true]) {
        const where = { who: 'maria', board: true }
        const seen: string[] = []
        for (let after: string | undefined; ;) {
          const query = { where, descending, limit: 3, ...(after === undefined ? {} : { after }) }
          const page = await store.list('d', query)
          seen.push(...page.documents.map(({ id }) => id))
          after = page.next
          if (after === undefined) break
        }
        expect(seen).toEqual(descending ? ids.toReversed() : ids)
      }
    })

    it('ends a page before it has too many bytes, but not without a document', async () => {
      const sizes = { a: 300, b: 300, c: 900, d: 10, e: 10, f: 10 }
      for (const [id, size] of Object.entries(sizes)) {
        await store.create('d', id, { text: 'é'.repeat(size / 2) })
      }
      const pagesOf = async (list: DocumentStore['list']) => {
        const pages: string[] = []
        let after: string | undefined
        do {
          const query = { bytes: 700, limit: 2, ...(after === undefined ? {} : { after }) }
          const { documents, next } = await list('d', query)
          pages.push(documents.map(({ id }) => id).join(''))
          after = next
        } while (after !== undefined)
        return pages
      }
      expect(await pagesOf(store.list)).toEqual(['ab', 'c', 'de', 'f'])
      const transaction = await store.transaction((operations) => pagesOf(operations.list))
      expect(transaction).toEqual(['ab', 'c', 'de', 'f'])
    })

    it('lists a range of ids from its end, in pages', async () => {
      for (const id of ['a-1', 'a-2', 'a-3', 'b-1']) await store.create('d', id, { n: 0 })
      const range = { orderBy: 'id', descending: true, from: 'a-', to: 'a.' }
      const first = await store.list('d', { ...range, limit: 2 })
      expect(first.documents.map(({ id }) => id)).toEqual(['a-3', 'a-2'])
      const rest = await store.list('d', { ...range, limit: 2, after: first.next! })
      expect(rest.documents.map(({ id }) => id)).toEqual(['a-1'])
      expect(rest.next).toBeUndefined()
    })

    it('refuses a cursor it did not issue', async () => {
      for (const id of ['1', '2']) await store.create('d', id, { n: 1 })
      const { next } = await store.list('d', { orderBy: 'n', limit: 1 })
      const made = Buffer.from('["id",false,"1",{}]').toString('base64url')
      for (const query of [
        { after: 'nonsense' },
        { after: made },
        { after: next! },
        { after: next!, orderBy: 'n', descending: true },
      ]) {
        await expect(store.list('d', query)).rejects.toEqual(refusal('badRequest'))
      }
    })
  })
}
