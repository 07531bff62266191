import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { getAgenda, saveAgenda } from '../../api/contract/src/agendas.ts'
import { listMappings, saveMapping } from '../../api/contract/src/mappings.ts'
import { temporaryFolder } from '../../api/src/platform/files/temporary-folder.ts'
import { earlierVersions } from './fixtures.ts'
import { portalAt } from './portal-at.ts'
import { prepareQuarter, putPapers } from './sample-quarter.ts'
import { startApi, type StartedApi } from './start-api.ts'
import { walk } from './walk.ts'

const today = path.resolve(import.meta.dirname, '../../api/src/main.ts')
const before = earlierVersions().at(-1)!
const slot = { params: { id: 'governance-bylaws' } }
const quarter = { params: { year: 2026, quarter: 4 } }

/** Runs two releases at once. Only a Firestore database is open to several processes. */
export function rollingDeployment(emulatorHost: string): void {
  const titleIn = async (api: StartedApi) =>
    (await api.call('member')(listMappings, {}))[slot.params.id]?.title

  describe('a rolling deployment', () => {
    it('runs the release before and this one on the same data', async () => {
      const dataFolder = temporaryFolder()
      await putPapers(dataFolder)
      const env = {
        STORE: 'firestore',
        FIREBASE_PROJECT_ID: `demo-${randomUUID()}`,
        FIRESTORE_EMULATOR_HOST: emulatorHost,
        // Several processes and a cold emulator on a busy machine.
        REQUEST_TIME_LIMIT: '30000',
      }
      const open = async (main: string) => {
        const api = await startApi(main, dataFolder, env)
        onTestFinished(api.stop)
        return api
      }
      const older = await open(await portalAt(before))
      await prepareQuarter(older.call('admin'))
      const newer = await open(today)
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
}
