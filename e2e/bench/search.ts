import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as after } from 'node:timers/promises'
import { listEvents, listUpcomingEvents } from '@portal/contract/calendar'
import type { Call } from '@portal/remote-kit/client'
import { listDirectory } from '@portal/contract/directory'
import { listDocuments } from '@portal/contract/documents'
import { listMappings } from '@portal/contract/mappings'
import { getPortal } from '@portal/contract/portal'
import { search } from '@portal/contract/search'
import { searchEverything } from '@portal/contract/search-everything'
import { memoryBlobStore } from '../../api/src/adapters/memory/memory-blob-store.ts'
import { openSqliteStore } from '../../api/src/adapters/sqlite/sqlite-document-store.ts'
import type { StoredDocument } from '../../api/src/features/documents/stored-document.ts'
import { textKey } from '../../api/src/features/documents/synced-documents-service.ts'
import { testApi, uidOf, testPeople } from '../../api/src/testing/test-api.ts'
import { median, quantile } from './numbers.ts'

/**
 * Search over a drive of synthetic papers, agendas, a directory and notes, through the whole API in this process: the time
 * of queries of each kind, each asked once; the CPU time of all threads that they take, which a busy machine doesn't
 * change; the cost of building the index; and the number of database reads for the warm screens.
 */
const papers = Number(process.env['PAPERS'] ?? 2000)
const queries = Number(process.env['QUERIES'] ?? 60)
const wordsEach = 300

const chance = seeded(20_261_121)
const vocabulary = Array.from({ length: 20_000 }, () =>
  Array.from({ length: 3 + Math.floor(chance() * 8) }, letter).join(''),
)
const materialTypes = ['budget-update', 'cash-flow-summary', 'consent-agenda', 'grant-docket']
const years = Array.from({ length: 27 }, (_, at) => 2000 + at)

const store = openSqliteStore({ path: ':memory:' })
const blobs = memoryBlobStore(() => new Date())
let reads = 0
const counted = {
  ...store,
  get: (...given: Parameters<typeof store.get>) => ((reads += 1), store.get(...given)),
  list: (...given: Parameters<typeof store.list>) => ((reads += 1), store.list(...given)),
}
let pages = 0
let size = 0
for (let n = 0; n < papers; n += 1) await addPaper(n)
await addOthers()
console.log(`${papers} papers, ${pages} pages, ${(size / 1e6).toFixed(0)} MB of text`)

const api = await testApi({ ports: { store: counted, blobs } })
await build()
for (const [kind, questions] of Object.entries(kindsOfQueries())) await measure(kind, questions)
await countReads()
await api.stop()
await store.close()

async function build(): Promise<void> {
  const before = process.memoryUsage.rss()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const began = performance.now()
  const cpu = process.cpuUsage()
  api.features.search.resume()
  while (!(await api.call('member')(search, { query: { q: 'zzz' } })).complete) await after(200)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const { user, system } = process.cpuUsage(cpu)
  delay.disable()
  const grown = ((process.memoryUsage.rss() - before) / 1e6).toFixed(0)
  console.log(
    `built in ${seconds} s, ${((user + system) / 1e6).toFixed(1)} s of CPU, ${grown} MB; the event loop waited ` +
      `${(delay.percentile(99) / 1e6).toFixed(0)} ms at the 99th percentile, ${(delay.max / 1e6).toFixed(0)} ms at most`,
  )
}

type Question = { q: string; year?: number; quarter?: 1 | 2 | 3 | 4 }

function kindsOfQueries(): Record<string, Question[]> {
  const make = (question: () => Question) => Array.from({ length: queries }, question)
  return {
    'warming up': make(() => ({ q: word() })),
    'one word': make(() => ({ q: word() })),
    'two words': make(() => ({ q: `${word()} ${word()}` })),
    prefix: make(() => ({ q: `${word()} ${word().slice(0, 3)}` })),
    'near miss': make(() => ({ q: misspelled(longWord()) })),
    'in a quarter': make(() => ({ q: word(), year: 2026, quarter: 4 })),
    'commonest word': make(() => ({ q: vocabulary[Math.floor(chance() * 10)]! })),
  }
}

async function measure(kind: string, questions: Question[]): Promise<void> {
  const wall: number[] = []
  const cpu: number[] = []
  let matches = 0
  for (const query of questions) {
    const before = process.cpuUsage()
    const began = performance.now()
    matches = (await api.call('member')(searchEverything, { query })).total
    wall.push(performance.now() - began)
    const { user, system } = process.cpuUsage(before)
    cpu.push((user + system) / 1000)
  }
  console.log(`${kind}: p50, p95 ${msOf(wall)} ms, CPU ${msOf(cpu)} ms (the last found ${matches})`)
}

function msOf(times: number[]): string {
  return `${median(times).toFixed(1)}, ${quantile(times, 0.95).toFixed(1)}`
}

async function countReads(): Promise<void> {
  const screens: [string, (call: Call) => Promise<unknown>][] = [
    ['portal', (call) => call(getPortal)],
    ['mappings', (call) => call(listMappings)],
    ['documents', (call) => call(listDocuments)],
    ['directory', (call) => call(listDirectory)],
    ['upcoming events', (call) => call(listUpcomingEvents, { query: {} })],
    ['calendar', (call) => call(listEvents, { query: { from: '2026-11-01', to: '2026-12-01' } })],
    ['search', (call) => call(search, { query: { q: vocabulary[10]! } })],
  ]
  for (const person of ['member', 'admin'] as const) {
    const call = api.call(person)
    for (const [, ask] of screens) await ask(call)
    for (const [name, ask] of screens) {
      const before = reads
      await ask(call)
      console.log(`database reads of a warm screen, ${person}, ${name}: ${reads - before}`)
    }
  }
}

/** Most papers are short, and a few are as long as a board book. */
function lengthOf(n: number): number {
  if (n % 100 === 0) return 200
  return n % 10 === 0 ? 25 : 1 + Math.floor(chance() * 8)
}

async function addPaper(n: number): Promise<void> {
  const texts = Array.from({ length: lengthOf(n) }, () => text(wordsEach))
  pages += texts.length
  for (const content of texts) size += content.length
  const sha256 = String(n).padStart(64, '0')
  await blobs.put(textKey(sha256), new TextEncoder().encode(JSON.stringify(texts)))
  const title = `${word()} ${word()} ${n}`
  const document: StoredDocument = {
    google_id: `paper-${n}`,
    title,
    name: `${title}.pdf`,
    mime_type: 'application/pdf',
    path: `${2000 + (n % 27)}/Q${(n % 4) + 1}`,
    parent_folder: `Q${(n % 4) + 1}`,
    created_time: '2026-11-01T09:00:00.000Z',
    modified_time: '2026-11-02T09:00:00.000Z',
    last_synced: '2026-11-03T09:00:00.000Z',
    size: 100_000,
    condition: 'ready',
    pages: texts.length,
    sha256,
    text: 'made',
  }
  await store.create('documents', `paper-${n}`, document)
}

/** An agenda of 15 items and four papers in each quarter, 1,000 people, and 1,000 notes of the member. */
async function addOthers(): Promise<void> {
  let paper = 0
  for (const year of years) {
    for (const quarter of [1, 2, 3, 4]) {
      const items = Array.from({ length: 15 }, (_, n) => ({
        id: `item-${n}`,
        title: text(4),
        description: text(40),
      }))
      await store.create('agendas', `${year}-Q${quarter}`, {
        title: text(3),
        status: 'published',
        items,
      })
      const slot = `meeting-${year}-q${quarter}`
      await store.create('resource_mappings', `${slot}-agenda`, { mode: 'native' })
      for (const type of materialTypes) {
        const documentId = `paper-${(paper += 1) % papers}`
        await store.create('resource_mappings', `${slot}-${type}`, { documentId })
      }
    }
  }
  for (let n = 0; n < 1000; n += 1) {
    const person = { name: text(2), role: word(), type: 'board', bio: text(50) }
    await store.create('directory', `person-${n}`, person)
    const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
    const uid = uidOf(testPeople.member)
    await store.create('notes', `${uid}@${String(n % 50).padStart(32, '0')}@${id}`, {
      uid,
      documentId: `paper-${n % 50}`,
      color: 'yellow',
      text: text(12),
      target: {
        version: 1,
        selector: [
          {
            type: 'FragmentSelector',
            conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
            value: 'page=1',
          },
          { type: 'TextQuoteSelector', exact: text(15), prefix: '', suffix: '' },
        ],
      },
      createdAt: '2026-11-03T08:00:00Z',
      changedAt: '2026-11-03T08:00:00Z',
      paper: `Paper ${n % 50}.pdf`,
      born: '',
    })
  }
}

function text(words: number): string {
  return Array.from({ length: words }, word).join(' ')
}

function longWord(): string {
  const candidate = word()
  return candidate.length > 6 ? candidate : longWord()
}

/** A few words are common and most are rare, as in natural language. */
function word(): string {
  return vocabulary[Math.floor(chance() ** 3 * vocabulary.length)]!
}

function misspelled(right: string): string {
  return `${right.slice(0, 4)}${right[4] === 'x' ? 'y' : 'x'}${right.slice(5)}`
}

function letter(): string {
  return String.fromCharCode(97 + Math.floor(chance() * 26))
}

/** The same words in every run (Park–Miller generator). */
function seeded(seed: number): () => number {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}
