import { memoryBlobStore } from '../../adapters/memory/memory-blob-store.ts'
import { silentLog } from '../../platform/log.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { forgetOwnBooks } from '../board-book/stored-books.ts'
import { runUntilKilled, steppingPort } from '../sync/sync-kill-fixture.ts'
import { createNoteDestruction } from './destroy-notes.ts'
import { createNotesPolicyService } from './notes-policy-service.ts'

/** The quarters of each paper, as the notes policy expects them. */
const killQuarters = new Map([
  ['budget', [{ year: 2026, quarter: 4 }]],
  ['minutes', [{ year: 2026, quarter: 3 }]],
  ['forecast', [{ year: 2027, quarter: 1 }]],
])

/** The job that destroys the notes due at a time. Calls `step` at each of its calls to the store. */
export async function noteDestruction(store: DocumentStore, at: string, step = () => {}) {
  const now = () => new Date(at)
  const policy = createNotesPolicyService({
    store,
    now,
    meetings: () => killQuarters,
    nameOf: ({ meeting }) => meeting,
    meetingDay: () => undefined,
    mayReadMeeting: () => true,
    isInPreparation: () => false,
    timeZone: 'America/New_York',
  })
  await policy.ready
  const stepping = steppingPort(store, step)
  const deleteDerivedFiles = (uid: string) =>
    forgetOwnBooks({ store: stepping, blobs: memoryBlobStore() }, uid)
  return createNoteDestruction({
    store: stepping,
    policy,
    deleteDerivedFiles,
    now,
    log: silentLog,
  })
}

/** Destroys notes in a process, and kills it at one of its calls to the store as `kill -9` does. */
export function destroyAndKill(database: string, at: string, step: number) {
  const url = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
  return runUntilKilled(`
    import { writeSync } from 'node:fs'
    import { openSqliteStore } from ${url('../../adapters/sqlite/sqlite-document-store.ts')}
    import { noteDestruction } from ${JSON.stringify(import.meta.url)}
    let steps = 0
    const step = () => { if ((steps += 1) === ${step}) process.kill(process.pid, 'SIGKILL') }
    const store = openSqliteStore({ path: ${JSON.stringify(database)} })
    const destruction = await noteDestruction(store, ${JSON.stringify(at)}, step)
    await destruction.run()
    writeSync(1, JSON.stringify({ steps, ms: 0 }) + '\\n')
    process.exit()`)
}
