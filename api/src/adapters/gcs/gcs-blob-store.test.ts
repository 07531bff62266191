import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { blobStoreSuite } from '../../platform/files/blob-store-suite.ts'
import { gcsBlobStore, mustReachBucket } from './gcs-blob-store.ts'
import { startStorageEmulator, type StorageEmulator } from './storage-emulator-fixture.ts'

let emulator: StorageEmulator
let count = 0
beforeAll(async () => {
  emulator = await startStorageEmulator()
})
afterAll(() => emulator.stop())

const openAt = () => {
  const bucket = `blobs-${(count += 1)}`
  return gcsBlobStore({ bucket, apiEndpoint: emulator.url })
}

blobStoreSuite('Google Cloud Storage blob store', async () => openAt())

describe('Google Cloud Storage', () => {
  const large = 20 * 1024 * 1024

  async function* pieces(size: number, breaksOff = false) {
    const piece = new Uint8Array(1024 * 1024).fill(7)
    for (let sent = 0; sent < size; sent += piece.length) yield piece
    if (breaksOff) throw new Error('connection lost')
  }

  it('streams a large blob, and returns its end', async () => {
    const blobs = openAt()
    await blobs.put('large', pieces(large))
    expect(await blobs.info('large')).toMatchObject({ size: large })
    const end = await blobs.read('large', { start: large - 3, end: large - 1 })
    expect(new Uint8Array(await new Response(end).arrayBuffer())).toEqual(new Uint8Array([7, 7, 7]))
  })

  it('reads without a warning about leaked listeners', async () => {
    const warnings: string[] = []
    const note = ({ name }: Error) => warnings.push(name)
    process.on('warning', note)
    const blobs = openAt()
    await blobs.put('large', pieces(large))
    const bytes = await new Response(await blobs.read('large')).arrayBuffer()
    expect(bytes.byteLength).toBe(large)
    // Warnings are emitted on the next tick.
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', note)
    expect(warnings).toEqual([])
  })

  it('hides a large blob whose source failed after some of it had been sent', async () => {
    const blobs = openAt()
    await expect(blobs.put('large', pieces(large, true))).rejects.toThrow('connection lost')
    expect(await blobs.info('large')).toBeUndefined()
  })

  it('lists more keys than fit on one page', async () => {
    const blobs = openAt()
    for (let at = 0; at < 1010; at += 101) {
      const some = Array.from({ length: 101 }, (_, n) => `p/${String(at + n).padStart(4, '0')}`)
      await Promise.all(some.map((key) => blobs.put(key, new Uint8Array([1]))))
    }
    const keys: string[] = []
    for await (const key of blobs.keys('p/')) keys.push(key)
    expect(new Set(keys).size).toBe(1010)
  })

  it.each([
    [
      403,
      'The portal’s account may not use the server’s storage. Check its permissions on GCS_BUCKET.',
    ],
    [429, 'The server’s storage can’t be reached at the moment. Please try again.'],
    [500, 'The server’s storage can’t be reached at the moment. Please try again.'],
  ])(
    'refuses with one sentence while Google responds with %i, and never looks empty',
    async (status, message) => {
      let calls = 0
      const google = createServer((_, response) => {
        calls += 1
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ error: { code: status, message: 'refused' } }))
      }).listen(0, '127.0.0.1')
      await once(google, 'listening')
      onTestFinished(() => void google.close())
      const { port } = google.address() as AddressInfo
      const options = { bucket: 'b', apiEndpoint: `http://127.0.0.1:${port}`, retries: 0 }
      const blobs = gcsBlobStore(options)
      const refused = { code: 'unavailable', message }
      await expect(blobs.info('a')).rejects.toMatchObject(refused)
      await expect(blobs.read('a')).rejects.toMatchObject(refused)
      await expect(blobs.put('a', new Uint8Array([1]))).rejects.toMatchObject(refused)
      await expect(blobs.put('a', pieces(large))).rejects.toMatchObject(refused)
      await expect(blobs.delete('a')).rejects.toMatchObject(refused)
      await expect(blobs.keys('')[Symbol.asyncIterator]().next()).rejects.toMatchObject(refused)
      await expect(mustReachBucket(options)).rejects.toMatchObject(refused)
      expect(calls).toBe(7)
    },
  )

  it('refuses with unavailable and a message when it can’t be reached', async () => {
    const options = { bucket: 'b', apiEndpoint: 'http://127.0.0.1:9', retries: 0 }
    const blobs = gcsBlobStore(options)
    const refused = {
      code: 'unavailable',
      message: 'The server’s storage can’t be reached at the moment. Please try again.',
    }
    await expect(blobs.info('a')).rejects.toMatchObject(refused)
    await expect(blobs.read('a')).rejects.toMatchObject(refused)
    await expect(blobs.put('a', new Uint8Array([1]))).rejects.toMatchObject(refused)
    await expect(blobs.put('a', pieces(large))).rejects.toMatchObject(refused)
    await expect(blobs.delete('a')).rejects.toMatchObject(refused)
    await expect(blobs.keys('')[Symbol.asyncIterator]().next()).rejects.toMatchObject(refused)
    await expect(mustReachBucket(options)).rejects.toMatchObject(refused)
  })
})
