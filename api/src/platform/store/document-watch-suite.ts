import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DocumentStore, StoreChange } from './document-store.ts'

/** The contract of `watch`. */
export function documentWatchSuite(name: string, open: () => Promise<DocumentStore>): void {
  describe(name, () => {
    let store: DocumentStore
    beforeEach(async () => {
      store = await open()
    })
    afterEach(() => store.close())

    it('notifies a watcher of the existing documents, then of every change before the write resolves', async () => {
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

    it('notifies a watcher of a transaction’s changes before it resolves, each only once', async () => {
      const changes: StoreChange[] = []
      await store.watch('a', (change) => changes.push(change))
      await store.transaction(async (transaction) => {
        await transaction.create('a', 'x', { n: 1 })
        await transaction.create('a', 'y', {})
      })
      expect(changes.map(({ id }) => id).toSorted()).toEqual(['x', 'y'])
      await store.delete('a', 'x')
      await store.create('a', 'x', { n: 2 })
      // Long enough for the database's own notifications of these changes to arrive.
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(changes.slice(2)).toEqual([
        { id: 'x' },
        { id: 'x', document: expect.objectContaining({ n: 2, revision: 1 }) },
      ])
    })

    it('notifies every watcher of a collection of the existing documents', async () => {
      await store.create('a', 'x', {})
      const reported: string[][] = [[], [], []]
      const watch = (n: number) => store.watch('a', ({ id }) => void reported[n]!.push(id))
      const [stop] = await Promise.all([watch(0), watch(1)])
      stop()
      await watch(2)
      await store.create('a', 'y', {})
      expect(reported).toEqual([['x'], ['x', 'y'], ['x', 'y']])
    })

    it('doesn’t notify a watcher of a failed transaction', async () => {
      const changes: StoreChange[] = []
      await store.watch('a', (change) => changes.push(change))
      const failing = store.transaction(async (transaction) => {
        await transaction.create('a', 'x', {})
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(changes).toEqual([])
    })
  })
}
