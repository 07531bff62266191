import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uploadLimits } from '@portal/contract/uploads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collected, samplePdf } from '../sync/sync-fixtures.ts'
import { steppingPort } from '../sync/sync-kill-fixture.ts'
import { openUploads, sendFile, uploadAndKill } from './upload-kill-fixture.ts'

/** Number of kills; `test --long` makes more. */
const kills = Math.ceil(Number(process.env['KILLS'] ?? 2) / 2)

const folder = mkdtempSync(join(tmpdir(), 'upload-test-'))
const file = join(folder, 'Long.pdf')
let steps = 0
let expected: Awaited<ReturnType<typeof contentOf>>

beforeAll(async () => {
  // Comments after the end of a PDF are allowed, and make it two parts long.
  const pdf = await samplePdf({ pages: 3 })
  writeFileSync(file, Buffer.concat([pdf, Buffer.alloc(uploadLimits.part, '%\n')]))
  const dataFolder = newFolder('whole')
  const undisturbed = await openUploads(dataFolder, (port) =>
    steppingPort(port, () => (steps += 1)),
  )
  steps = 0
  await sendFile(undisturbed, readFileSync(file))
  await undisturbed.store.close()
  expected = await contentOf(dataFolder)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function newFolder(name: string): string {
  const dataFolder = join(folder, name)
  mkdirSync(dataFolder)
  return dataFolder
}

/** What an upload stores, without times. */
async function contentOf(dataFolder: string) {
  const { store, blobs } = await openUploads(dataFolder)
  const { documents } = await store.list('documents')
  const audited = await store.list('audit', { where: { what: 'paper uploaded' } })
  const hashes: Record<string, string> = {}
  for (const key of await collected(blobs.keys(''))) {
    const bytes = await new Response(await blobs.read(key)).arrayBuffer()
    hashes[key] = createHash('sha256').update(new Uint8Array(bytes)).digest('hex')
  }
  await store.close()
  const times = { created_time: 0, last_synced: 0, updatedAt: 0, revision: 0 }
  return {
    documents: documents.map((document) => ({ ...document, ...times })),
    entries: audited.documents.length,
    hashes,
  }
}

describe('an upload to a process that is killed', () => {
  it('stores one document, its original and its fast copy when undisturbed', () => {
    expect(expected.documents).toHaveLength(1)
    expect(Object.keys(expected.hashes)).toHaveLength(2)
    expect(expected.entries).toBe(1)
    expect(steps).toBeGreaterThan(30)
  })

  const shares = Array.from({ length: kills }, (_, number) => (number + 0.5) / kills)
  it.each(shares)('ends with the same result when it is continued (%f)', async (share) => {
    const dataFolder = newFolder(`killed-${share}`)
    const step = Math.max(1, Math.floor(share * steps))
    expect(await uploadAndKill(dataFolder, file, step)).toBe('killed')
    const again = await openUploads(dataFolder)
    await sendFile(again, readFileSync(file))
    await again.expiry.collect()
    await again.store.close()
    expect(await contentOf(dataFolder)).toEqual(expected)
    rmSync(dataFolder, { recursive: true })
  })
})
