import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { folderBlobStore } from '../adapters/folder/folder-blob-store.ts'
import { openSqliteStore } from '../adapters/sqlite/sqlite-document-store.ts'
import { documentsCollection } from '../documents/stored-document.ts'
import { storedPaper } from '../documents/stored-paper-fixture.ts'
import { originalKey } from '../documents/synced-documents-service.ts'
import { exportAndKill } from './export-kill-fixture.ts'
import { filesOfExport } from './stored-export.ts'

/** Number of exports that are killed, each up to three times. `test --long` makes 200. */
const kills = Number(process.env['KILLS'] ?? 4)
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
    await store.create(documentsCollection, `paper-${number}`, paper)
  }
  await store.close()
  const undisturbed = copy('undisturbed')
  const whole = await exportAndKill(undisturbed, start)
  if (whole === 'killed') throw new Error('The undisturbed export was killed.')
  steps = whole.steps
  expected = await archiveIn(undisturbed)
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

function copy(name: string): string {
  const folder = join(root, name)
  cpSync(clean, folder, { recursive: true })
  return folder
}

/** The files of the only export with their hashes; the audit's chain and the lease differ from run to run. */
async function archiveIn(folder: string) {
  const store = openSqliteStore({ path: join(folder, 'portal.sqlite') })
  const { documents } = await store.list('portal_exports')
  expect(documents).toHaveLength(1)
  const { id, status, progress, damaged } = documents[0]!
  const files = await filesOfExport(store, id)
  await store.close()
  const own = new Set(['data/audit.jsonl', 'manifest.json'])
  return {
    status,
    progress,
    damaged,
    files: files.map(({ name, size, sha256 }) =>
      own.has(name) ? { name } : { name, size, sha256 },
    ),
  }
}

it('takes its steps one at a time', () => {
  expect(expected.status).toBe('completed')
  expect(expected.files.filter(({ name }) => name.startsWith('papers/'))).toHaveLength(6)
  expect(steps).toBeGreaterThan(100)
})

it.each(Array.from({ length: kills }, (_, number) => number))(
  `is the same archive, however often it was killed (KILL_SEED=${seed}, %i)`,
  async (number) => {
    const folder = copy(`killed-${number}`)
    let time = start
    for (let kill = 0; kill <= number % 3; kill += 1) {
      const step = 1 + Math.floor(chance() * steps)
      // oxlint-disable-next-line no-await-in-loop -- each process continues what the one before has left
      await exportAndKill(folder, time, { step })
      time += later
    }
    expect(await exportAndKill(folder, time)).not.toBe('killed')
    expect(await archiveIn(folder)).toEqual(expected)
  },
)

/** Deterministic for a seed (Park and Miller's generator). */
function chance(): number {
  state = (state * 16_807) % 2_147_483_647
  return state / 2_147_483_647
}
