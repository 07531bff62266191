import { type FileHandle, open, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { blobStoreSuite } from '../../platform/files/blob-store-suite.ts'
import { openFilesIn } from '../../testing/open-files-fixture.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { runAndKill } from '../run-and-kill-fixture.ts'
import { memoryBlobStore } from '../memory/memory-blob-store.ts'
import { folderBlobStore } from './folder-blob-store.ts'

let opened: string
blobStoreSuite(
  'folder blob store',
  async () => folderBlobStore((opened = temporaryFolder())),
  () => openFilesIn(opened),
)
blobStoreSuite('memory blob store', async () => memoryBlobStore())

it('hides a partial blob after its writer was killed, and deletes it', async () => {
  const folder = temporaryFolder()
  await runAndKill(
    `
    import { folderBlobStore } from ${JSON.stringify(join(import.meta.dirname, 'folder-blob-store.ts'))}
    const blobs = folderBlobStore(${JSON.stringify(folder)})
    await blobs.put('whole', new Uint8Array(1000))
    async function* endless() { for (;;) { yield new Uint8Array(65536); console.log('writing') } }
    await blobs.put('half', endless())
    `,
    'writing',
  )
  const blobs = folderBlobStore(folder)
  expect(await blobs.info('half')).toBeUndefined()
  expect(await blobs.info('whole')).toMatchObject({ size: 1000 })
  expect(await readdir(join(folder, '.incoming'))).toEqual([])
})

it('keeps the uploads of another process that shares the folder', async () => {
  const folder = temporaryFolder()
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  async function* slowly() {
    yield Buffer.from('one ')
    begun.resolve()
    await goOn.promise
    yield Buffer.from('two')
  }
  const writing = folderBlobStore(folder).put('paper', slowly())
  await begun.promise
  const other = folderBlobStore(folder, { isShared: true })
  goOn.resolve()
  await writing
  expect(await new Response(await other.read('paper')).text()).toBe('one two')
})

it('deletes what a killed process has left in a shared folder after a day', async () => {
  const folder = temporaryFolder()
  folderBlobStore(folder)
  const [left, fresh] = ['left', 'fresh'].map((name) => join(folder, '.incoming', name))
  for (const file of [left!, fresh!]) await writeFile(file, 'half')
  const dayAgo = new Date(Date.now() - 25 * 3_600_000)
  await utimes(left!, dayAgo, dayAgo)
  folderBlobStore(folder, { isShared: true })
  expect(await readdir(join(folder, '.incoming'))).toEqual(['fresh'])
})

it('waits for the disk with at most two files at once, so that readers find a free thread', async () => {
  const folder = temporaryFolder()
  const blobs = folderBlobStore(folder)
  const handle = await open(join(folder, 'probe'), 'w')
  await handle.close()
  const disk = Promise.withResolvers<void>()
  const prototype = Object.getPrototypeOf(handle) as FileHandle
  const sync = vi.spyOn(prototype, 'sync').mockReturnValue(disk.promise)
  onTestFinished(() => sync.mockRestore())
  const writing = ['a', 'b', 'c', 'd'].map((key) => blobs.put(key, new Uint8Array(10)))
  await vi.waitFor(async () => {
    expect(await readdir(join(folder, '.incoming'))).toHaveLength(4)
    expect(sync).toHaveBeenCalledTimes(2)
  })
  disk.resolve()
  await Promise.all(writing)
  // Each file and its folder.
  expect(sync).toHaveBeenCalledTimes(8)
})
