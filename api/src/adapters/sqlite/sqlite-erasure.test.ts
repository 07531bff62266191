import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, vi } from 'vitest'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import type { StoreOperations } from '../../platform/store/document-store.ts'
import { foundInFiles } from './erased-bytes-fixture.ts'
import { openSqliteStore } from './sqlite-document-store.ts'

const { signal } = new AbortController()

/** Creates, changes and deletes documents of many sizes; returns the texts that aren't in any of them now. */
async function churn(store: StoreOperations, rounds: number): Promise<string[]> {
  const kept = new Map<string, { text: string; revision: number }>()
  const erased: string[] = []
  // A fixed sequence, so that documents move between the same pages in each run.
  let state = 7
  const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
  for (let round = 0; round < rounds; round += 1) {
    const text = `SECRET-${round}-${random(1e9)}.`
    const filling = 'x'.repeat(random(10) > 0 ? random(900) : random(20_000))
    const ids = [...kept.keys()]
    const id = ids[random(Math.max(1, ids.length))]
    if (id === undefined || random(10) < 5) {
      const created = await store.create('notes', `${random(1e9)}@${round}`, { text, filling })
      kept.set(created.id, { text, revision: created.revision })
      continue
    }
    const before = kept.get(id)!
    erased.push(before.text)
    if (random(10) < 5) {
      await store.delete('notes', id, before.revision)
      kept.delete(id)
    } else {
      const { revision } = await store.update('notes', id, { text, filling }, before.revision)
      kept.set(id, { text, revision })
    }
  }
  return erased
}

describe('what is erased', () => {
  it('is in none of the database’s files seconds later', async () => {
    const path = join(temporaryFolder(), 'portal.sqlite')
    const store = openSqliteStore({ path, erasureDelay: 20 })
    const texts = Array.from({ length: 20 }, (_, at) => `SECRET-${at}.`)
    for (const [at, text] of texts.entries()) await store.create('notes', `${at}`, { text })
    expect(foundInFiles(path, texts)).toEqual(texts)
    for (const at of texts.keys()) {
      if (at % 2 === 0) await store.delete('notes', `${at}`, 1)
      else await store.update('notes', `${at}`, { text: '' }, 1)
    }
    await expect.poll(() => foundInFiles(path, texts)).toEqual([])
    await store.close()
  })

  it('is overwritten once a backup that reads the log has ended', async () => {
    const path = join(temporaryFolder(), 'portal.sqlite')
    const store = openSqliteStore({ path, erasureDelay: 20 })
    await store.create('notes', 'a', { text: 'SECRET-1' })
    const reader = new DatabaseSync(path, { readOnly: true })
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM documents').get()
    await store.delete('notes', 'a')
    // A reader doesn't hold up a save.
    await store.create('notes', 'b', { text: 'Kept' })
    expect(foundInFiles(path, ['SECRET-1'])).toEqual(['SECRET-1'])
    reader.close()
    await expect.poll(() => foundInFiles(path, ['SECRET-1'])).toEqual([])
    await store.close()
  })

  it('is overwritten by the next start if the process was killed', async () => {
    const path = join(temporaryFolder(), 'portal.sqlite')
    const killed = openSqliteStore({ path })
    await killed.create('notes', 'a', { text: 'SECRET-1' })
    await killed.delete('notes', 'a')
    expect(foundInFiles(path, ['SECRET-1'])).toEqual(['SECRET-1'])
    const next = openSqliteStore({ path })
    expect(foundInFiles(path, ['SECRET-1'])).toEqual([])
    await next.close()
  })

  it('has no copy left in any page after the file was compacted, and what is kept is unchanged', async () => {
    const path = join(temporaryFolder(), 'portal.sqlite')
    const store = openSqliteStore({ path, erasureDelay: 1 })
    const erased = await store.transaction((inside) => churn(inside, 3000))
    const before = (await store.list('notes')).documents
    // Copies of documents that moved to another page may be left, of about one text in a thousand.
    const most = erased.length / 50
    await expect.poll(() => foundInFiles(path, erased).length).toBeLessThan(most)
    expect(await store.maintenance!.compact(signal)).toBe(true)
    expect(foundInFiles(path, erased)).toEqual([])
    expect((await store.list('notes')).documents).toEqual(before)
    // There is nothing to do until something else is erased.
    expect(await store.maintenance!.compact(signal)).toBe(false)
    await store.close()
  })

  it('is also overwritten where an earlier release has left it, at the first start of this one', async () => {
    const path = join(temporaryFolder(), 'portal.sqlite')
    const store = openSqliteStore({ path })
    await store.create('notes', 'kept', { text: 'Kept' })
    await store.close()
    const former = new DatabaseSync(path)
    former.exec(`PRAGMA application_id=0; PRAGMA secure_delete=OFF;
      INSERT INTO documents VALUES ('notes', 'a', 1, '', '{"text":"SECRET-1"}');
      DELETE FROM documents WHERE id='a';`)
    former.close()
    expect(foundInFiles(path, ['SECRET-1'])).toEqual(['SECRET-1'])
    const next = openSqliteStore({ path })
    expect(foundInFiles(path, ['SECRET-1'])).toEqual([])
    expect(await next.get('notes', 'kept')).toMatchObject({ text: 'Kept' })
    await next.close()
  })
})

describe('compacting', () => {
  it('answers reads meanwhile, and makes writes wait', async () => {
    const path = join(temporaryFolder(), 'portal.sqlite')
    const store = openSqliteStore({ path })
    await store.create('notes', 'a', { text: 'x' })
    const compacted = vi.fn()
    const compaction = store.maintenance!.compact(signal).then(compacted)
    const write = store.update('notes', 'a', { text: 'y' }, 1)
    const transaction = store.transaction((inside) => inside.create('notes', 'b', { text: 'z' }))
    expect(await store.get('notes', 'a')).toMatchObject({ text: 'x' })
    expect(compacted).not.toHaveBeenCalled()
    await write
    expect(compacted).toHaveBeenCalled()
    await Promise.all([transaction, compaction])
    await store.close()
  })
})
