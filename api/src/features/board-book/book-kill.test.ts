import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { folderBlobStore } from '../../adapters/folder/folder-blob-store.ts'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { heldLease } from '../../platform/background/lease.ts'
import { runUntilKilled, steppingPort } from '../sync/sync-kill-fixture.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { bookCalls, bookKeys, keepQuarter } from './book-fixture.ts'
import { allRecords, booksCollection } from './stored-books.ts'

/** Set `KILL_SEED` to the number in a failed test's name to repeat the same kill points. */
const seed = Number(process.env['KILL_SEED'] ?? Math.floor(Math.random() * 1e6))
const shares = Array.from({ length: Number(process.env['KILLS'] ?? 1) }, (_, index) => {
  const chance = ((seed + index * 7919) * 16_807) % 2_147_483_647
  // A kill point at the very end may not be reached.
  return (chance / 2_147_483_647) * 0.95
})

const open: TestApi[] = []
afterEach(async () => {
  for (const api of open.splice(0)) await api.close()
})

/** Starts the portal on the files that another process has left. `step` is called at each of its calls to them. */
async function openAt(folder: string, step = () => {}): Promise<TestApi> {
  const store = steppingPort(openSqliteStore({ path: join(folder, 'portal.sqlite') }), step)
  const blobs = steppingPort(folderBlobStore(join(folder, 'blobs')), step)
  const api = await testApi({ ports: { store, blobs } })
  open.push(api)
  return api
}

async function withQuarter(): Promise<string> {
  const folder = temporaryFolder()
  const api = await openAt(folder)
  await keepQuarter(api)
  await open.pop()!.close()
  return folder
}

/** Requests a book in a child process, which kills itself at the given call to the database or the file storage. */
function askAndKill(folder: string, step: number) {
  const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
  return runUntilKilled(`
    import { writeSync } from 'node:fs'
    import { folderBlobStore } from ${at('../../adapters/folder/folder-blob-store.ts')}
    import { openSqliteStore } from ${at('../../adapters/sqlite/sqlite-document-store.ts')}
    import { steppingPort } from ${at('../sync/sync-kill-fixture.ts')}
    import { testApi } from ${at('../../testing/test-api.ts')}
    import { bookCalls } from ${at('./book-fixture.ts')}
    const folder = ${JSON.stringify(folder)}
    let steps = 0
    let isCounting = false
    const step = () => {
      if (isCounting && (steps += 1) === ${step}) process.kill(process.pid, 'SIGKILL')
    }
    const store = steppingPort(openSqliteStore({ path: folder + '/portal.sqlite' }), step)
    const blobs = steppingPort(folderBlobStore(folder + '/blobs'), step)
    const api = await testApi({ ports: { store, blobs } })
    writeSync(1, 'begun\\n')
    isCounting = true
    await bookCalls(api).made()
    writeSync(1, JSON.stringify({ steps, ms: 0 }) + '\\n')
    process.exit(0)`)
}

it(`makes the same bytes again after the process that made a book was killed (KILL_SEED=${seed})`, async () => {
  // All portals are copies of one: a paper made at another time would have different bytes.
  const prepared = await withQuarter()
  const copied = () => {
    const folder = temporaryFolder()
    cpSync(prepared, folder, { recursive: true })
    return folder
  }
  let steps = 0
  const undisturbed = await openAt(copied(), () => (steps += 1))
  const before = steps
  const { book: expected } = await bookCalls(undisturbed).made()
  const needed = steps - before
  let killed = 0
  for (const share of shares) {
    const step = 1 + Math.floor(share * needed)
    const folder = copied()
    if ((await askAndKill(folder, step)) === 'killed') killed += 1
    const api = await openAt(folder)
    const isRequested = (await allRecords(api.ports.store)).length > 0
    await api.features.boardBooks.resumeMaking()
    await api.features.boardBooks.idle()
    const state = await bookCalls(api).get()
    if (isRequested) {
      expect(state, `killed at step ${step}`).toMatchObject({ state: 'ready' })
      expect(state.book).toEqual({ ...expected, madeAt: state.book!.madeAt })
      expect(await bookKeys(api)).toEqual([`books/${expected!.id}.pdf`])
    } else expect(state).toEqual({ state: 'none', earlier: [] })
  }
  expect(killed).toBeGreaterThan(0)
}, 600_000)

it('doesn’t resume a book while its process is alive', async () => {
  const api = await openAt(await withQuarter())
  const calls = bookCalls(api)
  await calls.made()
  const {
    revision,
    id: _,
    updatedAt: _1,
    ...record
  } = (await api.ports.store.get(booksCollection.name, '2026-Q4'))!
  const making = {
    wanted: 'f'.repeat(64),
    now: 'f'.repeat(64),
    state: 'making',
    progress: { done: 1, total: 2 },
    by: { uid: 'maria', email: 'maria.lopez@larkspur.example' },
    lease: heldLease('another', new Date()),
  }
  await api.ports.store.update(booksCollection.name, '2026-Q4', { ...record, making }, revision)
  await api.features.boardBooks.resumeMaking()
  await api.features.boardBooks.idle()
  const [stored] = await allRecords(api.ports.store)
  expect(stored!.record.making).toEqual(making)
})

it('leaves a book to the process that has taken it over', async () => {
  const api = await openAt(await withQuarter())
  const calls = bookCalls(api)
  await calls.ask()
  const {
    revision,
    id: _,
    updatedAt: _1,
    ...stored
  } = (await api.ports.store.get(booksCollection.name, '2026-Q4'))!
  const making = stored['making'] as { lease: object }
  const lease = { ...making.lease, token: 'another' }
  const record = { ...stored, making: { ...making, lease } }
  await api.ports.store.update(booksCollection.name, '2026-Q4', record, revision)
  await api.features.boardBooks.idle()
  expect(await calls.get()).toMatchObject({ state: 'making', earlier: [] })
  const [left] = await allRecords(api.ports.store)
  expect(left!.record).toMatchObject({ books: [], making: { lease: { token: 'another' } } })
})
