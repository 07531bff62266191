import { openVisibility } from '../visibility/open-visibility-fixture.ts'
import { createClosedUploads } from './closed-uploads.ts'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { memoryBlobStore } from '../../adapters/memory/memory-blob-store.ts'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { silentLog } from '../../platform/log.ts'
import { createSyncedDocumentsService } from '../documents/documents-feature.ts'
import { createPaperArrivalsService } from '../sync/paper-arrivals-service.ts'
import { syncAdmin } from '../sync/sync-fixtures.ts'
import { sha256Of, startOf } from './upload-fixture.ts'
import { createUploadsService } from './uploads-service.ts'

/** Uploads whose completion waits for `disk`. */
async function open() {
  const now = () => new Date()
  const store = openSqliteStore({ path: join(temporaryFolder(), 'portal.sqlite') })
  onTestFinished(() => store.close())
  const blobs = memoryBlobStore()
  const documents = createSyncedDocumentsService({ store, log: silentLog })
  const usual = createPaperArrivalsService({ blobs })
  const receiving: { name: string; go: () => void }[] = []
  const arrivals: typeof usual = {
    ...usual,
    receive: async (source, work) => {
      const disk = Promise.withResolvers<void>()
      const { name } = source as typeof source & { name: string }
      receiving.push({ name, go: disk.resolve })
      await disk.promise
      return usual.receive(source, work)
    },
  }
  const completePapers = () => undefined
  const uploads = createUploadsService({
    store,
    blobs,
    documents,
    arrivals,
    completePapers,
    now,
    closed: createClosedUploads({ documents, visibility: openVisibility }),
  })
  const sent = async (name: string) => {
    const bytes = new Uint8Array(Buffer.from(name))
    const [id, sha256] = [randomUUID(), sha256Of(bytes)]
    await uploads.start(syncAdmin, id, startOf({ name, bytes }))
    const stream = (async function* () {
      yield bytes
    })()
    await uploads.part(syncAdmin, { id, part: 0, sha256, bytes: stream })
    return (signal?: AbortSignal) => uploads.complete(syncAdmin, id, [sha256], signal)
  }
  return { sent, receiving }
}

it('completes one upload at a time, and drops one whose caller leaves while it waits', async () => {
  const { sent, receiving } = await open()
  const [first, second, third] = [await sent('a.txt'), await sent('b.txt'), await sent('c.txt')]
  const leaving = new AbortController()
  const completing = [first(), first()]
  await vi.waitFor(() => expect(receiving).toHaveLength(1))
  const left = second(leaving.signal)
  const last = third()
  leaving.abort(new Error('The page was closed.'))
  await expect(left).rejects.toThrow('The page was closed.')
  expect(receiving.map(({ name }) => name)).toEqual(['a.txt'])
  receiving[0]!.go()
  // One that is sent twice is stored once.
  expect(await Promise.all(completing)).toMatchObject([
    { outcome: 'stored', document: { name: 'a.txt' } },
    { outcome: 'stored', document: { name: 'a.txt' } },
  ])
  await vi.waitFor(() => expect(receiving.map(({ name }) => name)).toEqual(['a.txt', 'c.txt']))
  receiving[1]!.go()
  expect(await last).toMatchObject({ document: { name: 'c.txt' } })
  // The page sends it again.
  const again = second()
  await vi.waitFor(() => expect(receiving).toHaveLength(3))
  receiving[2]!.go()
  expect(await again).toMatchObject({ outcome: 'stored', document: { name: 'b.txt' } })
})

it('refuses an upload for a moment when too many wait', async () => {
  const { sent, receiving } = await open()
  const [first, ...others] = await Promise.all(
    Array.from({ length: 22 }, (_, number) => sent(`${number}.txt`)),
  )
  const running = first!()
  await vi.waitFor(() => expect(receiving).toHaveLength(1))
  const leaving = new AbortController()
  const waiting = others.map((complete) =>
    complete(leaving.signal).catch((error: unknown) => error),
  )
  expect(await Promise.race(waiting)).toMatchObject({ code: 'unavailable' })
  leaving.abort(new Error('over'))
  await Promise.all(waiting)
  receiving[0]!.go()
  await running
})
