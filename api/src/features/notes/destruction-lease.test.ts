import { expect, it, onTestFinished, vi } from 'vitest'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { silentLog } from '../../platform/log.ts'
import { createNoteDestruction } from './destroy-notes.ts'
import { destructionCollection, destructionId } from './stored-policy.ts'

it('completes a killed process’s work once its lease has ended, without waiting for the next hour', async () => {
  let clock = new Date('2026-11-14T12:00:00Z')
  const sqlite = openSqliteStore({ path: ':memory:' })
  onTestFinished(() => sqlite.close())
  // A database that several processes use.
  const { hasEnded: _, ...store } = sqlite
  const expiresAt = new Date(clock.getTime() + 60_000).toISOString()
  await store.create(destructionCollection.name, destructionId, {
    // As earlier versions stored it.
    lease: { holder: 'killed', expiresAt },
    unrecorded: [{ quarter: { year: 2026, quarter: 4 }, days: 30 }],
    owners: ['maria'],
  })
  const policy = { isDue: () => false, meetingsOf: () => [] }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const forgotten: string[] = []
  const deleteDerivedFiles = async (uid: string) => void forgotten.push(uid)
  const now = () => clock
  const destruction = createNoteDestruction({
    store,
    policy,
    deleteDerivedFiles,
    now,
    log: silentLog,
  })
  onTestFinished(destruction.start())
  const records = async () => (await store.list('audit')).documents
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await records()).toEqual([])
  clock = new Date(clock.getTime() + 60_000)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await records()).toMatchObject([{ what: 'notes destroyed', subject: '2026-Q4' }])
  expect(forgotten).toEqual(['maria'])
})
