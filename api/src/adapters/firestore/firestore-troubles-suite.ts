import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DocumentStore, StoreChange } from '../../platform/store/document-store.ts'
import { type CutProxy, startCutProxy } from './cut-proxy-fixture.ts'
import { openFirestoreStore } from './firestore-document-store.ts'
import { firestoreRefusal } from './firestore-errors.ts'
import { openFeed } from './firestore-feed.ts'
import { openFirestoreClient } from './firestore-open.ts'

/** How the store behaves when the network or the database fails. */
export function firestoreTroubles(emulatorHost: string): void {
  describe('firestore store during failures', () => {
    let projectId: string
    let proxy: CutProxy
    /** A direct connection. */
    let other: DocumentStore
    /** A connection through the proxy. */
    let store: DocumentStore
    beforeEach(async () => {
      projectId = `demo-${randomUUID()}`
      proxy = await startCutProxy(emulatorHost)
      other = openFirestoreStore({
        projectId,
        emulatorHost,
        callLimit: 30_000,
        transactionLimit: 60_000,
      })
      store = openFirestoreStore({ projectId, emulatorHost: proxy.host, callLimit: 2000 })
      await other.create('a', 'x', { n: 1 })
      await expect.poll(() => store.get('a', 'x')).toBeDefined()
    })
    afterEach(async () => {
      proxy.restore()
      await Promise.all([store.close(), other.close()])
      proxy.stop()
    })

    const unavailable = { name: 'Refusal', code: 'unavailable', details: { retryAfter: 5 } }

    it.each(['cut', 'hang'] as const)(
      'refuses with unavailable when the connection is gone: %s',
      async (how) => {
        proxy[how]()
        await Promise.all(
          [
            store.get('a', 'x'),
            store.list('a'),
            store.update('a', 'x', { n: 2 }, 1),
            store.watch('a', () => {}),
          ].map((call) => expect(call).rejects.toMatchObject(unavailable)),
        )
        expect(store.staleSince?.()).toBeInstanceOf(Date)
        proxy.restore()
        await expect.poll(() => store.get('a', 'x')).toBeDefined()
        expect(store.staleSince?.()).toBeUndefined()
        expect(await other.get('a', 'x')).toMatchObject({ n: 1, revision: 1 })
      },
    )

    it('commits a transaction once when its response was lost', async () => {
      let runs = 0
      const changes: StoreChange[] = []
      await other.watch('a', (change) => changes.push(change))
      await store.transaction(async (transaction) => {
        runs += 1
        const { n } = (await transaction.get('a', 'x'))!
        await transaction.update('a', 'x', { n: Number(n) + 1 }, 1)
        proxy.loseNextAnswer()
      })
      expect(runs).toBe(1)
      expect(await other.get('a', 'x')).toMatchObject({ n: 2, revision: 2 })
    })

    it('notifies a watcher of missed changes, including deletions', async () => {
      await other.create('a', 'old', {})
      const kept = new Map<string, unknown>()
      await store.watch('a', ({ id, document }) => {
        if (document) kept.set(id, document['n'])
        else kept.delete(id)
      })
      expect([...kept.keys()].toSorted()).toEqual(['old', 'x'])
      proxy.cut()
      await other.update('a', 'x', { n: 2 }, 1)
      await other.create('a', 'new', { n: 3 })
      await other.delete('a', 'old')
      await expect(store.get('a', 'x')).rejects.toMatchObject(unavailable)
      proxy.restore()
      await expect.poll(() => store.get('a', 'x')).toBeDefined()
      await expect.poll(() => Object.fromEntries(kept)).toEqual({ x: 2, new: 3 })
    })

    it('replaces a dead listener, and reports what it missed', async () => {
      const db = openFirestoreClient({ projectId, emulatorHost })
      let die = () => {}
      let listeners = 0
      const feed = openFeed(
        (onSnapshot, onEnd) => {
          listeners += 1
          const stop = db.collection('a').onSnapshot(onSnapshot, onEnd)
          die = () => {
            stop()
            onEnd()
          }
          return stop
        },
        () => new Date(),
      )
      const changes: StoreChange[] = []
      await feed.ready
      feed.watchers.add((change) => changes.push(change))
      // The second listener dies before it has received anything.
      die()
      expect(feed.disconnectedSince()).toBeInstanceOf(Date)
      await expect.poll(() => listeners).toBe(2)
      die()
      await other.delete('a', 'x')
      await other.create('a', 'y', { n: 2 })
      await expect.poll(() => changes).toHaveLength(2)
      expect(changes.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toMatchObject([
        { id: 'x' },
        { id: 'y', document: { n: 2 } },
      ])
      expect(feed.disconnectedSince()).toBeUndefined()
      feed.stop()
      await db.terminate()
    })

    it('refuses a transaction under constant contention, and writes nothing', async () => {
      const hasty = openFirestoreStore({ projectId, emulatorHost, contentionLimit: 500 })
      let revision = 1
      const losing = hasty.transaction(async (transaction) => {
        const before = (await transaction.get('a', 'x'))!
        await other.update('a', 'x', { n: 0 }, revision)
        revision += 1
        await transaction.update('a', 'x', { n: 99 }, before.revision)
      })
      await expect(losing).rejects.toMatchObject({
        code: 'contention',
        message: expect.stringContaining('Too much is being saved at the same moment'),
        details: { retryAfter: 1 },
      })
      await hasty.close()
      expect(await other.get('a', 'x')).toMatchObject({ n: 0 })
    })

    it('refuses a transaction under contention before its caller’s time is up', async () => {
      let revision = 1
      const losing = other.transaction(
        async (transaction) => {
          await transaction.get('a', 'x')
          await other.update('a', 'x', { n: 0 }, revision)
          revision += 1
          await transaction.update('a', 'x', { n: 99 }, revision - 1)
        },
        undefined,
        1,
      )
      await expect(losing).rejects.toMatchObject({ code: 'contention' })
      expect(revision).toBe(2)
    })

    it('checks the document that guards a list at the commit, and not the list', async () => {
      const runs: number[] = []
      const add = (change: () => Promise<unknown>) =>
        store.transaction(async (transaction) => {
          const guard = await transaction.get('guards', 'a')
          const { documents } = await transaction.list('a', { isGuarded: true })
          runs.push(documents.length)
          if (runs.length === 1) await change()
          const body = { n: documents.length }
          if (guard) await transaction.update('guards', 'a', body, guard.revision)
          else await transaction.create('guards', 'a', body)
        })
      await add(() => other.create('a', 'unguarded', {}))
      expect(runs.splice(0)).toEqual([1])
      await add(() =>
        other.transaction(async (transaction) => {
          const guard = (await transaction.get('guards', 'a'))!
          await transaction.create('a', 'guarded', {})
          await transaction.update('guards', 'a', { n: 0 }, guard.revision)
        }),
      )
      expect(runs).toEqual([2, 3])
    })

    it.each([
      [7, 'unavailable', 'isn’t allowed to use its database', 60],
      [8, 'unavailable', 'has reached its quota', 60],
      [10, 'contention', 'Too much is being saved', 1],
      [14, 'unavailable', 'can’t be reached', 5],
      [16, 'unavailable', 'isn’t allowed to use its database', 60],
    ])(
      'maps status %i to a message, and keeps the request out of the log',
      (code, refused, words, retryAfter) => {
        const metadata = { authorization: 'Bearer secret' }
        const error = Object.assign(new Error(`${code} TROUBLE`), { code, metadata })
        const refusal = firestoreRefusal(error)
        expect(refusal).toMatchObject({
          code: refused,
          message: expect.stringContaining(words),
          details: { retryAfter },
        })
        const { cause } = refusal as Error
        expect(cause).toEqual(new Error(`Firestore: ${code} TROUBLE`))
      },
    )
  })
}
