import { randomUUID } from 'node:crypto'
import { listAudit } from '@portal/contract/audit'
import { saveMapping } from '@portal/contract/mappings'
import { listNotes, saveNotes } from '@portal/contract/notes'
import { saveNotesPolicy } from '@portal/contract/notes-policy'
import { promoteRelease } from '@portal/contract/pointers'
import { listExports } from '@portal/contract/portal-exports'
import { startUpload, uploadPart } from '@portal/contract/uploads'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { savedNote, saveOf } from '../features/notes/notes-fixture.ts'
import { exported } from '../features/portal-exports/exports-fixture.ts'
import { machineOf, publishedBuild } from '../features/releases/published-build-fixture.ts'
import { sha256Of, startOf } from '../features/uploads/upload-fixture.ts'
import { accessCollection } from '../platform/audit/audit-collections.ts'
import { verifyAudit } from '../platform/audit/verify-audit.ts'
import { testApi, type TestApi } from './test-api.ts'

const hour = 3_600_000
const day = 24 * hour
const year = 365 * day

let clock: number
let api: TestApi
beforeEach(async () => {
  clock = Date.parse('2026-10-01T12:00:00Z')
  api = await testApi({ now: () => new Date((clock += 1)) })
  onTestFinished(() => api.close())
})

/** What jobs may delete because of its age: notes, releases, an export, an unfinished upload and sign-ins. */
async function fill(): Promise<void> {
  await api.putPaper('budget')
  const mapping = {
    params: { id: 'meeting-2026-q3-consent-agenda' },
    body: { documentId: 'budget' },
  }
  await api.call('admin')(saveMapping, { ...mapping, revision: 'new' })
  const policy = { body: { days: 90, holds: [] }, revision: 'new' as const }
  await api.call('admin')(saveNotesPolicy, policy)
  const notes = [savedNote(1, { createdAt: '2026-09-30T09:00:00Z' })]
  await api.call('member')(saveNotes, { body: { ...saveOf(), notes } })
  const team = await machineOf(api, 'meetings')
  for (const [index, release] of ['1-a', '1-b', '1-c', '1-d', '1-e'].entries()) {
    await team.publish(publishedBuild({ release }))
    const body = { release, step: '100' as const, reason: 'It is time' }
    const revision = index === 0 ? ('new' as const) : index
    await api.call('admin')(promoteRelease, { params: { remote: 'meetings' }, body, revision })
  }
  await exported(api)
  const bytes = new Uint8Array(Buffer.from('a draft'))
  const params = { id: randomUUID() }
  await api.call('admin')(startUpload, { params, body: startOf({ name: 'Draft.txt', bytes }) })
  const part = { ...params, part: 0, sha256: sha256Of(bytes) }
  await api.call('admin')(uploadPart, { params: part, upload: bytes })
}

/** One run of each job that deletes. */
async function runJobs(): Promise<void> {
  const { notes, releases, portalExports, uploads, audit } = api.features
  await notes.destruction.run()
  await releases.retention.collect()
  await portalExports.maintain()
  await uploads.expiry.collect()
  await audit.watch.look()
}

async function kept() {
  const { store, blobs } = api.ports
  const files: string[] = []
  for await (const key of blobs.keys('')) files.push(key)
  const idsOf = async (collection: string) =>
    (await store.list(collection)).documents.map(({ id }) => id)
  return {
    files,
    notes: await idsOf('notes'),
    releases: await idsOf('releases'),
    exports: await idsOf('portal_exports'),
    uploads: await idsOf('uploads'),
    accesses: (await idsOf(accessCollection)).length > 0,
  }
}

it('destroys nothing when the clock jumps ahead by a year, and nothing when it is set right', async () => {
  await fill()
  await runJobs()
  const before = await kept()
  expect(before).toMatchObject({ notes: [expect.any(String)], accesses: true })
  expect(before.releases).toHaveLength(5)
  expect(before.exports).toHaveLength(1)
  expect(before.uploads).toHaveLength(1)
  clock += year
  for (let n = 0; n < 6; n += 1) {
    await runJobs()
    expect(await kept()).toEqual(before)
    clock += day
  }
  clock -= year
  await runJobs()
  expect(await kept()).toEqual(before)
  expect((await api.call('admin')(listExports)).length).toBe(1)
  expect((await api.call('member')(listNotes, {})).notes).toHaveLength(1)
})

it('destroys what is old once the clock has kept its time for a week', async () => {
  await fill()
  await runJobs()
  clock += year
  for (let n = 0; n <= 14; n += 1) {
    await runJobs()
    clock += day / 2
  }
  const after = await kept()
  expect(after).toMatchObject({ notes: [], exports: [], uploads: [] })
  expect(after.releases).not.toContain('meetings@1-a')
})

it.each([hour, -hour, year, -year])(
  'keeps one verifiable audit, with an anchor a day, when the clock jumps by %i ms and back',
  async (jump) => {
    const { audit } = api.features
    const change = async (days: number) => {
      const body = { days, holds: [] }
      const stored = await api.ports.store.get('notes_policy', 'policy')
      const revision = stored?.revision ?? 'new'
      await api.call('admin')(saveNotesPolicy, { body, revision })
      await audit.watch.look()
    }
    await change(60)
    clock += jump
    await change(61)
    clock -= jump
    await change(62)
    clock += day
    await change(63)
    const { anchors } = await verifyAudit(api.ports.store)
    expect(anchors).toBeGreaterThanOrEqual(2)
    const [newest] = (await api.ports.store.list('audit_anchors')).documents.slice(-1)
    expect(Math.abs(Date.parse(String(newest!['at'])) - clock)).toBeLessThan(hour)
    const query = { what: 'notes policy saved' }
    const { entries } = await api.call('admin')(listAudit, { query })
    expect(entries).toHaveLength(4)
  },
)
