import { type KillPoint, runUntilKilled } from '../sync/sync-kill-fixture.ts'

/** The quarters of each paper, as the notes policy expects them. */
export const killQuarters = new Map([
  ['budget', [{ year: 2026, quarter: 4 }]],
  ['minutes', [{ year: 2026, quarter: 3 }]],
  ['forecast', [{ year: 2027, quarter: 1 }]],
])
export const killZone = 'America/New_York'

/**
 * Starts a process that destroys the notes due at a time, and kills it at one of its calls to the store as `kill -9`
 * does. If it finishes first, returns how many calls it made.
 */
export async function destroyAndKill(
  database: string,
  at: string,
  step = 0,
): Promise<{ steps: number } | 'killed'> {
  const url = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
  const source = `
    import { writeSync } from 'node:fs'
    import { openSqliteStore } from ${url('../../adapters/sqlite/sqlite-document-store.ts')}
    import { memoryBlobStore } from ${url('../../adapters/memory/memory-blob-store.ts')}
    import { forgetOwnBooks } from ${url('../board-book/stored-books.ts')}
    import { silentLog } from ${url('../../platform/log.ts')}
    import { steppingPort } from ${url('../sync/sync-kill-fixture.ts')}
    import { killQuarters, killZone } from ${url('./destroy-kill-fixture.ts')}
    import { createNoteDestruction } from ${url('./destroy-notes.ts')}
    import { createNotesPolicyService } from ${url('./notes-policy-service.ts')}
    let steps = 0
    const step = () => { if ((steps += 1) === ${step}) process.kill(process.pid, 'SIGKILL') }
    writeSync(1, 'begun\\n')
    const store = openSqliteStore({ path: ${JSON.stringify(database)} })
    const now = () => new Date(${JSON.stringify(at)})
    const policy = createNotesPolicyService({
      store, now, meetings: () => killQuarters, meetingDay: () => undefined,
      mayReadMeeting: () => true, isInPreparation: () => false, timeZone: killZone })
    await policy.ready
    const stepping = steppingPort(store, step)
    const deleteDerivedFiles = (uid) => forgetOwnBooks({ store: stepping, blobs: memoryBlobStore() }, uid)
    const parts = { store: stepping, policy, deleteDerivedFiles, now, log: silentLog }
    await createNoteDestruction(parts).run()
    writeSync(1, JSON.stringify({ steps, ms: 0 }) + '\\n')
    process.exit()`
  const point: KillPoint | undefined = step > 0 ? { step } : undefined
  return runUntilKilled(source, point)
}
