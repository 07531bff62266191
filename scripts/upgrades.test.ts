import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { getAgenda, saveAgenda } from '../api/contract/src/agendas.ts'
import { listDocuments } from '../api/contract/src/documents.ts'
import { listMappings, saveMapping } from '../api/contract/src/mappings.ts'
import { getReading, reportReading } from '../api/contract/src/reading.ts'
import { contractVersion } from '../api/contract/src/releases.ts'
import {
  emulatorAbsent,
  startFirestoreEmulator,
} from '../api/src/adapters/firestore/firestore-emulator-fixture.ts'
import { temporaryFolder } from '../api/src/temporary-folder.ts'
import { recordedVersions, restoreFixture } from './upgrades/fixtures.ts'
import { portalAt } from './upgrades/portal-at.ts'
import { prepareQuarter, putPapers } from './upgrades/sample-quarter.ts'
import { type StartedApi, startApi } from './upgrades/start-api.ts'
import { walk } from './upgrades/walk.ts'

const today = path.resolve(import.meta.dirname, '../api/src/main.ts')
const versions = recordedVersions()
const before = versions.at(-1)!
/** The last release whose agenda items have no papers. */
const withoutItemPapers = '1.18.0'

const started: StartedApi[] = []
afterEach(() => Promise.all(started.splice(0).map(({ stop }) => stop())))

async function open(
  main: string,
  dataFolder: string,
  env?: Record<string, string>,
): Promise<StartedApi> {
  const api = await startApi(main, dataFolder, env)
  started.push(api)
  return api
}

const slot = { params: { id: 'governance-bylaws' } }
const quarter = { params: { year: 2026, quarter: 4 } }

async function restored(version: string) {
  const folder = temporaryFolder()
  const found = await restoreFixture(version, folder)
  return { dataFolder: path.join(folder, 'data'), found }
}

it('has data of the release before this one: node scripts/record-upgrade.ts <version>', () => {
  const [major, minor] = contractVersion.split('.').map(Number) as [number, number]
  expect(before).toBe(`${major}.${minor - 1}.0`)
})

describe('an upgrade', () => {
  it.each(versions)('from %s shows its readers what they had', async (version) => {
    const { dataFolder, found } = await restored(version)
    const api = await open(today, dataFolder)
    expect(await walk(api)).toEqual(found)
  })

  it('can be interrupted at any time, and repeated', async () => {
    const { dataFolder, found } = await restored(before)
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const interrupted = await open(today, dataFolder)
      await interrupted.kill()
    }
    expect(await walk(await open(today, dataFolder))).toEqual(found)
  })
})

describe('a rollback', () => {
  it('leaves the release before everything that it understands', async () => {
    const { dataFolder } = await restored(before)
    const newer = await open(today, dataFolder)
    const [admin, member] = [newer.call('admin'), newer.call('member')]
    await admin(saveMapping, { ...slot, body: { title: 'Bylaws of 2027' }, revision: 1 })
    const [paper] = await member(listDocuments, {})
    const read = { documentId: paper!.id, version: 1, pages: [{ page: 1, seconds: 30 }] }
    await member(reportReading, { body: { papers: [read] } })
    const found = await walk(newer)
    await newer.stop()
    const older = await open(await portalAt(before), dataFolder)
    expect(await walk(older)).toEqual(found)
    await older.stop()
    // What the older release doesn't know is there again after the next upgrade.
    const again = await open(today, dataFolder)
    const { papers } = await again.call('member')(getReading, {})
    expect(papers.map(({ documentId }) => documentId)).toEqual([paper!.id])
  })

  it('keeps what newer releases know of an agenda’s items while one that doesn’t saves them', async () => {
    const { dataFolder } = await restored(withoutItemPapers)
    const newer = await open(today, dataFolder)
    const { items, revision } = await newer.call('admin')(getAgenda, quarter)
    const papers = [{ materialType: 'budget-vs-actual', pages: '2–3' }]
    const [welcome, ...others] = items
    const named = [{ ...welcome!, papers }, ...others]
    await newer.call('admin')(saveAgenda, { ...quarter, body: { items: named }, revision })
    await newer.stop()
    const older = await open(await portalAt(withoutItemPapers), dataFolder)
    const known = await older.call('admin')(getAgenda, quarter)
    expect(known.items).toEqual(items)
    const longer = known.items.map((item) => ({ ...item, duration: 20 }))
    const sent = { items: longer.toReversed() }
    await older.call('admin')(saveAgenda, { ...quarter, body: sent, revision: known.revision })
    await older.stop()
    const again = await open(today, dataFolder)
    const seen = await again.call('member')(getAgenda, quarter)
    expect(seen.items).toEqual(named.map((item) => ({ ...item, duration: 20 })).toReversed())
  })
})

const emulator = await startFirestoreEmulator()
afterAll(() => emulator?.stop())

// Only a Firestore database is open to several processes.
describe.skipIf(!emulator && !process.env['CI'])('a rolling deployment', () => {
  const titleIn = async (api: StartedApi) =>
    (await api.call('member')(listMappings, {}))[slot.params.id]?.title

  it('runs the release before and this one on the same data', async () => {
    expect(emulator, emulatorAbsent).toBeDefined()
    const dataFolder = temporaryFolder()
    await putPapers(dataFolder)
    const env = {
      STORE: 'firestore',
      FIREBASE_PROJECT_ID: `demo-${randomUUID()}`,
      FIRESTORE_EMULATOR_HOST: emulator!.host,
      // Several processes and a cold emulator on a busy machine.
      REQUEST_TIME_LIMIT: '30000',
    }
    const older = await open(await portalAt(before), dataFolder, env)
    await prepareQuarter(older.call('admin'))
    const newer = await open(today, dataFolder, env)
    const admin = { older: older.call('admin'), newer: newer.call('admin') }
    const saved = await admin.older(saveMapping, {
      ...slot,
      body: { title: 'Bylaws of 2026' },
      revision: 1,
    })
    await expect.poll(() => titleIn(newer)).toBe('Bylaws of 2026')
    const { revision: latest } = await admin.newer(saveMapping, {
      ...slot,
      body: { title: 'Bylaws of 2027' },
      revision: saved.revision,
    })
    await expect.poll(() => titleIn(older)).toBe('Bylaws of 2027')
    const stale = { ...slot, body: { title: 'Bylaws' }, revision: latest - 1 }
    await expect(admin.older(saveMapping, stale)).rejects.toMatchObject({ code: 'stale' })
    const { items, revision } = await admin.newer(getAgenda, quarter)
    const longer = items.map((item) => ({ ...item, duration: 20 }))
    await admin.older(saveAgenda, { ...quarter, body: { items: longer }, revision })
    const seen = await newer.call('member')(getAgenda, quarter)
    expect(seen.items.map(({ duration }) => duration)).toEqual([20, 20])
    expect(await walk(newer)).toEqual(await walk(older))
  })
})
