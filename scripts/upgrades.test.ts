import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { getAgenda, listAgendas, saveAgenda } from '../api/contract/src/agendas.ts'
import { listDirectory, listPeople } from '../api/contract/src/directory.ts'
import { listDocuments, listFolders } from '../api/contract/src/documents.ts'
import { pathOf } from '../api/domain/src/path-of.ts'
import { getMeetingMaterial } from '../api/contract/src/meetings.ts'
import { listMappings, listQuarters, saveMapping } from '../api/contract/src/mappings.ts'
import { getReading, reportReading } from '../api/contract/src/reading.ts'
import { contractVersion } from '../api/contract/src/releases.ts'
import { search } from '../api/contract/src/search.ts'
import { searchEverything } from '../api/contract/src/search-everything.ts'
import { temporaryFolder } from '../api/src/platform/files/temporary-folder.ts'
import { earlierVersions, restoreFixture } from './upgrades/fixtures.ts'
import { portalAt } from './upgrades/portal-at.ts'
import { type StartedApi, startApi } from './upgrades/start-api.ts'
import { linkAdmin, prepareCommittee, secret, walkCommittee } from './upgrades/sample-committee.ts'
import { walk } from './upgrades/walk.ts'
import type { Call } from '../shell/remote-kit/src/client.ts'

const today = path.resolve(import.meta.dirname, '../api/src/main.ts')
const versions = earlierVersions()
const before = versions.at(-1)!
/** The last release that knows no audiences. */
const withoutAudiences = '1.22.0'
const isLong = process.env['TEST_LONG'] !== undefined
/** The last one is also upgraded by the test that interrupts an upgrade. */
const upgraded = isLong ? versions : versions.slice(0, 1)

const started: StartedApi[] = []
afterEach(() => Promise.all(started.splice(0).map(({ stop }) => stop())))

async function open(main: string, dataFolder: string): Promise<StartedApi> {
  const api = await startApi(main, dataFolder)
  started.push(api)
  return api
}

const slot = { params: { id: 'governance-bylaws' } }

async function restored(version: string) {
  const folder = temporaryFolder()
  const contents = await restoreFixture(version, folder)
  return { dataFolder: path.join(folder, 'data'), contents }
}

it('has data of the release before this contract: node scripts/record-upgrade.ts <version>', () => {
  const [major, minor] = contractVersion.split('.').map(Number) as [number, number]
  expect(before).toBe(`${major}.${minor - 1}.0`)
})

describe('an upgrade', () => {
  it.each(upgraded)('from %s shows its readers what they had', async (version) => {
    const { dataFolder, contents } = await restored(version)
    const api = await open(today, dataFolder)
    expect(await walk(api)).toEqual(contents)
  })

  it('can be interrupted at any time, and repeated', async () => {
    const { dataFolder, contents } = await restored(before)
    for (let attempt = 0; attempt < (isLong ? 3 : 1); attempt += 1) {
      const interrupted = await open(today, dataFolder)
      await interrupted.kill()
    }
    expect(await walk(await open(today, dataFolder))).toEqual(contents)
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
    const contents = await walk(newer)
    await newer.stop()
    const older = await open(await portalAt(before), dataFolder)
    expect(await walk(older)).toEqual(contents)
    await older.stop()
    // What the older release doesn't know is there again after the next upgrade.
    const again = await open(today, dataFolder)
    const { papers } = await again.call('member')(getReading, {})
    expect(papers.map(({ documentId }) => documentId)).toEqual([paper!.id])
  })
})

describe('what a release without audiences doesn’t know', () => {
  it('is shown to nobody by it, and is kept by its saves', async () => {
    const { dataFolder } = await restored(withoutAudiences)
    await linkAdmin(dataFolder)
    const newer = await open(today, dataFolder)
    await prepareCommittee(newer.call('admin'))
    const contents = await walkCommittee(newer.call('admin'), newer.call('member'))
    expect(contents).toMatchObject({ closed: { title: secret }, shownToMembers: { closed: true } })
    await newer.stop()

    const older = await open(await portalAt(withoutAudiences), dataFolder)
    for (const as of ['member', 'admin'] as const) {
      expect(JSON.stringify(await everything(older.call(as)))).not.toContain(secret)
    }
    const { items, revision } = await older.call('admin')(getAgenda, quarter)
    const renamed = items.map((item) => ({ ...item, title: `${item.title}, as before` }))
    await older.call('admin')(saveAgenda, { ...quarter, body: { items: renamed }, revision })
    await older.stop()

    const again = await open(today, dataFolder)
    expect(await walkCommittee(again.call('admin'), again.call('member'))).toEqual(contents)
    expect((await again.call('member')(getAgenda, quarter)).items[0]?.title).toContain('as before')
  })
})

const quarter = { params: { year: 2026, quarter: 4 } }

describe('a portal whose admins use no committees and no audiences', () => {
  it('replies to a member byte for byte as the release before there were any', async () => {
    const replies: Record<string, string>[] = []
    for (const main of [await portalAt(withoutAudiences), today]) {
      const { dataFolder } = await restored(withoutAudiences)
      const api = await open(main, dataFolder)
      const isIndexed = async () =>
        (await api.call('member')(search, { query: { q: 'budget' } })).complete
      await expect.poll(isIndexed, { timeout: 20_000 }).toBe(true)
      replies.push(await repliesTo(api))
      await api.stop()
    }
    const [then, now] = replies
    expect(now).toEqual(then)
    expect(Object.values(now!).join()).toContain('Budget')
  })
})

/** The replies to a member's pages: their status and bytes. */
async function repliesTo(api: StartedApi): Promise<Record<string, string>> {
  const { year, quarter: number } = quarter.params
  const mapped = Object.values(await api.call('member')(listMappings, { query: quarter.params }))
  const materials = mapped.flatMap(({ materialType, documentId }) =>
    materialType !== undefined && documentId !== undefined ? [materialType] : [],
  )
  expect(materials).not.toEqual([])
  const q = { q: 'budget' }
  const addresses = [
    pathOf(listMappings.path, {}, { year, quarter: number }),
    pathOf(listMappings.path, {}, { latest: 'true' }),
    pathOf(listQuarters.path, {}, { year }),
    pathOf(getAgenda.path, quarter.params),
    pathOf(listAgendas.path),
    ...materials.map((materialType) =>
      pathOf(getMeetingMaterial.path, { ...quarter.params, materialType }),
    ),
    pathOf(getReading.path, {}, { year, quarter: number }),
    pathOf(listDirectory.path),
    pathOf(listPeople.path),
    pathOf(listDocuments.path),
    pathOf(listFolders.path),
    pathOf(search.path, {}, q),
    pathOf(searchEverything.path, {}, q),
  ]
  const replies: Record<string, string> = {}
  for (const address of addresses) {
    const reply = await api.read('member', address)
    replies[address] = `${reply.status} ${await reply.text()}`
  }
  return replies
}

/** What the screens of that release request. */
async function everything(call: Call): Promise<unknown[]> {
  return [
    await call(getAgenda, quarter),
    await call(listAgendas, {}),
    await call(listMappings, {}),
    await call(listQuarters, {}),
    await call(listDocuments, {}),
    await call(listDirectory, {}),
    await call(search, { query: { q: secret } }),
    await call(searchEverything, { query: { q: secret } }),
  ]
}
