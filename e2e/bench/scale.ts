import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { pathOf } from '@portal/domain/path-of'
import { getAgenda, saveAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { listAudit } from '@portal/contract/audit'
import { getMeeting, listMeetings } from '@portal/contract/all-meetings'
import { listBodies } from '@portal/contract/bodies'
import { getBoardBook } from '@portal/contract/board-books'
import { listEvents, listUpcomingEvents } from '@portal/contract/calendar'
import { listDirectory, listPeople } from '@portal/contract/directory'
import {
  getDocument,
  getDocumentText,
  listDocuments,
  listDriveFiles,
  listFolders,
} from '@portal/contract/documents'
import { listMappings, listQuarters } from '@portal/contract/mappings'
import { getMeetingMaterial, setAgendaSource } from '@portal/contract/meetings'
import { getNotes, listNotes } from '@portal/contract/notes'
import { getNotesPolicy } from '@portal/contract/notes-policy'
import { listVersions } from '@portal/contract/paper-versions'
import { briefReleases, getPortal } from '@portal/contract/portal'
import { getReading, reportReading } from '@portal/contract/reading'
import { search } from '@portal/contract/search'
import { searchEverything } from '@portal/contract/search-everything'
import { ofMeeting } from '@portal/contract/twins'
import { listUsers } from '@portal/contract/users'
import { openFirestoreStore } from '../../api/src/adapters/firestore/firestore-document-store.ts'
import { startFirestoreEmulator } from '../../api/src/adapters/firestore/firestore-emulator-fixture.ts'
import { folderBlobStore } from '../../api/src/adapters/folder/folder-blob-store.ts'
import { openSqliteStore } from '../../api/src/adapters/sqlite/sqlite-document-store.ts'
import {
  countingStore,
  noReads,
  type StoreReads,
} from '../../api/src/platform/store/counting-store-fixture.ts'
import type { DocumentStore } from '../../api/src/platform/store/document-store.ts'
import { testApi, testPeople, uidOf } from '../../api/src/testing/test-api.ts'
import { growPortal, paperId, readQuarter, sampleSize } from './grown-portal.ts'
import { growBodies, ownBody, ownMeeting, ownPaper } from './grown-bodies.ts'
import { median } from './numbers.ts'

/**
 * What a request costs as the portal grows: time, bytes and reads of the store, at 1, 10 and 100 times the sample. Each
 * size runs in a separate process, whose memory is printed, too. So is what it costs a member of one committee that there are
 * 19 others, with 1,900 meetings and 9,500 papers. `node e2e/bench/scale.ts [bodies [1,20]]`
 */
const rounds = 25

/** Medians. `cpu`: of the whole process with its worker threads, which a busy machine changes less than `ms`. */
type Cost = { ms: number; cpu: number; reads: number; documents: number; kib: number }
type Measured = { costs: Record<string, Cost>; start: number; memory: number }
type Portal = {
  kind: 'sqlite' | 'firestore'
  times: number
  /** Committees with their meetings; the member is in the first one. */
  bodies?: number
  emulatorHost?: string
}

if (process.send) {
  process.once('message', (portal: Portal) => {
    void measured(portal).then((result) => process.send!(result, () => process.exit(0)))
  })
} else {
  const only = process.argv[2]
  if (only !== 'bodies') {
    await compare('SQLite, at 1×, 10×, 100× of the sample', sized([1, 10, 100], { kind: 'sqlite' }))
  }
  const counts = (process.argv[3] ?? '1,20').split(',').map(Number)
  const ofBodies = counts.map((bodies): Portal => ({ kind: 'sqlite', times: 1, bodies }))
  await compare(`SQLite, a member of one committee, of ${counts.join(' and of ')}`, ofBodies)
  if (only === 'bodies') process.exit()
  const emulator = await startFirestoreEmulator()
  if (emulator) {
    const on = { kind: 'firestore', emulatorHost: emulator.host } as const
    await compare('Firestore’s emulator, at 1×, 10× of the sample', sized([1, 10], on))
    await emulator.stop()
  } else console.log('Firestore’s emulator isn’t installed: SQLite only.')
}

function sized(sizes: number[], on: Omit<Portal, 'times'>): Portal[] {
  return sizes.map((times) => ({ ...on, times }))
}

async function compare(name: string, portals: readonly Portal[]): Promise<void> {
  const results: Measured[] = []
  for (const portal of portals) results.push(await inOwnProcess(portal))
  console.log(`\n${name}:`)
  console.log(row('', ['ms', 'CPU, ms', 'store reads', 'documents read', 'KiB', 'CPU']))
  for (const request of Object.keys(results[0]!.costs)) {
    const costs = results.map(({ costs: all }) => all[request]!)
    const all = (of: (cost: Cost) => string) => costs.map(of).join(' · ')
    const growth = costs.at(-1)!.cpu / costs[0]!.cpu
    console.log(
      row(request, [
        all(({ ms }) => ms.toFixed(1)),
        all(({ cpu }) => cpu.toFixed(1)),
        all(({ reads }) => String(reads)),
        all(({ documents }) => String(documents)),
        all(({ kib }) => kib.toFixed(1)),
        `${growth.toFixed(1)}×`,
      ]),
    )
  }
  const each = (of: (result: Measured) => number) => results.map((result) => of(result).toFixed(0))
  console.log(`start, with the search’s index: ${each(({ start }) => start).join(' · ')} ms`)
  console.log(`memory: ${each(({ memory }) => memory).join(' · ')} MB`)
}

function row(name: string, cells: string[]): string {
  return `  ${name.padEnd(34)}${cells.map((cell) => cell.padEnd(24)).join('')}`
}

function inOwnProcess(portal: Portal): Promise<Measured> {
  const child = fork(import.meta.filename)
  child.send(portal)
  return new Promise((resolve, reject) => {
    child.once('message', (result: Measured) => resolve(result))
    child.once('exit', (code) => reject(new Error(`A measurement ended with ${code}.`)))
  })
}

async function measured({ kind, times, bodies, emulatorHost }: Portal): Promise<Measured> {
  const folder = mkdtempSync(path.join(tmpdir(), 'board-portal-bench-scale-'))
  const limits = { callLimit: 60_000, contentionLimit: 60_000, transactionLimit: 120_000 }
  const projectId = `demo-${randomUUID()}`
  const store: DocumentStore =
    kind === 'sqlite'
      ? openSqliteStore({ path: path.join(folder, 'portal.sqlite') })
      : openFirestoreStore({ projectId, emulatorHost: emulatorHost!, ...limits })
  const blobs = folderBlobStore(path.join(folder, 'blobs'))
  const readers = [
    uidOf(testPeople.member),
    ...Array.from({ length: sampleSize.people - 1 }, (_, n) => `reader-${n}`),
  ]
  await growPortal(store, blobs, { times, readers })
  if (bodies !== undefined) {
    await growBodies(store, blobs, { bodies, account: uidOf(testPeople.member) })
  }
  const read = noReads()
  const began = performance.now()
  const api = await testApi({ ports: { store: countingStore(store, read), blobs } })
  try {
    await addAgenda(api)
    await readOnce(api)
    api.features.search.resume()
    const member = api.call('member')
    while (!(await member(search, { query: { q: 'budget' } })).complete) await after(100)
    const start = performance.now() - began
    const costs: Record<string, Cost> = {}
    const requests = bodies === undefined ? requestsOf(api) : requestsWithBodies(api)
    for (const [name, request] of requests) {
      costs[name] = await costOf(request, read)
    }
    globalThis.gc?.()
    return { costs, start, memory: process.memoryUsage.rss() / 1e6 }
  } finally {
    await api.stop()
    await api.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Api = Awaited<ReturnType<typeof testApi>>
type Request = () => Promise<number>
type Values = Record<string, string | number | boolean | undefined>

/** The published agenda of the quarter that is read, as long at every size. */
async function addAgenda({ call }: Api): Promise<void> {
  const admin = call('admin')
  const params = readQuarter
  const items = Array.from({ length: 12 }, (_, n) => ({ title: `Item ${n + 1}`, duration: 10 }))
  const { revision } = await admin(saveAgenda, {
    params,
    body: { title: 'Board meeting', items },
    revision: 'new',
  })
  await admin(setAgendaSource, { params, body: { mode: 'native' }, revision: 'new' })
  await admin(setAgendaStatus, { params, body: { status: 'published' }, revision })
}

/** With it the portal keeps the reader's latest papers. */
async function readOnce({ call }: Api): Promise<void> {
  const papers = [{ documentId: paperId(1), version: 2, pages: [{ page: 1, seconds: 30 }] }]
  await call('member')(reportReading, { body: { papers } })
}

/** The requests of a member, and those about a meeting of their committee. */
function requestsWithBodies(api: Api): [name: string, request: Request][] {
  const member = askingOf(api)('member')
  const meeting = { meeting: ownMeeting }
  return [
    ...requestsOf(api).filter(([name]) => !name.startsWith('admin')),
    ['who is in office', member(listBodies)],
    ['meetings, a page', member(listMeetings)],
    ['meetings, a year’s', member(listMeetings, {}, { from: '2026-01-01', to: '2026-12-31' })],
    ['a committee’s meeting', member(getMeeting, meeting)],
    ['its agenda', member(ofMeeting(getAgenda), meeting)],
    ['its slots', member(listMappings, {}, meeting)],
    ['a material of it', member(ofMeeting(getMeetingMaterial), { ...meeting, materialType: 'p1' })],
    ['a paper of it', member(getDocument, { id: ownPaper })],
    ['my reading of it', member(getReading, {}, meeting)],
    ['search in its body', member(searchEverything, {}, { q: 'surplus', body: ownBody })],
  ]
}

/** What a member's screens request, and what an admin's lists do. Each returns the length of its answer in bytes. */
function requestsOf(api: Api): [name: string, request: Request][] {
  const asking = askingOf(api)
  const member = asking('member')
  const admin = asking('admin')
  const paper = { id: paperId(1) }
  return [
    ['the portal', member(getPortal, {}, briefReleases.query)],
    ['upcoming events', member(listUpcomingEvents)],
    ['a month’s events', member(listEvents, {}, { from: '2026-11-01', to: '2026-12-01' })],
    ['the latest slots', member(listMappings, {}, { latest: 'true' })],
    ['a quarter’s slots', member(listMappings, {}, readQuarter)],
    ['the years and a year’s quarters', member(listQuarters, {}, { year: readQuarter.year })],
    ['a material', member(getMeetingMaterial, { ...readQuarter, materialType: 'budget-update' })],
    ['the agenda', member(getAgenda, readQuarter)],
    ['the board book', member(getBoardBook, readQuarter)],
    ['people, the first page', member(listPeople)],
    ['people, a search', member(listPeople, {}, { search: 'budget lead trustee' })],
    ['people, a name', member(listPeople, {}, { search: 'person 7' })],
    ['documents, the first', member(listFolders)],
    ['a document', member(getDocument, paper)],
    ['its text', member(getDocumentText, paper)],
    ['its versions', member(listVersions, paper)],
    ['its notes', member(getNotes, paper)],
    ['my notes, a page', member(listNotes)],
    ['the rule of notes', member(getNotesPolicy)],
    ['my reading of a quarter', member(getReading, {}, readQuarter)],
    ['my reading of a paper', member(getReading, {}, { documentId: paper.id })],
    ['search, one word', member(search, {}, { q: 'surplus' })],
    ['search, the name of a paper', member(search, {}, { q: 'docket 6' })],
    ['search everything', member(searchEverything, {}, { q: 'surplus' })],
    ['search everything, a person', member(searchEverything, {}, { q: 'person 7' })],
    ['admin: every slot', admin(listMappings)],
    ['admin: every quarter', admin(listQuarters)],
    ['admin: the directory', admin(listDirectory)],
    ['admin: every document', admin(listDocuments)],
    ['admin: files, a page', admin(listDriveFiles)],
    ['admin: users, a page', admin(listUsers)],
    ['admin: audit, a page', admin(listAudit)],
    ['admin: audit of one', admin(listAudit, {}, { subject: paperId(2) })],
  ]
}

/** Requests of a person, as screens send them. */
function askingOf({ request, tokenFor }: Api) {
  return (person: 'member' | 'admin') => {
    const headers = { authorization: `Bearer ${tokenFor(testPeople[person])}` }
    return ({ path: address }: { path: string }, params: Values = {}, query: Values = {}) =>
      async () => {
        const response = await request(pathOf(address, params, query), { headers })
        if (!response.ok) throw new Error(`${address} answered ${response.status}.`)
        return (await response.arrayBuffer()).byteLength
      }
  }
}

async function costOf(request: Request, read: StoreReads): Promise<Cost> {
  for (let round = 0; round < 3; round += 1) await request()
  const times: number[] = []
  const cpu: number[] = []
  const before = { ...read }
  let bytes = 0
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    const used = process.cpuUsage()
    bytes = await request()
    const { user, system } = process.cpuUsage(used)
    times.push(performance.now() - began)
    cpu.push((user + system) / 1000)
  }
  return {
    ms: median(times),
    cpu: median(cpu),
    reads: Math.round((read.reads - before.reads) / rounds),
    documents: Math.round((read.documents - before.documents) / rounds),
    kib: bytes / 1024,
  }
}
