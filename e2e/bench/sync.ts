import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { folderBlobStore } from '../../api/src/adapters/folder/folder-blob-store.ts'
import { driveQuota } from '../../api/src/adapters/google/stand-in/drive-api.ts'
import { openBoard } from '../../api/src/adapters/google/stand-in/google-board.ts'
import { openSqliteStore } from '../../api/src/adapters/sqlite/sqlite-document-store.ts'
import { silentLog } from '../../api/src/platform/log.ts'
import type { DriveFile } from '../../api/src/features/sync/drive.ts'
import { samplePdf, unmapped } from '../../api/src/features/sync/sync-fixtures.ts'
import { createSyncService } from '../../api/src/features/sync/sync-service.ts'

/**
 * Files per second of a first sync from Google Drive, against a local stand-in with Google's
 * latency and answers; then the cost of later syncs. The baseline downloads the same files
 * sequentially through the same client, and does nothing with them.
 */
const files = Number(process.env['FILES'] ?? 1500)
const latency = Number(process.env['LATENCY'] ?? 50)
/** The baseline's files: enough to measure its rate. */
const serially = Math.min(files, 200)

const paper = await samplePdf({ pages: 2, text: 'Minutes' })
const folder = mkdtempSync(path.join(tmpdir(), 'bench-sync-'))
console.log(`${files} PDFs of 2 pages, ${latency} ms latency, load ${loadavg()[0]!.toFixed(1)}`)
try {
  const baseline = await downloadSerially()
  await syncAll('without a quota', { units: 1e12, window: 1 }, baseline)
  await syncAll(`${driveQuota.units} units a minute`, driveQuota, baseline)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

type Board = Awaited<ReturnType<typeof openBoard>>
type Quota = typeof driveQuota

/** A drive with 30 folders of different papers. */
async function boardWith(quota: Quota): Promise<Board & { folders: string[] }> {
  const board = await openBoard({ google: { latency }, api: { quota }, adapter: { quota } })
  const { tree, root } = board
  const folders = Array.from({ length: 30 }, (_, n) => tree.folder(`Folder ${n}`, root))
  for (let n = 0; n < files; n += 1) {
    const bytes = Buffer.concat([paper, Buffer.from(`\n% ${n}\n`)])
    tree.put(`Paper ${n}.pdf`, folders[n % folders.length]!, bytes, 'application/pdf')
  }
  return { ...board, folders }
}

/** Files per second. */
async function downloadSerially(): Promise<number> {
  const { drive, google } = await boardWith({ units: 1e12, window: 1 })
  const listed: DriveFile[] = []
  for await (const { changes } of drive.changes()) {
    for (const { file } of changes) if (file) listed.push(file)
  }
  const began = performance.now()
  for (const file of listed.slice(0, serially)) {
    for await (const chunk of (await drive.download(file)) ?? []) chunk.byteLength.toString()
  }
  const speed = serially / secondsSince(began)
  await google.stop()
  console.log(`serial download of ${serially} of them: ${speed.toFixed(1)} files/s (baseline)`)
  return speed
}

async function syncAll(name: string, quota: Quota, baseline: number): Promise<void> {
  const { drive, google, tree, folders } = await boardWith(quota)
  const now = () => new Date()
  const home = mkdtempSync(path.join(folder, 'portal-'))
  const store = openSqliteStore({ path: path.join(home, 'portal.sqlite'), now })
  const blobs = folderBlobStore(path.join(home, 'blobs'))
  const parts = { ...unmapped, store, blobs, drive, now, log: silentLog }
  const sync = createSyncService(parts)
  const run = async (what: string) => {
    google.forgetCalls()
    const [began, cpu] = [performance.now(), process.cpuUsage()]
    await sync.start()
    await sync.idle()
    const seconds = secondsSince(began)
    const { user, system } = process.cpuUsage(cpu)
    const calls = Object.entries(google.calls).map(([method, count]) => `${method} ${count}`)
    const spent = `${((user + system) / 1e6).toFixed(1)} s of CPU with the stand-in’s`
    console.log(`  ${what}: ${seconds.toFixed(1)} s, ${spent}; ${calls.join(', ')}`)
    return seconds
  }
  console.log(`\nsync, ${name}:`)
  const speed = files / (await run('first'))
  const ratio = (speed / baseline).toFixed(2)
  console.log(
    `  ${speed.toFixed(1)} files/s, ${ratio}× the baseline; ${google.refused} calls refused`,
  )
  const { documents } = await store.list('documents')
  if (documents.length !== files)
    throw new Error(`Only ${documents.length} of ${files} files were synced.`)
  await run('nothing changed')
  tree.rename(folders[0]!, 'Renamed')
  tree.move(folders[1]!, folders[0]!)
  await run(`two folders of ${Math.ceil(files / folders.length)} renamed and moved`)
  await store.close()
  await google.stop()
}

function secondsSince(began: number): number {
  return (performance.now() - began) / 1000
}
