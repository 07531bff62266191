import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { documentListSuite } from './document-list-suite.ts'
import type { DocumentStore } from './document-store.ts'
import { documentTransactionSuite } from './document-transaction-suite.ts'
import { documentWatchSuite } from './document-watch-suite.ts'

/** The contract of `DocumentStore`. `open` returns an empty store. */
export function documentStoreSuite(name: string, open: () => Promise<DocumentStore>): void {
  describe(name, () => {
    let store: DocumentStore
    beforeEach(async () => {
      store = await open()
    })
    afterEach(() => store.close())

    const refusal = (code: string) => expect.objectContaining({ name: 'Refusal', code })

    it('returns a created document with its id, revision 1 and a timestamp', async () => {
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

    it('continues the revisions of a deleted document from the one it is created with', async () => {
      await store.create('a', 'x', { n: 1 })
      await store.delete('a', 'x', 1)
      expect(await store.create('a', 'x', { n: 2 }, 2)).toMatchObject({ n: 2, revision: 2 })
      const updated = await store.update('a', 'x', { n: 3 }, 2)
      expect(updated).toMatchObject({ n: 3, revision: 3 })
      expect(await store.get('a', 'x')).toEqual(updated)
    })

    it('stores any text and any id unchanged', async () => {
      const odd = 'o\'Neill/../"quoted" — 🌱 %'
      await store.create('directory', odd, { name: odd })
      expect(await store.get('directory', odd)).toMatchObject({ id: odd, name: odd })
    })

    it('refuses to create over an existing document, and returns the existing one', async () => {
      const first = await store.create('a', 'x', { n: 1 })
      const second = store.create('a', 'x', { n: 2 })
      await expect(second).rejects.toMatchObject({ code: 'conflict', details: { current: first } })
      expect(await store.get('a', 'x')).toEqual(first)
    })

    it('increments the revision with every update and replaces the whole body', async () => {
      await store.create('a', 'x', { n: 1, gone: true })
      const updated = await store.update('a', 'x', { n: 2 }, 1)
      expect(updated).toMatchObject({ n: 2, revision: 2 })
      expect(updated).not.toHaveProperty('gone')
    })

    it('refuses a stale update, returns the stored document and changes nothing', async () => {
      await store.create('a', 'x', { n: 1 })
      const current = await store.update('a', 'x', { n: 2 }, 1)
      await expect(store.update('a', 'x', { n: 3 }, 1)).rejects.toMatchObject({
        code: 'stale',
        details: { current },
      })
      expect(await store.get('a', 'x')).toEqual(current)
    })

    it('lets exactly one of many simultaneous updates win', async () => {
      await store.create('a', 'x', { n: 0 })
      const tries = Array.from({ length: 20 }, (_, n) => store.update('a', 'x', { n }, 1))
      const settled = await Promise.allSettled(tries)
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await store.get('a', 'x')).toMatchObject({ revision: 2 })
    })

    it('refuses to update a missing document', async () => {
      await expect(store.update('a', 'x', {}, 1)).rejects.toEqual(refusal('notFound'))
    })

    it('deletes a document, and refuses to delete a missing one only if a revision is given', async () => {
      await store.create('a', 'x', {})
      await expect(store.delete('a', 'x', 2)).rejects.toEqual(refusal('stale'))
      await store.delete('a', 'x', 1)
      expect(await store.get('a', 'x')).toBeUndefined()
      await store.delete('a', 'x')
      await expect(store.delete('a', 'x', 1)).rejects.toEqual(refusal('notFound'))
    })

    it('restarts at revision 1 after a deletion', async () => {
      await store.create('a', 'x', {})
      await store.delete('a', 'x')
      expect(await store.create('a', 'x', {})).toMatchObject({ revision: 1 })
    })

    it('returns a body exactly as it was stored', async () => {
      const body = {
        'a.b': 1,
        __name__: 'x',
        '': 'empty',
        'z/`"': [[1, [2]], [], {}],
        nothing: null,
        tiny: 5e-324,
        large: Number.MAX_SAFE_INTEGER,
        time: '2026-01-01T00:00:00.000Z',
        text: '\u0000\ud800 \u2028',
        gone: undefined,
      }
      const { gone: _, ...kept } = body
      const created = await store.create('d', 'x', body)
      expect(created).toStrictEqual({ ...kept, id: 'x', revision: 1, updatedAt: created.updatedAt })
      const stored = await store.get('d', 'x')
      expect(JSON.stringify(stored)).toBe(JSON.stringify(created))
    })

    it('stores a body of 900 KB and refuses a larger one', async () => {
      const body = (length: number) => ({ text: 'é'.repeat(length / 2), title: 'x'.repeat(2000) })
      const kept = await store.create('d', 'x', body(890_000))
      expect(await store.get('d', 'x')).toEqual(kept)
      const larger = body(900_000)
      await expect(store.create('d', 'y', larger)).rejects.toEqual(refusal('tooLarge'))
      await expect(store.update('d', 'x', larger, 1)).rejects.toEqual(refusal('tooLarge'))
      expect(await store.get('d', 'x')).toEqual(kept)
    })

    it('refuses a body with more fields, or more text in them, than can be indexed', async () => {
      const fields = (count: number, value: unknown) =>
        Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, value]))
      await store.create('d', 'x', fields(1000, 'é'.repeat(100)))
      for (const body of [fields(10_001, 1), fields(800, 'é'.repeat(500))]) {
        await expect(store.create('d', 'y', body)).rejects.toEqual(refusal('tooLarge'))
      }
    })

    it.each([0, 1.5, Number.MAX_SAFE_INTEGER])(
      'creates nothing at revision %s',
      async (revision) => {
        await expect(store.create('d', 'x', {}, revision)).rejects.toEqual(refusal('badRequest'))
        expect(await store.get('d', 'x')).toBeUndefined()
      },
    )

    it('finds nothing under an empty or overlong id, and refuses to create one', async () => {
      const longest = '.'.repeat(700)
      await store.create('d', longest, {})
      expect(await store.get('d', longest)).toMatchObject({ id: longest })
      for (const id of [`${longest}.`, '']) {
        expect(await store.get('d', id)).toBeUndefined()
        await expect(store.create('d', id, {})).rejects.toEqual(refusal('badRequest'))
        await expect(store.update('d', id, {}, 1)).rejects.toEqual(refusal('notFound'))
        await store.delete('d', id)
      }
    })
  })
  documentListSuite(`${name}: lists`, open)
  documentTransactionSuite(`${name}: transactions`, open)
  documentWatchSuite(`${name}: watching`, open)
}
