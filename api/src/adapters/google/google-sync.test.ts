import { afterEach, describe, expect, it } from 'vitest'
import { silentLog } from '../../platform/log.ts'
import type { Drive } from '../../features/sync/drive.ts'
import { collected, syncAdmin, unmapped } from '../../features/sync/sync-fixtures.ts'
import { createSyncService } from '../../features/sync/sync-service.ts'
import { readState } from '../../features/sync/sync-state.ts'
import { memoryBlobStore } from '../memory/memory-blob-store.ts'
import { openSqliteStore } from '../sqlite/sqlite-document-store.ts'
import { driveFile } from './google-drive-file.ts'
import { openBoard } from './stand-in/google-board.ts'

type Board = Awaited<ReturnType<typeof openBoard>>
let board: Board
const opened: { close: () => Promise<void> }[] = []
afterEach(async () => {
  await board.google.stop()
  for (const store of opened.splice(0)) await store.close()
})

const now = () => new Date()

/** A separate portal with that drive. */
/** Delays requested by the drive are divided by `shortened`. */
function portalOf(drive: Drive, waited: number[] = [], shortened = 100) {
  const store = openSqliteStore({ path: ':memory:', now })
  opened.push(store)
  const blobs = memoryBlobStore(now)
  const wait = async (ms: number) => {
    waited.push(ms)
    await new Promise((done) => setTimeout(done, ms / shortened))
  }
  const parts = { ...unmapped, store, blobs, now, log: silentLog, wait }
  const services = [createSyncService({ ...parts, drive })]
  const sync = async (through: Drive = drive) => {
    const service =
      through === drive ? services[0]! : createSyncService({ ...parts, drive: through })
    await service.start()
    await service.idle()
    return readState(store)
  }
  const documents = async () => {
    const { documents: all } = await store.list('documents')
    return all.map(({ name, path, sha256, id }) => ({ id, path, name, sha256 }))
  }
  const versions = async () => {
    const { documents: all } = await store.list('paper_versions')
    return all.map(({ number, sha256, modified_time }) => ({ number, sha256, modified_time }))
  }
  const blobKeys = () => collected(blobs.keys(''))
  const held = async () => (await services[0]!.status(syncAdmin)).held
  const forgetCursor = () => store.delete('sync', 'cursor')
  return { sync, documents, versions, blobKeys, held, forgetCursor }
}

/** Folders, files, Google documents and shortcuts. */
function fill({ tree, root }: Board, files: number) {
  const folders = Array.from({ length: 5 }, (_, n) => tree.folder(`Folder ${n}`, root))
  const ids: string[] = []
  for (let n = 0; n < files; n += 1) {
    const folder = folders[n % 5]!
    if (n % 10 === 0) ids.push(tree.document(`Document ${n}`, folder, `document ${n}`))
    else if (n % 10 === 1) {
      const target = tree.put(`Target ${n}.txt`, tree.root, `target ${n}`)
      ids.push(tree.shortcut(`Link ${n}.txt`, folder, target))
    } else ids.push(tree.put(`File ${n}.txt`, folder, `file ${n}`))
  }
  return { folders, ids }
}

describe('a sync with Google Drive', () => {
  it('fetches each file once, and nothing for a renamed or moved file or folder', async () => {
    board = await openBoard()
    const { tree, root, google } = board
    const { folders, ids } = fill(board, 20)
    const { sync, documents } = portalOf(board.drive)
    expect(await sync()).toMatchObject({ status: 'completed' })
    expect(google.calls).toMatchObject({ 'drive.files.download': 18, 'drive.files.export': 2 })
    const before = await documents()
    expect(before).toHaveLength(20)

    google.forgetCalls()
    for (const id of ids.slice(0, 12)) tree.rename(id, `Renamed ${tree.entries.get(id)!.name}`)
    for (const id of ids.slice(6, 18)) tree.move(id, root)
    tree.rename(folders[3]!, 'Renamed')
    tree.move(folders[4]!, folders[3]!)
    expect(await sync()).toMatchObject({ status: 'completed' })
    expect(google.calls).not.toHaveProperty(['drive.files.download'])
    expect(google.calls).not.toHaveProperty(['drive.files.export'])
    const after = await documents()
    expect(after.map(({ id, sha256 }) => [id, sha256])).toEqual(
      before.map(({ id, sha256 }) => [id, sha256]),
    )
    expect(new Set(after.map(({ path }) => path))).toEqual(
      new Set(['', 'Folder 0', 'Folder 1', 'Folder 2', 'Renamed', 'Renamed/Folder 4']),
    )
  })

  it('adds a version for other bytes of a Google document, and none for an edit without any', async () => {
    board = await openBoard()
    const { tree, root, google } = board
    const agenda = tree.document('Agenda', root, 'first')
    const { sync, versions, forgetCursor } = portalOf(board.drive)
    await sync()
    tree.rename(agenda, 'Agenda of the meeting')
    await sync()
    tree.edit(agenda, 'second')
    await sync()
    // Exported again, with the same result.
    tree.edit(agenda, 'second')
    await sync()
    google.forgetCalls()
    await forgetCursor()
    await sync()
    expect(google.calls).not.toHaveProperty(['drive.files.export'])
    const numbers = await versions()
    expect(numbers.map(({ number }) => number)).toEqual([1, 2])
    expect(new Set(numbers.map(({ sha256 }) => sha256)).size).toBe(2)
    const [first, second] = numbers.map(({ modified_time }) => String(modified_time))
    expect(first! < second!).toBe(true)
  })

  it('recognizes the bytes of a file by their MD5 if Google has no SHA-256 of them', async () => {
    const entry = { id: 'f', name: 'Budget.pdf', mimeType: 'application/pdf' }
    const place = { id: 'f', name: 'Budget.pdf', path: '', parentFolder: '' }
    const file = { ...entry, md5Checksum: 'm', modifiedTime: '2026-11-01T09:00:00.000Z' }
    expect(driveFile(file, place)).toMatchObject({ checksum: 'm' })
    expect(driveFile({ ...file, sha256Checksum: 's' }, place)).toMatchObject({ checksum: 's' })
  })

  it('waits for an admin when its folders are emptied, and fetches nothing when they are restored', async () => {
    board = await openBoard()
    const { folders } = fill(board, 20)
    const { sync, documents, held } = portalOf(board.drive)
    await sync()
    const before = await documents()
    for (const folder of folders) board.tree.trash(folder)
    expect(await sync()).toMatchObject({ status: 'completed' })
    expect(await held()).toMatchObject({ total: 20, reason: 'many' })
    expect(await documents()).toEqual(before)
    board.google.forgetCalls()
    for (const folder of folders) board.tree.restore(folder)
    expect(await sync()).toMatchObject({ status: 'completed' })
    expect(await held()).toBeUndefined()
    expect(await documents()).toEqual(before)
    expect(board.google.calls).not.toHaveProperty(['drive.files.download'])
    expect(board.google.calls).not.toHaveProperty(['drive.files.export'])
  })

  it('waits for an admin when a full listing finds the root empty', async () => {
    board = await openBoard()
    const { folders } = fill(board, 20)
    const { sync, documents, held, forgetCursor } = portalOf(board.drive)
    await sync()
    for (const folder of folders) board.tree.trash(folder)
    await forgetCursor()
    expect(await sync()).toMatchObject({ status: 'completed' })
    expect(await held()).toMatchObject({ total: 20 })
    expect(await documents()).toHaveLength(20)
  })

  it('fails with a clear message when its root is gone, and removes nothing', async () => {
    board = await openBoard()
    fill(board, 20)
    const { sync, documents, held } = portalOf(board.drive)
    await sync()
    board.tree.trash(board.root)
    expect(await sync()).toMatchObject({
      status: 'failed',
      error_message: `The folder ${board.root} isn’t in Google Drive, or isn’t shared with the portal’s account.`,
    })
    expect(await held()).toBeUndefined()
    expect(await documents()).toHaveLength(20)
  })

  it('makes one call when nothing has changed', async () => {
    board = await openBoard()
    fill(board, 20)
    const { sync } = portalOf(board.drive)
    await sync()
    board.google.forgetCalls()
    expect(await sync()).toMatchObject({ status: 'completed', progress: { done: 0, total: 0 } })
    expect(board.google.calls).toEqual({ 'drive.changes.list': 1 })
  })

  it('leaves out a document that Google doesn’t export, gives the reason, and retries only that one', async () => {
    board = await openBoard()
    const { tree, root, google } = board
    fill(board, 10)
    const atlas = tree.document('Atlas', root, Buffer.alloc(11 * 1024 * 1024))
    const { sync, documents } = portalOf(board.drive)
    const failed = {
      status: 'failed',
      error_message:
        '“Atlas.pdf” could not be read from the drive (Google exports documents up to 10 MB only); everything else is synced.',
    }
    expect(await sync()).toMatchObject(failed)
    expect(await documents()).toHaveLength(10)
    google.forgetCalls()
    expect(await sync()).toMatchObject(failed)
    expect(google.calls).toEqual({ 'drive.changes.list': 1, 'drive.files.export': 1 })
    tree.edit(atlas, 'shorter')
    expect(await sync()).toMatchObject({ status: 'completed' })
    expect(await documents()).toHaveLength(11)
    google.forgetCalls()
    await sync()
    expect(google.calls).toEqual({ 'drive.changes.list': 1 })
  })

  it.each(process.env['TEST_LONG'] ? ['one', 'two', 'three'] : ['one'])(
    'ends with the same result despite random failures (chance %s)',
    async (seed) => {
      board = await openBoard({ google: { seed }, adapter: { pageSize: 7 } })
      const { tree, root, google } = board
      const { folders, ids } = fill(board, 30)
      const [calm, troubled] = [portalOf(board.drive), portalOf(board.drive)]
      const bothSync = async () => {
        google.settings.faultRate = 0
        expect(await calm.sync()).toMatchObject({ status: 'completed' })
        google.settings.faultRate = 0.3
        expect(await troubled.sync()).toMatchObject({ status: 'completed' })
        expect(await troubled.documents()).toEqual(await calm.documents())
        expect(await troubled.blobKeys()).toEqual(await calm.blobKeys())
      }
      await bothSync()
      tree.rename(folders[0]!, 'Renamed')
      tree.move(folders[1]!, tree.root)
      tree.trash(folders[2]!)
      for (const id of ids.slice(10, 16)) tree.remove(id)
      for (const id of ids.slice(20, 26)) tree.edit(id, `edited ${id}`)
      tree.put('New.txt', root, 'new')
      await bothSync()
    },
  )

  it('waits when the quota is used up, and then continues', async () => {
    const quota = { units: 1200, window: 1000 }
    board = await openBoard({
      api: { quota },
      // Without rate limiting it exceeds the quota.
      adapter: { quota: { units: 1e9, window: 1 } },
    })
    const { google } = board
    fill(board, 12)
    const waited: number[] = []
    const { sync, documents } = portalOf(board.drive, waited, 20)
    expect(await sync()).toMatchObject({ status: 'completed' })
    expect(await documents()).toHaveLength(12)
    expect(waited.length).toBeGreaterThan(0)
    expect(google.refused).toBeGreaterThan(0)
  })

  it('stays below the quota, so that nothing is refused', async () => {
    const quota = { units: 8000, window: 500 }
    board = await openBoard({ api: { quota }, adapter: { quota } })
    fill(board, 60)
    const { sync, documents } = portalOf(board.drive)
    expect(await sync()).toMatchObject({ status: 'completed' })
    expect(await documents()).toHaveLength(60)
    expect(board.google.refused).toBe(0)
  })

  it('resumes after the last applied page when it was interrupted during the listing', async () => {
    board = await openBoard({ adapter: { pageSize: 5 } })
    const { google } = board
    fill(board, 60)
    const { sync, documents } = portalOf(board.drive)
    const dying: Drive = {
      ...board.drive,
      async *changes(cursor) {
        let pages = 0
        for await (const page of board.drive.changes(cursor)) {
          if ((pages += 1) > 6) throw new Error('The process ends.')
          yield page
        }
      },
    }
    expect(await sync(dying)).toMatchObject({ status: 'failed' })
    const applied = (await documents()).length
    expect(applied).toBeGreaterThan(0)
    expect(applied).toBeLessThan(60)
    google.forgetCalls()
    expect(await sync()).toMatchObject({ status: 'completed' })
    expect(await documents()).toHaveLength(60)
    const { 'drive.files.download': fetched = 0, 'drive.files.export': exported = 0 } = google.calls
    expect(fetched + exported).toBe(60 - applied)
    expect(google.calls).not.toHaveProperty(['drive.changes.getStartPageToken'])
  })
})
