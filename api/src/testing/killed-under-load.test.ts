import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeBoardBook } from '@portal/contract/board-books'
import { type Call, createCall } from '@portal/remote-kit/client'
import { listDocuments } from '@portal/contract/documents'
import { saveMapping } from '@portal/contract/mappings'
import { getPaperWithNotes } from '@portal/contract/note-exports'
import { listNotes, type SavedNote, saveNotes } from '@portal/contract/notes'
import { startExport } from '@portal/contract/portal-exports'
import { getSyncStatus, triggerSync } from '@portal/contract/sync'
import { mappingId } from '@portal/domain/ids'
import { expect, it, vi } from 'vitest'
import { loggedUrl, start, type StartedPortal } from './start-portal-fixture.ts'
import { samplePdf } from '../features/sync/sync-fixtures.ts'
import { temporaryFolder } from '../platform/files/temporary-folder.ts'
import { testPeople, type TestPersonName, unsignedToken } from './test-api.ts'

const savers = ['member', 'staff', 'admin'] as const
const quarter = { year: 2026, quarter: 4 }

const noteNow = (): SavedNote => ({
  id: randomUUID(),
  createdAt: new Date().toISOString(),
  color: 'yellow',
  text: 'Ask the committee about this.',
  target: {
    version: 1,
    selector: [
      {
        type: 'FragmentSelector',
        conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
        value: 'page=1',
      },
    ],
  },
})

const callOf = ({ output }: StartedPortal, who: TestPersonName): Call =>
  createCall({
    baseUrl: loggedUrl(output())!,
    token: async () => unsignedToken(testPeople[who], 'demo-board-portal', new Date()),
  })

async function idsOf(call: Call): Promise<Set<string>> {
  const ids = new Set<string>()
  for (let after: string | undefined; ;) {
    const { notes, next } = await call(listNotes, { query: after === undefined ? {} : { after } })
    for (const { note } of notes) ids.add(note.id)
    if (next === undefined) return ids
    after = next
  }
}

/** Sends saves and heavy work, and kills the portal meanwhile; resolves with the ids of the saved notes. */
async function load(portal: StartedPortal, papers: string[]): Promise<Map<string, string[]>> {
  const saved = new Map<string, string[]>(savers.map((who) => [who, []]))
  const untilGone = async (work: (n: number) => Promise<unknown>) => {
    for (let n = 0; portal.child.signalCode === null; n += 1) {
      await work(n).catch(() => undefined)
    }
  }
  const save = (who: TestPersonName) => {
    const call = callOf(portal, who)
    return untilGone(async (n) => {
      const documentId = papers[n % papers.length]!
      const notes = [noteNow()]
      await call(saveNotes, { body: { documentId, erasures: 0, notes, removed: [] } })
      saved.get(who)!.push(notes[0]!.id)
      // While everything else is in the middle of something.
      if ([...saved.values()].every(({ length }) => length >= 10)) portal.child.kill('SIGKILL')
    })
  }
  const admin = callOf(portal, 'admin')
  const member = callOf(portal, 'member')
  await Promise.all([
    ...savers.map(save),
    untilGone(() => admin(triggerSync)),
    untilGone(() => admin(startExport)),
    untilGone(() => member(makeBoardBook, { params: quarter, body: { notes: true } })),
    untilGone((n) =>
      member(getPaperWithNotes, { params: { id: papers[n % papers.length]! }, query: {} }),
    ),
  ])
  return saved
}

it('loses no acknowledged note when it is killed under load, and is ready and clean afterwards', async () => {
  const [folder, temporary] = [temporaryFolder(), temporaryFolder()]
  const env = { DATA_FOLDER: folder, TMPDIR: temporary }
  const drive = join(folder, 'drive')
  mkdirSync(drive, { recursive: true })
  for (let n = 0; n < 4; n += 1) writeFileSync(join(drive, `Paper ${n}.pdf`), await samplePdf())
  let portal = start(env)
  await portal.ready
  const admin = () => callOf(portal, 'admin')
  await admin()(triggerSync)
  const listed = () => admin()(listDocuments)
  const until = (seen: () => Promise<void>) => vi.waitFor(seen, { timeout: 30_000, interval: 100 })
  await until(async () => expect((await listed()).filter(({ pages }) => pages)).toHaveLength(4))
  const papers = (await listed()).map(({ id }) => id)

  const id = mappingId({ kind: 'meeting', ...quarter, materialType: 'cash-flow-summary' })
  const body = { documentId: papers[0]!, active: true }
  await admin()(saveMapping, { params: { id }, body, revision: 'new' })
  const rounds = process.env['TEST_LONG'] ? 2 : 1
  for (let round = 1; round <= rounds; round += 1) {
    writeFileSync(join(drive, `New ${round}.pdf`), await samplePdf({ pages: 40 }))
    const saved = await load(portal, papers)
    await portal.ended
    portal = start(env)
    await portal.ready
    const { status } = await fetch(`${loggedUrl(portal.output())}/readyz`)
    expect(status).toBe(200)
    for (const who of savers) {
      const kept = await idsOf(callOf(portal, who))
      expect(saved.get(who)!.filter((candidate) => !kept.has(candidate))).toEqual([])
    }
  }
  // The sync is taken over; what other work has left on the disk is deleted.
  await until(async () => {
    await admin()(triggerSync)
    expect((await listed()).filter(({ pages }) => pages)).toHaveLength(4 + rounds)
  })
  await until(async () => expect((await admin()(getSyncStatus)).status).toBe('completed'))
  portal.child.kill('SIGTERM')
  expect(await portal.ended).toBe(0)
  expect(readdirSync(temporary)).toEqual([])
})
