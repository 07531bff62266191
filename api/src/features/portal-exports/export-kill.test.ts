import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { folderBlobStore } from '../../adapters/folder/folder-blob-store.ts'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { withAuditChain } from '../../platform/audit/audit-chain.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import { documentsCollection } from '../documents/stored-document.ts'
import { storedPaper } from '../documents/stored-paper-fixture.ts'
import { originalKey } from '../documents/synced-documents-service.ts'
import { syncAdmin } from '../sync/sync-fixtures.ts'
import { exportAll, exportAndKill } from './export-kill-fixture.ts'
import { filesOfExport } from './stored-export.ts'

/** Number of exports that are killed, each up to three times. `test --long` makes 200. */
const kills = Number(process.env['KILLS'] ?? 1)
/** Set `KILL_SEED` to the number in a failed test's name to repeat the same kill points. */
const seed = Number(process.env['KILL_SEED'] ?? Math.floor(Math.random() * 1e6))

let state = seed + 1
const start = Date.parse('2026-11-20T18:00:00Z')
/** In ms; longer than a lease. */
const later = 61_000
const root = mkdtempSync(join(tmpdir(), 'board-portal-test-'))
const clean = join(root, 'clean')
let steps: number
let expected: Awaited<ReturnType<typeof archiveIn>>

beforeAll(async () => {
  const blobs = folderBlobStore(join(clean, 'blobs'))
  const store = openSqliteStore({ path: join(clean, 'portal.sqlite'), now: () => new Date(start) })
  for (let number = 0; number < 6; number += 1) {
    const bytes = Buffer.alloc(400_000, `paper ${number} `)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await blobs.put(originalKey(sha256), bytes)
    const paper = storedPaper(`paper-${number}`, { sha256, size: bytes.length, version: 1 })
    await store.create(documentsCollection.name, `paper-${number}`, paper)
  }
  await withAuditChain(store).transaction((transaction) =>
    recordChange(transaction, {
      at: new Date(start),
      by: syncAdmin,
      what: 'drive synced',
      subject: 'drive',
    }),
  )
  await store.close()
  const undisturbed = copy('undisturbed')
  steps = await exportUndisturbed(undisturbed, start)
  expected = await archiveIn(undisturbed)
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

function copy(name: string): string {
  const folder = join(root, name)
  cpSync(clean, folder, { recursive: true })
  return folder
}

/** Exports in this process, which nothing kills. `time` sets the clock, in ms. Returns the number of its steps. */
async function exportUndisturbed(dataFolder: string, time: number): Promise<number> {
  const now = () => new Date(time)
  const store = openSqliteStore({ path: `${dataFolder}/portal.sqlite`, now })
  let taken = 0
  await exportAll(store, dataFolder, now, () => (taken += 1))
  await store.close()
  return taken
}

/** The files of the only export with their hashes, and its manifest without the time of the start. */
async function archiveIn(folder: string) {
  const store = openSqliteStore({ path: join(folder, 'portal.sqlite') })
  const { documents } = await store.list('portal_exports')
  expect(documents).toHaveLength(1)
  const { id, status, progress, damaged } = documents[0]!
  const files = await filesOfExport(store, id)
  await store.close()
  const { key } = files.at(-1)!
  const stored = await folderBlobStore(join(folder, 'blobs')).read(key!)
  const manifest = (await new Response(stored).json()) as { startedAt: string }
  return {
    status,
    progress,
    damaged,
    files: files.slice(0, -1).map(({ name, size, sha256 }) => ({ name, size, sha256 })),
    // If a process is killed before it has started the export, the next one starts it.
    manifest: { ...manifest, startedAt: '' },
  }
}

it('takes its steps one at a time', () => {
  expect(expected.status).toBe('completed')
  expect(expected.files.filter(({ name }) => name.startsWith('papers/'))).toHaveLength(6)
  expect(expected.files.find(({ name }) => name === 'data/audit.jsonl')!.size).toBeGreaterThan(0)
  expect(steps).toBeGreaterThan(100)
})

it.each(Array.from({ length: kills }, (_, number) => number))(
  `makes the same archive no matter how often it is killed (KILL_SEED=${seed}, %i)`,
  async (number) => {
    const folder = copy(`killed-${number}`)
    let time = start
    for (let kill = 0; kill <= number % 3; kill += 1) {
      const step = 1 + Math.floor(chance() * steps)
      await exportAndKill(folder, time, { step })
      time += later
    }
    await exportUndisturbed(folder, time)
    expect(await archiveIn(folder)).toEqual(expected)
  },
)

/** Deterministic for a seed (Park and Miller's generator). */
function chance(): number {
  state = (state * 16_807) % 2_147_483_647
  return state / 2_147_483_647
}
