import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { folderBlobStore } from '../../adapters/folder/folder-blob-store.ts'
import { openSqliteStore } from '../../adapters/sqlite/sqlite-document-store.ts'
import { originalKey } from '../../features/documents/synced-documents-service.ts'
import { mappingsCollection } from '../../features/mappings/stored-mapping.ts'
import { openFilesIn } from '../../testing/open-files-fixture.ts'
import type { Ports } from '../../ports.ts'
import type { StoreOperations } from '../store/document-store.ts'
import { temporaryFolder } from '../files/temporary-folder.ts'
import { testApi, type TestApi } from '../../testing/test-api.ts'
import { listen } from './listen.ts'

let api: TestApi | undefined
let server: Awaited<ReturnType<typeof listen>> | undefined
const sockets = new Set<Socket>()
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  await server?.stop()
  await api?.close()
})

async function serve(ports: Partial<Ports>, env: Record<string, string> = {}) {
  api = await testApi({ env, ports })
  server = await listen(api.app, { ...api.settings, port: 0 }, api)
  return Number(new URL(server.url).port)
}

/** Sends a whole request, and waits for nothing. */
async function send(port: number, lines: string[], body = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  sockets.add(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const head = [...lines, 'Host: a', `Content-Length: ${Buffer.byteLength(body)}`]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  return socket
}

/** A portal with one paper, whose file isn't opened before `open()`. */
async function withClosedFile(requestTime: number) {
  const folder = temporaryFolder()
  const blobs = folderBlobStore(folder)
  const opening = Promise.withResolvers<void>()
  let [begun, ended] = [0, 0]
  const read: Ports['blobs']['read'] = async (...input) => {
    begun += 1
    await opening.promise
    return blobs.read(...input).finally(() => (ended += 1))
  }
  const port = await serve(
    { blobs: { ...blobs, read } },
    { REQUEST_TIME_LIMIT: String(requestTime) },
  )
  const bytes = new Uint8Array(2_000_000)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await api!.ports.blobs.put(originalKey(sha256), bytes)
  await api!.putPaper('report', { size: bytes.length, sha256 })
  const authorization = `Authorization: Bearer ${await api!.tokenOf('member')}`
  const request = () => send(port, ['GET /api/documents/report/content HTTP/1.1', authorization])
  return {
    folder,
    request,
    begun: () => begun,
    open: async () => {
      opening.resolve()
      await expect.poll(() => ended).toBe(begun)
    },
  }
}

const outcomes = async (outcome: string) => {
  const text = await api!.metrics.text()
  const counts = text.matchAll(
    new RegExp(`portal_part_call_seconds_count\\{[^}]*outcome="${outcome}"[^}]*\\} (\\d+)`, 'g'),
  )
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

it('closes a file that is opened after its request was refused', async () => {
  const { folder, request, begun, open } = await withClosedFile(1000)
  await request()
  await expect.poll(begun).toBe(1)
  await expect.poll(() => outcomes('late')).toBe(1)
  await open()
  expect(await openFilesIn(folder)).toBe(0)
})

it('ends the work of a request whose caller has left, and counts it as no failure', async () => {
  const { folder, request, begun, open } = await withClosedFile(60_000)
  const senders = await Promise.all(Array.from({ length: 8 }, request))
  await expect.poll(begun).toBe(8)
  for (const sender of senders) sender.destroy()
  await expect.poll(() => outcomes('abandoned')).toBe(8)
  await open()
  expect(await openFilesIn(folder)).toBe(0)
  expect(api!.logged).toEqual([])
})

it('completes a save whose sender has left', async () => {
  const store = openSqliteStore({ path: ':memory:' })
  const saving = Promise.withResolvers<void>()
  const slowly = (transaction: StoreOperations): StoreOperations => ({
    ...transaction,
    async create(collection, ...input) {
      if (collection === mappingsCollection.name) {
        saving.resolve()
        await after(300)
      }
      return transaction.create(collection, ...input)
    },
  })
  const port = await serve({
    store: {
      ...store,
      transaction: (work, signal) =>
        store.transaction((transaction) => work(slowly(transaction)), signal),
    },
  })
  await api!.putPaper('bylaws')
  const head = [
    'PUT /api/resource-mappings/governance-bylaws HTTP/1.1',
    `Authorization: Bearer ${await api!.tokenOf('admin')}`,
    'Content-Type: application/json',
    'If-None-Match: *',
  ]
  const body = JSON.stringify({ documentId: 'bylaws', title: 'Bylaws' })
  const sender = await send(port, head, body)
  await saving.promise
  sender.destroy()
  const stored = async () =>
    (await store.list(mappingsCollection.name)).documents.map(({ id }) => id)
  await expect.poll(stored).toEqual(['governance-bylaws'])
})
