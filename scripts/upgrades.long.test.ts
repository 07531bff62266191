import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { getAgenda, saveAgenda } from '../api/contract/src/agendas.ts'
import { temporaryFolder } from '../api/src/platform/files/temporary-folder.ts'
import { restoreFixture } from './upgrades/fixtures.ts'
import { portalAt } from './upgrades/portal-at.ts'
import { type StartedApi, startApi } from './upgrades/start-api.ts'

const today = path.resolve(import.meta.dirname, '../api/src/main.ts')
/** The last release whose agenda items have no papers. */
const withoutItemPapers = '1.18.0'
const quarter = { params: { year: 2026, quarter: 4 } }

const started: StartedApi[] = []
afterEach(() => Promise.all(started.splice(0).map(({ stop }) => stop())))

async function open(main: string, dataFolder: string): Promise<StartedApi> {
  const api = await startApi(main, dataFolder)
  started.push(api)
  return api
}

it('keeps what newer releases know of an agenda’s items while one that doesn’t saves them', async () => {
  const folder = temporaryFolder()
  await restoreFixture(withoutItemPapers, folder)
  const dataFolder = path.join(folder, 'data')
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
