import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DocumentStore } from '../store/document-store.ts'
import { withAuditChain } from './audit-chain.ts'
import { auditCollection } from './audit-collections.ts'
import { bodyHash, chainFieldsOf } from './chain-entry.ts'
import { recordChange } from './record-change.ts'

/** The contract of the chains for every store; `open` opens another connection to the same data. */
export function auditChainSuite(
  name: string,
  start: () => { open: () => Promise<DocumentStore> },
): void {
  describe(name, () => {
    let open: () => Promise<DocumentStore>
    let store: DocumentStore
    const opened: DocumentStore[] = []
    beforeEach(async () => {
      open = start().open
      store = await instance()
    })
    afterEach(async () => {
      for (const chained of opened.splice(0)) await chained.close()
    })

    const instance = async () => {
      const connected = await open()
      opened.push(connected)
      return withAuditChain(connected)
    }
    const at = new Date('2026-11-20T10:00:00Z')
    const change = (subject: string) => {
      return { at, by: { key: 'admin' as const }, what: 'mapping saved', subject }
    }
    /** The subjects of each chain in its order, after checking every number, link and hash. */
    const chains = async () => {
      const { documents } = await store.list(auditCollection)
      const byChain = new Map<string, { subjects: string[]; hash: string }>()
      for (const entry of documents) {
        const { chain, seq, previous, joins, hash } = chainFieldsOf(entry)!
        const before = byChain.get(chain)
        expect(seq).toBe((before?.subjects.length ?? 0) + 1)
        if (joins === undefined) expect(previous).toBe(before?.hash ?? null)
        else expect(await store.get(auditCollection, joins)).toMatchObject({ hash: previous })
        expect(bodyHash(entry)).toBe(hash)
        byChain.set(chain, {
          subjects: [...(before?.subjects ?? []), String(entry['subject'])],
          hash,
        })
      }
      return [...byChain.values()].map(({ subjects }) => subjects)
    }

    it('chains entries in the order in which they are added, in and outside of transactions', async () => {
      await recordChange(store, change('one'))
      await store.transaction(async (transaction) => {
        await recordChange(transaction, change('two'))
        await transaction.create('agendas', 'x', { n: 1 })
        await recordChange(transaction, change('three'))
      })
      await store.transaction(async (transaction) => {
        await Promise.all([
          recordChange(transaction, change('four')),
          recordChange(transaction, change('five')),
        ])
      })
      expect(await chains()).toEqual([['one', 'two', 'three', 'four', 'five']])
      expect(await store.get('agendas', 'x')).toMatchObject({ n: 1 })
    })

    it('leaves no hole when a transaction fails', async () => {
      await recordChange(store, change('one'))
      const failing = store.transaction(async (transaction) => {
        await recordChange(transaction, change('lost'))
        throw new Error('changed my mind')
      })
      await expect(failing).rejects.toThrow('changed my mind')
      await recordChange(store, change('two'))
      expect(await chains()).toEqual([['one', 'two']])
    })

    it('uses no number twice when transactions of one instance are retried', async () => {
      await store.create('a', 'sum', { n: 0 })
      const add = (n: number) =>
        store.transaction(async (transaction) => {
          const { n: sum, revision } = (await transaction.get('a', 'sum'))!
          await transaction.update('a', 'sum', { n: Number(sum) + 1 }, revision)
          await recordChange(transaction, change(`sum ${n}`))
        })
      await Promise.all(Array.from({ length: 6 }, (_, n) => add(n)))
      expect(await store.get('a', 'sum')).toMatchObject({ n: 6 })
      const [only, ...others] = await chains()
      expect(others).toEqual([])
      expect(only!.toSorted()).toEqual([0, 1, 2, 3, 4, 5].map((n) => `sum ${n}`))
    })

    it('keeps a chain per instance, for 20 concurrent writers on two instances', async () => {
      const other = await instance()
      const writers = Array.from({ length: 20 }, (_, n) =>
        (n % 2 === 0 ? store : other).transaction(async (transaction) => {
          await transaction.create('b', `${n}`, { n })
          await recordChange(transaction, change(`writer ${n}`))
        }),
      )
      await Promise.all(writers)
      const read = await chains()
      expect(read.map(({ length }) => length)).toEqual([10, 10])
      expect(new Set(read.flat())).toHaveLength(20)
    })

    it('joins the newest entry when a new instance starts', async () => {
      await recordChange(store, change('one'))
      const [joined] = (await store.list(auditCollection)).documents
      const later = await instance()
      await recordChange(later, change('two'))
      expect((await chains()).toSorted(([a], [b]) => a!.localeCompare(b!))).toEqual([
        ['one'],
        ['two'],
      ])
      const { documents } = await store.list(auditCollection)
      const first = documents.find(({ subject }) => subject === 'two')
      expect(first).toMatchObject({ seq: 1, joins: joined!.id, previous: joined!['hash'] })
    })

    it('continues after a commit whose response was lost', async () => {
      let isLost = false
      const inner = await open()
      opened.push(inner)
      const losing = withAuditChain({
        ...inner,
        async transaction(work) {
          const result = await inner.transaction(work)
          if (isLost) throw new Error('The response was lost.')
          return result
        },
      })
      await recordChange(losing, change('one'))
      isLost = true
      await expect(recordChange(losing, change('two'))).rejects.toThrow('lost')
      isLost = false
      await recordChange(losing, change('three'))
      expect(await chains()).toEqual([['one', 'two', 'three']])
    })
  })
}
