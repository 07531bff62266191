import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { getAgenda, listAgendas, saveAgenda } from '../api/contract/src/agendas.ts'
import { listDirectory, listPeople } from '../api/contract/src/directory.ts'
import { listDocuments, listFolders } from '../api/contract/src/documents.ts'
import { listMappings, listQuarters } from '../api/contract/src/mappings.ts'
import { getMeetingMaterial } from '../api/contract/src/meetings.ts'
import { getReading } from '../api/contract/src/reading.ts'
import { search } from '../api/contract/src/search.ts'
import { searchEverything } from '../api/contract/src/search-everything.ts'
import { pathOf } from '../api/domain/src/path-of.ts'
import type { Call } from '../shell/remote-kit/src/client.ts'
import { earlierVersions } from './upgrades/fixtures.ts'
import { portalAt } from './upgrades/portal-at.ts'
import { open, restored } from './upgrades/restored-fixture.ts'
import { linkAdmin, prepareCommittee, secret, walkCommittee } from './upgrades/sample-committee.ts'
import type { StartedApi } from './upgrades/start-api.ts'
import { walk } from './upgrades/walk.ts'

const today = path.resolve(import.meta.dirname, '../api/src/main.ts')
/** The last release whose agenda items have no papers. */
const withoutItemPapers = '1.18.0'
/** The last release that knows no audiences. */
const withoutAudiences = '1.22.0'
const quarter = { params: { year: 2026, quarter: 4 } }

it.each(earlierVersions())(
  'an upgrade from %s shows its readers what they had',
  async (version) => {
    const { dataFolder, contents } = await restored(version)
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const interrupted = await open(today, dataFolder)
      await interrupted.kill()
    }
    expect(await walk(await open(today, dataFolder))).toEqual(contents)
  },
)

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
