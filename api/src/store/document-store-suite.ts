import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DocumentStore, StoreChange } from './document-store.ts'

/** What every adapter of `DocumentStore` promises. `open` gives an empty one. */
export function documentStoreSuite(name: string, open: () => Promise<DocumentStore>): void {
  describe(name, () => {
    let store: DocumentStore
    beforeEach(async () => {
      store = await open()
    })
    afterEach(() => store.close())

    const refusal = (code: string) => expect.objectContaining({ name: 'Refusal', code })

    it('gives back what was created, with id, revision 1 and a time', async () => {
      const created = await store.create('agendas', '2026-Q4', {
        title: 'Board',
        items: [1, { a: null }],
      })
      expect(created).toMatchObject({ id: '2026-Q4', revision: 1, title: 'Board' })
      expect(created.updatedAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
      expect(await store.get('agendas', '2026-Q4')).toEqual(created)
      expect(await store.get('agendas', '2026-Q3')).toBeUndefined()
      expect(await store.get('directory', '2026-Q4')).toBeUndefined()
    })

    it('keeps any text and any id as it was given', async () => {
      const odd = 'o\'Neill/../"quoted" — 🌱 %'
      await store.create('directory', odd, { name: odd })
      expect(await store.get('directory', odd)).toMatchObject({ id: odd, name: odd })
    })

    it('refuses to create over an existing document, and shows it', async () => {
      const first = await store.create('a', 'x', { n: 1 })
      const second = store.create('a', 'x', { n: 2 })
      await expect(second).rejects.toMatchObject({ code: 'conflict', details: { current: first } })
      expect(await store.get('a', 'x')).toEqual(first)
    })

    it('raises the revision with every update and replaces the whole body', async () => {
      await store.create('a', 'x', { n: 1, gone: true })
      const updated = await store.update('a', 'x', { n: 2 }, 1)
      expect(updated).toMatchObject({ n: 2, revision: 2 })
      expect(updated).not.toHaveProperty('gone')
    })

    it('refuses a stale update, shows the stored document and changes nothing', async () => {
      await store.create('a', 'x', { n: 1 })
      const current = await store.update('a', 'x', { n: 2 }, 1)
      await expect(store.update('a', 'x', { n: 3 }, 1)).rejects.toMatchObject({
        code: 'stale',
        details: { current },
      })
      expect(await store.get('a', 'x')).toEqual(current)
    })

    it('lets one of many simultaneous updates win', async () => {
      await store.create('a', 'x', { n: 0 })
      const tries = Array.from({ length: 20 }, (_, n) => store.update('a', 'x', { n }, 1))
      const settled = await Promise.allSettled(tries)
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await store.get('a', 'x')).toMatchObject({ revision: 2 })
    })

    it('refuses to update what is not there', async () => {
      await expect(store.update('a', 'x', {}, 1)).rejects.toEqual(refusal('notFound'))
    })

    it('deletes; a missing document is an error only where a revision is named', async () => {
      await store.create('a', 'x', {})
      await expect(store.delete('a', 'x', 2)).rejects.toEqual(refusal('stale'))
      await store.delete('a', 'x', 1)
      expect(await store.get('a', 'x')).toBeUndefined()
      await store.delete('a', 'x')
      await expect(store.delete('a', 'x', 1)).rejects.toEqual(refusal('notFound'))
    })

    it('starts again at revision 1 after a deletion', async () => {
      await store.create('a', 'x', {})
      await store.delete('a', 'x')
      expect(await store.create('a', 'x', {})).toMatchObject({ revision: 1 })
    })

    it('lists one collection, filtered and in order', async () => {
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

    it('lists what lies between two values of the order, the first of them included', async () => {
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

    it('pages without losing or repeating a document, whatever shares a sort value', async () => {
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

    it('refuses a cursor it never gave', async () => {
      await expect(store.list('d', { after: 'nonsense' })).rejects.toEqual(refusal('badRequest'))
    })

    it('commits a transaction whole, or not at all', async () => {
      await store.create('a', 'x', { n: 1 })
      const broken = store.transaction(async (inside) => {
        await inside.update('a', 'x', { n: 2 }, 1)
        await inside.create('a', 'y', {})
        expect(await inside.get('a', 'x')).toMatchObject({ n: 2 })
        throw new Error('changed my mind')
      })
      await expect(broken).rejects.toThrow('changed my mind')
      expect(await store.get('a', 'x')).toMatchObject({ n: 1, revision: 1 })
      expect(await store.get('a', 'y')).toBeUndefined()
    })

    it('runs transactions one after another, so that a sum stays right', async () => {
      await store.create('a', 'sum', { n: 0 })
      const add = () =>
        store.transaction(async (inside) => {
          const { n, revision } = (await inside.get('a', 'sum'))!
          await new Promise((resolve) => setTimeout(resolve, 1))
          await inside.update('a', 'sum', { n: Number(n) + 1 }, revision)
        })
      await Promise.all(Array.from({ length: 10 }, add))
      expect(await store.get('a', 'sum')).toMatchObject({ n: 10, revision: 11 })
    })

    it('shows nobody a transaction that has not been committed', async () => {
      await store.create('a', 'x', { n: 1 })
      let seen: unknown
      let reading: Promise<void> | undefined
      await store.transaction(async (inside) => {
        await inside.update('a', 'x', { n: 2 }, 1)
        reading = store.get('a', 'x').then((document) => void (seen = document?.['n']))
        await new Promise((resolve) => setTimeout(resolve, 5))
        expect(seen).not.toBe(2)
      })
      await reading
      expect([1, 2]).toContain(seen)
    })

    it('tells a watcher what is there, then every change, before the change is answered', async () => {
      await store.create('a', 'old', { n: 1 })
      const changes: StoreChange[] = []
      const stop = await store.watch('a', (change) => changes.push(change))
      expect(changes).toMatchObject([{ id: 'old', document: { n: 1 } }])
      await store.create('a', 'new', { n: 2 })
      await store.create('b', 'elsewhere', {})
      await store.delete('a', 'old')
      expect(changes.slice(1)).toEqual([
        { id: 'new', document: expect.objectContaining({ n: 2, revision: 1 }) },
        { id: 'old' },
      ])
      stop()
      await store.create('a', 'later', {})
      expect(changes).toHaveLength(3)
    })

    it('tells a watcher nothing of a transaction that failed', async () => {
      const changes: StoreChange[] = []
      await store.watch('a', (change) => changes.push(change))
      const failing = store.transaction(async (inside) => {
        await inside.create('a', 'x', {})
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(changes).toEqual([])
    })
  })
}
