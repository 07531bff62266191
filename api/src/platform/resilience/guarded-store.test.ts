import { expect, it } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { silentLog } from '../log.ts'
import { Refusal } from '../../refusal.ts'
import type { DocumentStore } from '../store/document-store.ts'
import { createGuard } from './guard.ts'
import { guardedStore } from './guarded-store.ts'
import { createPartHealth } from './part-health.ts'

/** A database whose first transactions meet too many other writers. */
function busyStore(refusals: number, isInRequest: boolean) {
  const plain = openSqliteStore({ path: ':memory:' })
  let tries = 0
  const store: DocumentStore = {
    ...plain,
    async transaction(work) {
      tries += 1
      if (tries <= refusals) throw new Refusal('contention', 'Too much is being saved.')
      return plain.transaction(work)
    },
  }
  const health = createPartHealth('database', silentLog)
  const limits = { request: 1000, background: 1000, current: () => undefined }
  const now = () => new Date()
  const guard = createGuard({
    part: 'database',
    health,
    limits,
    now,
    observe: () => undefined,
    log: silentLog,
  })
  const guarded = guardedStore(store, guard, { health, isInRequest: () => isInRequest })
  const save = () =>
    guarded.transaction((transaction) => transaction.create('notes', 'a', { text: 'Ask' }))
  return { save, health, tries: () => tries }
}

it('retries background work while too much is saved at the same moment', async () => {
  const { save, tries, health } = busyStore(2, false)
  expect(await save()).toMatchObject({ text: 'Ask' })
  expect(tries()).toBe(3)
  expect(health.failingSince()).toBeUndefined()
})

it('refuses a request at once, because its caller retries it', async () => {
  const { save, tries } = busyStore(1, true)
  await expect(save()).rejects.toMatchObject({ code: 'contention' })
  expect(tries()).toBe(1)
  expect(await save()).toMatchObject({ text: 'Ask' })
})
