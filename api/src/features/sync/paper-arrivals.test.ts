import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { memoryBlobStore } from '../../adapters/memory/memory-blob-store.ts'
import { createTurns } from '../../platform/background/turns.ts'
import { temporaryFolder } from '../../platform/files/temporary-folder.ts'
import { originalKey } from '../documents/documents-feature.ts'
import { importFile } from './document-arrival.ts'
import type { DriveFile } from './drive.ts'
import { testApi } from '../../testing/test-api.ts'
import { createPaperArrivalsService } from './paper-arrivals-service.ts'
import { samplePdf } from './sync-fixtures.ts'

const arrivalTurns = createTurns({ most: 100 })
const blobs = memoryBlobStore()
const shaOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function fileOf(name: string, size?: number): DriveFile {
  const times = { createdTime: '2026-11-01T09:00:00Z', modifiedTime: '2026-11-01T09:00:00Z' }
  const mimeType = 'application/pdf'
  const file = { id: name, name, mimeType, path: '', parentFolder: '', ...times }
  return size === undefined ? file : { ...file, size }
}

describe('papers that arrive', () => {
  it('downloads no more bytes at once than the temporary folder may hold', async () => {
    const workFolder = temporaryFolder()
    const begun: string[] = []
    const disk = Promise.withResolvers<void>()
    const drive = {
      async download({ name }: DriveFile) {
        begun.push(name)
        await disk.promise
        return (async function* () {
          yield await samplePdf({ text: name })
        })()
      },
    }
    const pdfs = { make: async () => ({ condition: 'unmade' as const }) }
    const parts = { drive, blobs, pdfs, workFolder, arrivalTurns }
    const leaving = new AbortController()
    const importing = [
      importFile(parts, fileOf('first', 60)),
      importFile(parts, fileOf('second', 40)),
      importFile(parts, fileOf('third', 1)),
      importFile(parts, fileOf('larger than all', 500)),
    ]
    const left = importFile({ ...parts, signal: leaving.signal }, fileOf('left', 1))
    await nextTurn()
    expect(begun).toEqual(['first', 'second'])
    leaving.abort(new Error('stopped'))
    await expect(left).rejects.toThrow('stopped')
    disk.resolve()
    await Promise.all(importing)
    expect(begun).toEqual(['first', 'second', 'third', 'larger than all'])
    expect(await readdir(workFolder)).toEqual([])
    expect(arrivalTurns.isIdle()).toBe(true)
  })

  it('stores an upload that isn’t a PDF without a copy on this machine', async () => {
    const bytes = Buffer.from('a letter')
    let reads = 0
    const arrivals = createPaperArrivalsService({ blobs, arrivalTurns })
    const source = {
      async *read() {
        reads += 1
        yield bytes
      },
      size: bytes.length,
      mimeType: 'text/plain',
    }
    const end = await arrivalTurns.take({ weight: 100 })
    const arrived = await arrivals.receive(source, async (paper) => {
      expect(await paper.isStored()).toBe(false)
      const stored = await paper.store()
      expect(await paper.isStored()).toBe(true)
      return stored
    })
    end()
    expect(arrived).toEqual({ sha256: shaOf(bytes), size: bytes.length, condition: 'ready' })
    // Once for the hash, and once for the blob.
    expect(reads).toBe(2)
  })

  it('stores an upload again after its file was used up', async () => {
    const bytes = await samplePdf({ pages: 2 })
    const arrivals = createPaperArrivalsService({ blobs, arrivalTurns })
    const source = {
      async *read() {
        yield bytes
      },
      size: 60,
      mimeType: 'application/pdf',
    }
    const key = originalKey(shaOf(bytes))
    const arrived = await arrivals.receive(source, async (paper) => {
      await paper.store()
      await blobs.delete(key)
      return paper.store()
    })
    expect(arrived).toMatchObject({ condition: 'ready', pages: 2 })
    expect(await blobs.info(key)).toMatchObject({ size: bytes.length })
    expect(arrivalTurns.isIdle()).toBe(true)
  })

  it('deletes what a killed process has left in the temporary folder when the portal starts', async () => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    const left = join(tmpdir(), `board-portal-sync-${pid}-at-start`)
    mkdirSync(left)
    writeFileSync(join(left, 'paper'), 'large')
    onTestFinished(() => rmSync(left, { recursive: true, force: true }))
    const api = await testApi()
    onTestFinished(() => api.close())
    await api.features.sync.resume()
    expect(existsSync(left)).toBe(false)
  })
})
