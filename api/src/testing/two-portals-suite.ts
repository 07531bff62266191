import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { listAudit } from '@portal/contract/audit'
import { getBoardBook, makeBoardBook } from '@portal/contract/board-books'
import { type Call, createCall } from '@portal/remote-kit/client'
import { addDesignatedAdmin, removeDesignatedAdmin } from '@portal/contract/designated-admins'
import { listDocuments } from '@portal/contract/documents'
import { listMappings, saveMapping } from '@portal/contract/mappings'
import { getNotesList } from '@portal/contract/note-exports'
import { getNotes, listNotes, saveNotes } from '@portal/contract/notes'
import type { NoteTarget } from '@portal/contract/note-target'
import { createDirectoryEntry, listDirectory } from '@portal/contract/directory'
import { sendOutcomes } from '@portal/contract/outcomes'
import { listMoves, promoteRelease, saveCohorts } from '@portal/contract/pointers'
import { getPortal } from '@portal/contract/portal'
import { deleteExport, listExports, startExport } from '@portal/contract/portal-exports'
import { publishRelease } from '@portal/contract/publishing'
import { getReading, reportReading } from '@portal/contract/reading'
import { getHealth, listNotices } from '@portal/contract/release-health'
import { searchEverything } from '@portal/contract/search-everything'
import { getSyncStatus, triggerSync } from '@portal/contract/sync'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openFirestoreStore } from '../adapters/firestore/firestore-document-store.ts'
import type { JobState } from '../platform/background/jobs.ts'
import { destructionCollection, destructionId } from '../features/notes/stored-policy.ts'
import { releaseAtBoth } from '../features/releases/two-instances-fixture.ts'
import { publishedBuild, uploadFiles } from '../features/releases/published-build-fixture.ts'
import { scrubCollection, scrubStateId } from '../features/scrub/scrub-feature.ts'
import { loggedUrl, type StartedPortal, startIn } from './start-portal-fixture.ts'
import { samplePdf } from '../features/sync/sync-fixtures.ts'
import type { DocumentStore } from '../platform/store/document-store.ts'
import { type TestIdentity, type TestPersonName, testPeople, unsignedToken } from './test-api.ts'

type CallAs = (as?: TestPersonName | TestIdentity) => Call

/**
 * Gives a process the host name and process id that every instance has on Cloud Run. The loop of jobs (`tick`)
 * waits for seconds instead of minutes or hours.
 */
const likeEveryInstance = `
  import os from 'node:os'
  import { syncBuiltinESMExports } from 'node:module'
  os.hostname = () => 'localhost'
  syncBuiltinESMExports()
  Object.defineProperty(process, 'pid', { value: 1 })
  const usual = globalThis.setTimeout
  globalThis.setTimeout = (work, ms, ...rest) =>
    usual(work, work.name === 'tick' ? Math.min(ms, 3000) : ms, ...rest)`

/** In ms. A cold emulator on a busy machine takes seconds to respond at first. */
const coldLimits = { callLimit: 30_000, contentionLimit: 20_000, transactionLimit: 60_000 }

/** What a killed instance of the previous release has left. Some of its leases have no token. */
async function leaveWork(store: DocumentStore): Promise<void> {
  const at = new Date(Date.now() - 86_400_000).toISOString()
  const lease = { holder: 'localhost:1', expiresAt: at }
  const unrecorded = [{ quarter: { year: 2026, quarter: 3 }, days: 30 }]
  await store.create(destructionCollection.name, destructionId, { lease, unrecorded, owners: [] })
  const pass = { startedAt: new Date().toISOString(), position: '', checked: 0, harmed: 0, lease }
  await store.create(scrubCollection.name, scrubStateId, pass)
  await store.create('portal_exports', randomUUID(), {
    status: 'running',
    startedAt: new Date().toISOString(),
    startedBy: testPeople.admin.email,
    progress: { done: 0, total: 0 },
    lease: { ...lease, token: 1 },
  })
}

const jobNames = [
  'account-watch',
  'release-retention',
  'uploads',
  'note-destruction',
  'board-books',
  'exports',
  'mail',
  'notices',
  'calendar-invitations',
  'audit-watch',
  'scrub',
  'sync',
  'calendar-refresh',
  'closed-papers',
  'own-sign-in',
  'storage-use',
]
/** `held`: the other portal was running the job. */
const allDone = {
  ...Object.fromEntries(jobNames.map((name) => [name, expect.stringMatching(/^(done|held)$/)])),
  // These portals have no identity provider, which matters once somebody has signed in.
  'account-watch': expect.stringMatching(/^(done|failed)$/),
}

/** How each job of a portal ended last. */
async function outcomesOf(output: () => string): Promise<Record<string, string | undefined>> {
  const response = await fetch(`${loggedUrl(output())}/readyz`)
  const { jobs } = (await response.json()) as { jobs: JobState[] }
  return Object.fromEntries(jobs.map(({ name, lastRun }) => [name, lastRun?.outcome]))
}

const pageOne: NoteTarget = {
  version: 1,
  selector: [
    {
      type: 'FragmentSelector',
      conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
      value: 'page=1',
    },
  ],
}

/**
 * Tests two processes on one database and one bucket, as behind a load balancer. Host name and process id are the
 * same in both. All tests share them.
 */
export function twoPortals(emulatorHost: string, storageUrl: string): void {
  const params = { id: 'governance-bylaws' }
  // Two processes and two emulators take many times as long on a busy machine. In ms.
  const [timeout, testTimeout] = [180_000, 600_000]
  const until = (seen: () => Promise<void>) => vi.waitFor(seen, { timeout, interval: 250 })

  const suite = 'two portals on one Firestore database and one Cloud Storage bucket'
  describe(suite, { timeout: testTimeout }, () => {
    let portals: readonly [StartedPortal, StartedPortal]
    let calls: readonly [CallAs, CallAs]
    const folder = mkdtempSync(join(tmpdir(), 'two-portals-'))

    beforeAll(async () => {
      const projectId = `demo-${randomUUID()}`
      mkdirSync(join(folder, 'data/drive'), { recursive: true })
      for (let n = 0; n < 8; n += 1) {
        writeFileSync(join(folder, 'data/drive', `Paper ${n}.txt`), `Text ${n}`)
      }
      writeFileSync(join(folder, 'data/drive/Budget.pdf'), await samplePdf({ pages: 3 }))
      const store = openFirestoreStore({ projectId, emulatorHost, ...coldLimits })
      await leaveWork(store)
      await store.close()
      const env = {
        STORE: 'firestore',
        FIREBASE_PROJECT_ID: projectId,
        FIRESTORE_EMULATOR_HOST: emulatorHost,
        BLOBS: 'gcs',
        GCS_BUCKET: projectId,
        STORAGE_EMULATOR_HOST: storageUrl,
        // Several processes and a cold emulator on a busy machine.
        REQUEST_TIME_LIMIT: '30000',
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(likeEveryInstance)}`,
      }
      portals = [startIn(folder, env), startIn(folder, env)]
      await Promise.all(portals.map(({ ready }) => ready))
      const callOf = ({ output }: StartedPortal): CallAs => {
        const baseUrl = loggedUrl(output())
        expect(baseUrl, output()).toBeDefined()
        return (as = 'admin') => {
          const person = typeof as === 'string' ? testPeople[as] : as
          const token = unsignedToken(person, projectId, new Date())
          return createCall({ baseUrl: baseUrl!, token: async () => token })
        }
      }
      calls = [callOf(portals[0]), callOf(portals[1])]
    })
    afterAll(async () => {
      for (const { child } of portals) child.kill('SIGTERM')
      expect(await Promise.all(portals.map(({ ended }) => ended))).toEqual([0, 0])
      rmSync(folder, { recursive: true })
    })

    it('runs every job on both portals, and completes what a killed one has left once', async () => {
      const call = calls[0]()
      await until(async () => {
        const [left] = await call(listExports, {})
        expect(left).toMatchObject({ status: 'completed' })
        const done = await call(listAudit, { query: { what: 'notes destroyed' } })
        expect(done.entries).toMatchObject([{ subject: '2026-Q3' }])
        for (const { output } of portals) expect(await outcomesOf(output)).toEqual(allDone)
      })
      const loggedCount = (message: string) =>
        portals.flatMap(({ output }) => output().split(`"msg":"${message}"`).slice(1)).length
      const messages = [
        'export completed',
        'stored files verified',
        'notes destroyed by the policy',
      ]
      expect(messages.map(loggedCount)).toEqual([1, 1, 1])
      expect(loggedCount('audit anchor')).toBe(1)
      expect(loggedCount('defect')).toBe(0)
      const [left] = await call(listExports, {})
      await call(deleteExport, { params: { id: left!.id } })
    })

    it('shows each portal the other’s changes, and accepts only one of two saves of the same revision', async () => {
      const [here, there] = [calls[0](), calls[1]()]
      await here(saveMapping, { params, body: { title: 'Bylaws' }, revision: 'new' })
      await until(async () => {
        const mappings = await there(listMappings, {})
        expect(JSON.stringify(mappings)).toContain('"title":"Bylaws"')
      })
      for (let revision = 1; revision <= 5; revision++) {
        const save = (call: typeof here, title: string) =>
          call(saveMapping, { params, body: { title }, revision })
        const saves = [save(here, `Here ${revision}`), save(there, `There ${revision}`)]
        const settled = await Promise.allSettled(saves)
        const won = settled.filter(({ status }) => status === 'fulfilled')
        const lost = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
        expect(won).toMatchObject([{ value: { revision: revision + 1 } }])
        expect(lost).toMatchObject([
          { status: 412, code: 'stale', current: { revision: revision + 1 } },
        ])
      }
    })

    it('applies a change of the admins to both portals at once', async () => {
      const save = () => {
        const policy = {
          params: { id: 'governance-charitable-contributions' },
          body: { title: 'Contributions' },
        }
        return calls[1]('staff')(saveMapping, { ...policy, revision: 'new' })
      }
      await expect(save()).rejects.toMatchObject({ code: 'forbidden' })
      const { email } = testPeople.staff
      await calls[0]()(addDesignatedAdmin, { body: { email } })
      await until(async () => void (await save()))
      await calls[0]()(removeDesignatedAdmin, { query: { email } })
      await until(() => expect(save()).rejects.toMatchObject({ code: 'forbidden' }))
    })

    it('runs one sync between them', async () => {
      const [here, there] = [calls[0](), calls[1]()]
      const [first, second] = await Promise.all([here(triggerSync, {}), there(triggerSync, {})])
      expect(first).toMatchObject({ status: 'running', runId: second.runId })
      for (const call of [here, there]) {
        await until(async () => {
          const state = { status: 'completed', runId: first.runId, documents: 9 }
          expect(await call(getSyncStatus, {})).toMatchObject(state)
        })
      }
      const started = portals.filter(({ output }) => output().includes('"msg":"sync started"'))
      expect(started).toHaveLength(1)
    })

    it('saves every note of a person who saves six at a time', async () => {
      const [here, there] = [calls[0]('member'), calls[1]('member')]
      const documents = await here(listDocuments, {})
      const { id: documentId } = documents.find(({ name }) => name === 'Budget.pdf')!
      const save = async (call: typeof here, text: string) => {
        const createdAt = new Date().toISOString()
        const notes = [
          { id: randomUUID(), createdAt, color: 'yellow' as const, text, target: pageOne },
        ]
        await call(saveNotes, { body: { documentId, erasures: 0, notes, removed: [] } })
      }
      const texts = Array.from({ length: 18 }, (_, n) => `Note ${n}`)
      for (let from = 0; from < texts.length; from += 6) {
        const six = texts.slice(from, from + 6)
        await Promise.all(six.map((text, n) => save(n % 2 === 0 ? here : there, text)))
      }
      const { notes } = await there(getNotes, { params: { id: documentId }, query: {} })
      expect(notes.map(({ note }) => note.text).toSorted()).toEqual(texts.toSorted())
    })

    it('makes one board book between them, however often both receive the request', async () => {
      const [here, there] = [calls[0](), calls[1]()]
      const book = { params: { year: 2026, quarter: 4 }, body: {} }
      const documents = await here(listDocuments, {})
      const { id: documentId } = documents.find(({ name }) => name === 'Budget.pdf')!
      const slot = { params: { id: 'meeting-2026-q4-budget-update' }, body: { documentId } }
      await here(saveMapping, { ...slot, revision: 'new' })
      await until(async () => {
        expect(await there(listMappings, {})).toHaveProperty(slot.params.id)
      })
      expect(await here(makeBoardBook, book)).toMatchObject({ state: 'making' })
      const states = new Set<string>()
      let requests = 0
      await until(async () => {
        const seen = await there(getBoardBook, { params: book.params, query: {} })
        states.add(seen.state)
        // Without a limit, their requests would keep the record from the run on a busy machine.
        if (requests < 10)
          await Promise.all([here(makeBoardBook, book), there(makeBoardBook, book)])
        requests += 1
        expect(seen).toMatchObject({ state: 'ready', book: { number: 1 } })
      })
      expect([...states].filter((state) => state !== 'making')).toEqual(['ready'])
      const made = await here(listAudit, { query: { what: 'board book made' } })
      expect(made.entries).toHaveLength(1)
    })

    // Each of these rules has a test with two instances in one process.
    if (!process.env['TEST_LONG']) return

    it('loses no acknowledged write under hostile load, and both stay ready', async () => {
      const documents = (await calls[0]()(listDocuments, {})).slice(0, 3)
      const people = (kind: string, count: number) =>
        Array.from({ length: count }, (_, n): TestIdentity => {
          return { ...testPeople.staff, email: `${kind}-${n}@larkspur.example` }
        })
      const refused: unknown[] = []
      const acknowledged = (work: Promise<unknown>) =>
        work.then(
          () => true,
          (error: unknown) => refused.push(error) === 0,
        )
      const noteOf = (text: string) => {
        const createdAt = new Date().toISOString()
        return { id: randomUUID(), createdAt, color: 'yellow' as const, text, target: pageOne }
      }
      const members = people('member', 5).map((person) => {
        return { person, notes: [] as string[], read: [] as string[] }
      })
      const entries: string[] = []
      const over = new AbortController()

      const member = async ({ person, notes, read }: (typeof members)[number], n: number) => {
        for (const [k, { id: documentId }] of documents.entries()) {
          const call = calls[(n + k) % 2]!(person)
          const note = noteOf(`Note ${k}`)
          const body = { documentId, erasures: 0, notes: [note], removed: [] }
          if (await acknowledged(call(saveNotes, { body }))) notes.push(note.id)
          const papers = [{ documentId, version: 1, pages: [{ page: 1, seconds: 5 }] }]
          if (await acknowledged(call(reportReading, { body: { papers } }))) read.push(documentId)
        }
      }
      const admin = async (n: number) => {
        for (const k of documents.keys()) {
          const id = `loaded-${n}-${k}`
          const form = { id, name: `Person ${id}`, role: 'Trustee', type: 'board' }
          if (await acknowledged(calls[n]!()(createDirectoryEntry, { form }))) entries.push(id)
        }
      }
      const hostile = async (person: TestIdentity, n: number) => {
        for (let k = 0; k < 100 && !over.signal.aborted; k += 1) {
          const call = calls[(n + k) % 2]!(person)
          const { id: documentId } = documents[k % documents.length]!
          const notes = Array.from({ length: 20 }, () => noteOf('committee '.repeat(200)))
          const asks = [
            () => call(saveNotes, { body: { documentId, erasures: 0, notes, removed: [] } }),
            () => call(listNotes, { query: {} }),
            () => call(getNotesList, { query: {} }, { signal: AbortSignal.timeout(100) }),
            () => call(searchEverything, { query: { q: `committee ${k}` } }),
            () =>
              call(makeBoardBook, { params: { year: 2026, quarter: 4 }, body: { notes: true } }),
          ]
          await asks[k % asks.length]!().catch(() => undefined)
        }
      }
      const statuses = new Set<number>()
      const probe = async ({ output }: StartedPortal) => {
        for (; !over.signal.aborted; await after(100)) {
          statuses.add((await fetch(`${loggedUrl(output())}/readyz`)).status)
        }
      }
      const load = [
        ...people('hostile', 2).flatMap((person) => [0, 1, 2].map((n) => hostile(person, n))),
        ...portals.map(probe),
      ]
      const end = setTimeout(() => over.abort(), 30_000)
      await Promise.all([...members.map(member), admin(0), admin(1)])
      clearTimeout(end)
      over.abort()
      await Promise.all(load)

      // A busy portal may refuse; nothing else fails.
      for (const error of refused) {
        expect(['contention', 'timeout', 'tooMany']).toContain((error as { code: string }).code)
      }
      expect([...statuses]).toEqual([200])
      expect(members.filter(({ notes, read }) => notes.length > 0 && read.length > 0)).toEqual(
        members,
      )
      for (const { person, notes, read } of members) {
        const kept = await calls[1](person)(listNotes, { query: {} })
        expect(kept.notes.map(({ note }) => note.id)).toEqual(expect.arrayContaining(notes))
        expect(new Set(kept.notes.map(({ note }) => note.text)).size).toBe(kept.notes.length)
        const { papers } = await calls[0](person)(getReading, { query: {} })
        expect(papers.map(({ documentId }) => documentId)).toEqual(expect.arrayContaining(read))
      }
      const listed = (await calls[1]()(listDirectory, {})).map(({ id }) => id)
      expect(listed.filter((id) => id.startsWith('loaded-'))).toEqual(
        expect.arrayContaining(entries),
      )
      expect(new Set(listed).size).toBe(listed.length)
      expect(portals.flatMap(({ output }) => output().match(/"msg":"defect"/g) ?? [])).toEqual([])
    })

    it('makes one export between them', async () => {
      const [here, there] = [calls[0](), calls[1]()]
      const [first, second] = await Promise.all([here(startExport, {}), there(startExport, {})])
      expect(second.id).toBe(first.id)
      await until(async () => {
        const exports = await there(listExports, {})
        expect(exports).toMatchObject([{ id: first.id, status: 'completed' }])
      })
    })

    it('denies a failing candidate once between them', async () => {
      const [here, there] = calls
      const remote = { remote: 'meetings' }
      const [stable, candidate] = ['1.0.0-a', '1.1.0-b'] as const
      const qa = [testPeople.member, testPeople.staff, testPeople.admin].map(({ email }) => email)
      await here()(saveCohorts, { params: remote, body: { qa, team: [] }, revision: 'new' })
      for (const [release, step, revision] of [
        [stable, '100', 'new'],
        [candidate, 'qa', 1],
      ] as const) {
        const build = publishedBuild({ release })
        await uploadFiles(here(), build)
        await here()(publishRelease, { params: remote, body: build.manifest })
        const body = { release, step, reason: 'It is time', anyway: true }
        await here()(promoteRelease, { params: remote, body, revision })
      }
      await until(async () => {
        const { composition } = await there()(getPortal)
        expect(composition.id).toBe(`meetings@${candidate}_${stable}`)
      })
      for (const [n, call] of [here, there, here, there].entries()) {
        const who = (['member', 'staff', 'admin', 'staff'] as const)[n]!
        const outcomes = [
          { ...remote, release: candidate, outcome: 'failed' },
          { ...remote, release: stable, outcome: 'good' },
        ] as const
        const body = { session: randomUUID(), composition: 'none', outcomes: [...outcomes] }
        await call(who)(sendOutcomes, { body })
      }
      await until(async () => {
        const { releases } = await there()(getHealth, { params: remote })
        expect(releases).toMatchObject([
          { release: stable, place: 'stable', good: 4 },
          { release: candidate, place: 'denied', failed: 4, failedPeople: 3 },
        ])
      })
      const { moves } = await here()(listMoves, { params: remote })
      expect(moves.map(({ what, by }) => [what, by])).toEqual([
        ['denied', 'health'],
        ['promoted', testPeople.admin.email],
        ['promoted', testPeople.admin.email],
      ])
      expect((await there()(listNotices)).notices).toHaveLength(1)
    })

    it('keeps one history of a remote that is released at both at the same time', async () => {
      const admins = [calls[0](), calls[1]()] as const
      await releaseAtBoth(admins, {
        remote: 'governance',
        rounds: 8,
        seed: 'firestore',
      })
    })
  })
}
