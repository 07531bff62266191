import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callEndings, endedBefore, endedMeanwhile } from '../../testing/call-endings-fixture.ts'
import type { DocumentStore } from './document-store.ts'

/** The contract of `transaction`. */
export function documentTransactionSuite(name: string, open: () => Promise<DocumentStore>): void {
  describe(name, () => {
    let store: DocumentStore
    beforeEach(async () => {
      store = await open()
    })
    afterEach(() => store.close())

    const refusal = (code: string) => expect.objectContaining({ name: 'Refusal', code })

    it('commits a transaction completely or not at all', async () => {
      await store.create('a', 'x', { n: 1 })
      const broken = store.transaction(async (transaction) => {
        await transaction.update('a', 'x', { n: 2 }, 1)
        await transaction.create('a', 'y', {})
        expect(await transaction.get('a', 'x')).toMatchObject({ n: 2 })
        throw new Error('changed my mind')
      })
      await expect(broken).rejects.toThrow('changed my mind')
      expect(await store.get('a', 'x')).toMatchObject({ n: 1, revision: 1 })
      expect(await store.get('a', 'y')).toBeUndefined()
    })

    describe.each(callEndings)('a call that is ended because %s', (_, reason) => {
      it('reads and writes nothing if it was ended before it began', async () => {
        await store.create('a', 'x', { n: 1 })
        const signal = endedBefore(reason)
        await expect(store.get('a', 'x', signal)).rejects.toBe(reason)
        await expect(store.list('a', {}, signal)).rejects.toBe(reason)
        await expect(store.create('a', 'y', {}, 1, signal)).rejects.toBe(reason)
        await expect(store.update('a', 'x', { n: 2 }, 1, signal)).rejects.toBe(reason)
        await expect(store.delete('a', 'x', 1, signal)).rejects.toBe(reason)
        const changes = store.transaction((transaction) => transaction.delete('a', 'x'), signal)
        await expect(changes).rejects.toBe(reason)
        await expect(store.watch('a', () => undefined, signal)).rejects.toBe(reason)
        expect((await store.list('a')).documents).toMatchObject([{ id: 'x', n: 1 }])
      })

      it('writes nothing if its transaction has not committed, and lets others continue', async () => {
        const ending = new AbortController()
        const begun = Promise.withResolvers<void>()
        const stuck = store.transaction(async (transaction) => {
          await transaction.create('a', 'x', {})
          begun.resolve()
          await new Promise(() => undefined)
        }, ending.signal)
        await begun.promise
        const other = store.create('a', 'y', {})
        ending.abort(reason)
        await expect(stuck).rejects.toBe(reason)
        await other
        expect((await store.list('a')).documents.map(({ id }) => id)).toEqual(['y'])
      })

      it('doesn’t wait for another caller’s transaction', async () => {
        await store.create('a', 'x', { n: 1 })
        const goOn = Promise.withResolvers<void>()
        const begun = Promise.withResolvers<void>()
        const other = store.transaction(async (transaction) => {
          await transaction.update('a', 'x', { n: 2 }, 1)
          begun.resolve()
          await goOn.promise
        })
        await begun.promise
        const waiting = endedMeanwhile(reason, (signal) => store.get('a', 'x', signal))
        const deleting = endedMeanwhile(reason, (signal) => store.delete('a', 'x', 1, signal))
        await expect(waiting).rejects.toBe(reason)
        await expect(deleting).rejects.toBe(reason)
        goOn.resolve()
        await other
        expect(await store.get('a', 'x')).toMatchObject({ n: 2, revision: 2 })
      })
    })

    it('serializes transactions, so that concurrent increments add up', async () => {
      await store.create('a', 'sum', { n: 0 })
      const add = () =>
        store.transaction(async (transaction) => {
          const { n, revision } = (await transaction.get('a', 'sum'))!
          await new Promise((resolve) => setTimeout(resolve, 1))
          await transaction.update('a', 'sum', { n: Number(n) + 1 }, revision)
        })
      await Promise.all(Array.from({ length: 10 }, add))
      expect(await store.get('a', 'sum')).toMatchObject({ n: 10, revision: 11 })
    })

    it('reads its own writes inside a transaction', async () => {
      for (const n of [1, 2, 3]) await store.create('d', `${n}`, { n })
      await store.transaction(async (transaction) => {
        await transaction.delete('d', '1')
        await transaction.update('d', '2', { n: 20 }, 1)
        const created = await transaction.create('d', '4', { n: 4 })
        expect(await transaction.update('d', '4', { n: 5 }, created.revision)).toMatchObject({
          revision: 2,
        })
        await expect(transaction.create('d', '4', {})).rejects.toEqual(refusal('conflict'))
        await expect(transaction.update('d', '1', {}, 1)).rejects.toEqual(refusal('notFound'))
        const numbers = async (query: Parameters<DocumentStore['list']>[1]) =>
          (await transaction.list('d', query)).documents.map((document) => document['n'])
        expect(await numbers({ orderBy: 'n', descending: true })).toEqual([20, 5, 3])
        expect(await numbers({ orderBy: 'n', from: 4, to: 20 })).toEqual([5])
        expect(await numbers({ where: { n: 20 } })).toEqual([20])
        const first = await transaction.list('d', { orderBy: 'n', limit: 2 })
        expect(await numbers({ orderBy: 'n', after: first.next! })).toEqual([20])
      })
      const { documents } = await store.list('d', { orderBy: 'n' })
      expect(documents.map(({ n, revision }) => [n, revision])).toEqual([
        [3, 1],
        [5, 2],
        [20, 2],
      ])
    })

    /** Lets the other transaction go first if the store can; a store that serializes them can't. */
    const first = (other: Promise<unknown>) =>
      Promise.race([other, new Promise((resolve) => setTimeout(resolve, 200))])

    it('doesn’t commit a write based on a document that has changed since it was read', async () => {
      await store.create('a', 'guard', { open: true })
      await store.create('a', 'count', { n: 0 })
      const close = async () => {
        await store.update('a', 'guard', { open: false }, 1)
        return store.get('a', 'count')
      }
      let closing: ReturnType<typeof close> | undefined
      await store.transaction(async (transaction) => {
        const guard = await transaction.get('a', 'guard')
        closing ??= close()
        await first(closing)
        if (guard?.['open'] === true) await transaction.update('a', 'count', { n: 1 }, 1)
      })
      expect(await store.get('a', 'count')).toEqual(await closing)
    })

    it('doesn’t commit a write based on a missing document that has since been created', async () => {
      let other: Promise<unknown> | undefined
      await store.transaction(async (transaction) => {
        const isThere = (await transaction.get('a', 'x')) !== undefined
        other ??= store.transaction(async (late) => {
          const note = await late.get('a', 'note')
          await late.create('a', 'x', { after: note !== undefined })
        })
        await first(other)
        await transaction.create('a', 'note', { isThere })
      })
      await other
      const [note, x] = [await store.get('a', 'note'), await store.get('a', 'x')]
      expect(note?.['isThere']).toBe(x?.['after'] !== true)
    })

    it('doesn’t commit a write based on a list that has since changed', async () => {
      let other: Promise<unknown> | undefined
      const add = (id: string) =>
        store.transaction(async (transaction) => {
          const { documents } = await transaction.list('a')
          if (id === 'x') await first((other ??= add('y')))
          await transaction.create('a', id, { place: documents.length })
        })
      await add('x')
      await other
      const { documents } = await store.list('a', { orderBy: 'place' })
      expect(documents.map(({ place }) => place)).toEqual([0, 1])
    })

    it('hides uncommitted writes from other readers', async () => {
      await store.create('a', 'x', { n: 1 })
      let seen: unknown
      let reading: Promise<void> | undefined
      await store.transaction(async (transaction) => {
        await transaction.update('a', 'x', { n: 2 }, 1)
        reading = store.get('a', 'x').then((document) => void (seen = document?.['n']))
        await new Promise((resolve) => setTimeout(resolve, 5))
        expect(seen).not.toBe(2)
      })
      await reading
      expect([1, 2]).toContain(seen)
    })
  })
}
