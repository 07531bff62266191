import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderBlobStore } from '../adapters/folder/folder-blob-store.ts'
import { folderDrive } from '../adapters/folder/folder-drive.ts'
import { openSqliteStore } from '../adapters/sqlite/sqlite-document-store.ts'
import { silentLog } from '../http/log.ts'
import { collected, driveFolder, samplePdf } from './sync-fixtures.ts'
import { createSyncService } from './sync-service.ts'
import { readState } from './sync-state.ts'

const files = driveFolder()
const now = () => new Date()

beforeAll(async () => {
  for (let n = 0; n < 8; n += 1) {
    files.put(`${n % 3}/Paper ${n}.pdf`, await samplePdf({ pages: n + 1, text: `Paper ${n}` }))
  }
  files.put('Notes.docx', 'words')
})
afterAll(() => files.remove())

function openAt(dataFolder: string) {
  const store = openSqliteStore({ path: join(dataFolder, 'portal.sqlite') })
  const blobs = folderBlobStore(join(dataFolder, 'blobs'))
  const drive = folderDrive(files.folder, { settle: 0, pageSize: 3 })
  return { store, blobs, sync: createSyncService({ store, blobs, drive, now, log: silentLog }) }
}

/** Everything that a sync leaves, but for the times at which it did so. */
async function contentOf({ store, blobs }: ReturnType<typeof openAt>) {
  const { documents } = await store.list('documents')
  const cursor = await store.get('sync', 'cursor')
  return {
    documents: documents.map((document) => ({
      ...document,
      last_synced: 0,
      updatedAt: 0,
      revision: 0,
    })),
    blobs: await collected(blobs.keys('')),
    cursor: cursor?.['cursor'],
  }
}

/** A process that syncs and prints a line at every step it takes; killed, as by `kill -9`, at one of them. */
async function syncAndKill(dataFolder: string, atStep: number): Promise<'killed' | 'ended'> {
  const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
  const source = `
    import { writeSync } from 'node:fs'
    import { folderBlobStore } from ${at('../adapters/folder/folder-blob-store.ts')}
    import { folderDrive } from ${at('../adapters/folder/folder-drive.ts')}
    import { openSqliteStore } from ${at('../adapters/sqlite/sqlite-document-store.ts')}
    import { silentLog } from ${at('../http/log.ts')}
    import { createSyncService } from ${at('./sync-service.ts')}
    const folder = ${JSON.stringify(dataFolder)}
    let step = 0
    const stepping = (port) => Object.fromEntries(Object.entries(port).map(([name, method]) => [
      name, (...given) => {
        writeSync(1, 'step ' + (step += 1) + '\\n')
        // Stands still until it is killed: a signal takes a moment, in which it could come to its end.
        if (step === ${atStep}) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
        return method(...given)
      },
    ]))
    const store = stepping(openSqliteStore({ path: folder + '/portal.sqlite' }))
    const blobs = stepping(folderBlobStore(folder + '/blobs'))
    const drive = stepping(folderDrive(${JSON.stringify(files.folder)}, { settle: 0, pageSize: 3 }))
    const sync = createSyncService({ store, blobs, drive, now: () => new Date(), log: silentLog })
    await sync.start()
    await sync.idle()`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let seen = ''
  child.stdout.on('data', (chunk: Buffer) => {
    seen += chunk.toString()
    if (seen.includes(`step ${atStep}\n`)) child.kill('SIGKILL')
  })
  const [code, signal] = (await ended) as [number | null, string | null]
  expect(code ?? signal).toBe(signal === null ? 0 : 'SIGKILL')
  return signal === null ? 'ended' : 'killed'
}

describe('a sync that is killed', () => {
  // Each of the killed processes starts a Node of its own, which takes long on a busy machine.
  it(
    'is resumed at the next start and ends with what an undisturbed one leaves',
    { timeout: 60_000 },
    async () => {
      const clean = openAt(files.root)
      await clean.sync.start()
      await clean.sync.idle()
      const expected = await contentOf(clean)
      await clean.store.close()
      expect(expected.documents).toHaveLength(9)
      expect(expected.blobs).toHaveLength(25)

      // Over sixty steps are taken in all: one kill early, one late, and some anywhere.
      const anywhere = () => 5 + Math.floor(Math.random() * 55)
      for (const step of [4, anywhere(), anywhere(), 60]) {
        const dataFolder = join(files.root, `data-${step}-${Math.random()}`)
        mkdirSync(dataFolder)
        const how = await syncAndKill(dataFolder, step)
        const again = openAt(dataFolder)
        const left = await readState(again.store)
        if (how === 'killed') expect(left?.status, `killed at step ${step}`).toBe('running')
        await again.sync.resume()
        await again.sync.idle()
        expect(await readState(again.store)).toMatchObject({
          status: 'completed',
          runId: left!.runId,
        })
        expect(await contentOf(again), `killed at step ${step}`).toEqual(expected)
        await again.store.close()
      }
    },
  )

  it('is not taken up while the process that runs it is alive', async () => {
    const dataFolder = files.root
    const { store, sync } = openAt(dataFolder)
    const state = (await readState(store))!
    const { revision, ...body } = state
    const lease = {
      token: 99,
      holder: 'elsewhere:1',
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    }
    await store.update('sync', 'state', { ...body, status: 'running', lease }, revision)
    await sync.resume()
    await sync.idle()
    expect(await sync.start()).toMatchObject({ status: 'running', runId: body.runId })
    expect((await readState(store))!.lease.token).toBe(99)
    await store.close()
  })
})
