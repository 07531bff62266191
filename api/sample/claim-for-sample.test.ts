import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSqliteStore } from '../src/adapters/sqlite/sqlite-document-store.ts'
import { temporaryFolder } from '../src/platform/files/temporary-folder.ts'
import { claimForSample, refuseOtherFiles } from './claim-for-sample.ts'
import { readState } from './sample-state.ts'

const day = 86_400_000
const begun = Date.parse('2026-11-03T09:00:00Z')

type Portal = {
  folder: string
  /** Whether the sample may use this folder, as `start` checks it. */
  claim: () => Promise<void>
  /** Stores a document as it was stored some time after the first start, in ms. */
  put: (after: number, collection: string, id: string, body: object) => Promise<void>
}

function portal(): Portal {
  const folder = temporaryFolder()
  let time = begun
  const file = join(folder, 'portal.sqlite')
  const open = () => openSqliteStore({ path: file, now: () => new Date(time) })
  return {
    folder,
    async claim() {
      await refuseOtherFiles(folder)
      const store = open()
      await claimForSample(store, folder).finally(store.close)
    },
    async put(after, collection, id, body) {
      time = begun + after
      const store = open()
      await store.create(collection, id, { ...body }).finally(store.close)
    },
  }
}

/** The list of admins, which a portal creates at its first start. */
const firstStart = ({ put }: Portal) => {
  const createdAt = new Date(begun).toISOString()
  const designatedAdmins = ['ruth.abelman@larkspur.example']
  const body = { designatedAdmins, createdAt, lastUpdated: createdAt }
  return put(0, 'admin', 'designatedAdmins', body)
}

/** The file in which the sample records what it has made, as earlier versions wrote it. */
function writeSampleFile({ folder }: Portal, writtenAt: number): void {
  const file = join(folder, 'sample.json')
  const made = ['Governance/Bylaws.pdf']
  writeFileSync(file, JSON.stringify({ made, calendars: [], meetings: {} }))
  utimesSync(file, writtenAt / 1000, writtenAt / 1000)
  mkdirSync(join(folder, 'drive'))
  writeFileSync(join(folder, 'drive/Bylaws.pdf'), '%PDF')
}

const refused = { code: 'conflict', message: expect.stringContaining('set SAMPLE=0; to see') }

it('marks an empty folder, and accepts it from then on', async () => {
  const fresh = portal()
  await fresh.claim()
  expect(await readState(fresh.folder)).toMatchObject({ isSample: true })
  await firstStart(fresh)
  await fresh.put(30 * day, 'documents', 'bylaws', { name: 'Bylaws.pdf' })
  await fresh.claim()
})

it('refuses a folder that another portal has used, and adds nothing to it', async () => {
  const real = portal()
  await firstStart(real)
  await real.put(day, 'documents', 'bylaws', { name: 'Our bylaws.pdf' })
  const before = readdirSync(real.folder)
  await expect(real.claim()).rejects.toMatchObject(refused)
  await expect(real.claim()).rejects.toThrow(real.folder)
  expect(readdirSync(real.folder)).toEqual(before)
})

it('refuses a folder with somebody’s papers before it creates a database', async () => {
  const real = portal()
  mkdirSync(join(real.folder, 'drive'))
  writeFileSync(join(real.folder, 'drive/Our bylaws.pdf'), '%PDF')
  await expect(real.claim()).rejects.toMatchObject(refused)
  expect(readdirSync(real.folder)).toEqual(['drive'])
})

it('recognizes and marks a folder that an earlier start made', async () => {
  const earlier = portal()
  writeSampleFile(earlier, begun - 30_000)
  await firstStart(earlier)
  await earlier.put(240_000, 'sample', 'directory', { complete: true, seeded: [] })
  await earlier.put(90 * day, 'sample', '2027-Q1', { complete: true, seeded: [] })
  await earlier.put(90 * day, 'documents', 'own', { name: 'Dropped in.pdf' })
  await earlier.claim()
  expect(await readState(earlier.folder)).toMatchObject({
    isSample: true,
    made: ['Governance/Bylaws.pdf'],
  })
})

it('recognizes an earlier start that was killed before it had finished', async () => {
  const written = portal()
  writeSampleFile(written, begun - 1000)
  await firstStart(written)
  await written.claim()
  const drafted = portal()
  mkdirSync(join(drafted.folder, '.sample-drafts'))
  mkdirSync(join(drafted.folder, 'drive'))
  writeFileSync(join(drafted.folder, 'drive/Bylaws.pdf'), '%PDF')
  await drafted.claim()
})

it('recognizes a restored sample, whose backup had no file of the sample', async () => {
  const restored = portal()
  await firstStart(restored)
  await restored.put(240_000, 'sample', 'directory', { complete: true, seeded: [] })
  await restored.claim()
})

it('refuses a portal to which an earlier start has added the sample later', async () => {
  const mixed = portal()
  writeSampleFile(mixed, begun + 30 * day)
  await firstStart(mixed)
  await expect(mixed.claim()).rejects.toMatchObject(refused)
  await mixed.put(30 * day, 'sample', 'directory', { complete: true, seeded: [] })
  await expect(mixed.claim()).rejects.toMatchObject(refused)
})
