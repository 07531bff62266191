import { createReadStream, mkdtempSync, rmSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { listDocuments } from '@portal/contract/documents'
import { getSyncStatus, triggerSync } from '@portal/contract/sync'
import getPort from 'get-port'
import { runPortal, startEmulator } from '../../scripts/portal.ts'
import { adminToken, callWith, memberToken } from './session.ts'

/**
 * Memory of the API's process: idle, while a file of 200 MB is synced, while four readers download
 * it at once, and while a client sends 200 MB to an endpoint that rejects it. Resident set in MB,
 * sampled from /proc.
 */
const size = 200 * 1024 * 1024
const readers = 4
/**
 * Time for the work after a start or a burst (building the search index, garbage collection), in
 * ms.
 */
const settling = 20_000
const fileName = 'Recording of the board meeting.mp4'

const folder = mkdtempSync(path.join(tmpdir(), 'bench-memory-'))
const emulator = await startEmulator(folder)
const options = { port: await getPort(), dataFolder: folder, emulator }
// The first start creates the sample foundation, which takes memory that no real foundation needs.
await (await runPortal(options)).stop()
const portal = await runPortal({ ...options, env: { SAMPLE: '0' } })
void portal.ended.then((reason) => console.log(`the API has ended: ${reason}`))
try {
  const member = await memberToken(portal.url)
  const admin = callWith(portal.url, await adminToken(portal.url))
  await synced()
  await after(settling)
  console.log(`at rest: ${(await rss()).toFixed(0)} MB`)

  await writeLargeFile(path.join(folder, 'drive', fileName))
  await measured('sync of a file of 200 MB', async () => {
    await admin(triggerSync)
    await synced()
  })
  const documents = await callWith(portal.url, member)(listDocuments)
  const large = documents.find(({ name }) => name === fileName)
  if (!large) throw new Error(`${fileName} was not synced.`)
  const headers = { authorization: `Bearer ${member}` }
  await measured(`${readers} downloads of 200 MB at once`, async () => {
    const address = `/api/documents/${large.id}/content`
    const sizes = await Promise.all(
      Array.from({ length: readers }, () => download(address, headers)),
    )
    if (sizes.some((bytes) => bytes !== size))
      throw new Error(`Downloaded ${sizes.join(', ')} bytes.`)
  })
  await measured('200 MB sent to a save', async () => {
    const status = await upload('/api/resource-mappings/governance-bylaws')
    console.log(`  answered ${status}`)
  })
  await after(settling)
  console.log(`at rest afterwards: ${(await rss()).toFixed(0)} MB`)

  async function synced(): Promise<void> {
    for (;;) {
      const { status, error_message } = await admin(getSyncStatus)
      if (status === 'failed') throw new Error(error_message)
      if (status !== 'running') return
      await after(250)
    }
  }

  async function upload(address: string): Promise<number> {
    const bearer = { authorization: `Bearer ${await adminToken(portal.url)}` }
    return new Promise((resolve, reject) => {
      const sending = request(`${portal.url}${address}`, {
        method: 'PUT',
        headers: { ...bearer, 'content-type': 'application/json', 'if-none-match': '*' },
      })
      sending.once('response', (response) => {
        response.resume()
        resolve(response.statusCode!)
      })
      // After the refusal the rest isn't sent.
      sending.once('error', (error) => (sending.destroyed ? resolve(0) : reject(error)))
      createReadStream(path.join(folder, 'drive', fileName)).pipe(sending)
    })
  }
} finally {
  await portal.stop()
  await emulator.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Runs the work and returns the peak memory during it. */
async function measured(what: string, work: () => Promise<unknown>): Promise<void> {
  const before = await rss()
  const seen = { most: before, isDone: false }
  const sampling = (async () => {
    while (!seen.isDone) {
      seen.most = Math.max(seen.most, await rss())
      await after(50)
    }
  })()
  const started = performance.now()
  await work()
  seen.isDone = true
  await sampling
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    `${what}: ${before.toFixed(0)} MB before, ${seen.most.toFixed(0)} MB at most, ${seconds} s`,
  )
}

/** The resident set of the API's process, in MB. */
async function rss(): Promise<number> {
  const status = await readFile(`/proc/${portal.process.pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) / 1024
}

async function writeLargeFile(file: string): Promise<void> {
  const handle = await open(file, 'w')
  const piece = Buffer.alloc(1024 * 1024, 'board')
  for (let written = 0; written < size; written += piece.length) {
    piece.writeUInt32LE(written, 0)
    await handle.write(piece)
  }
  await handle.close()
}

function download(address: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const agent = new Agent()
    request(`${portal.url}${address}`, { agent, headers }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.once('end', () => resolve(bytes))
      response.once('error', reject)
    })
      .once('error', reject)
      .end()
  })
}
