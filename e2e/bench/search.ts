import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as after } from 'node:timers/promises'
import { listEvents, listUpcomingEvents } from '@portal/contract/calendar'
import type { Call } from '@portal/contract/client'
import { listDirectory } from '@portal/contract/directory'
import { listDocuments } from '@portal/contract/documents'
import { listMappings } from '@portal/contract/mappings'
import { getPortal } from '@portal/contract/portal'
import { search } from '@portal/contract/search'
import { openSqliteStore } from '../../api/src/adapters/sqlite/sqlite-document-store.ts'
import { textKey } from '../../api/src/documents/synced-documents-service.ts'
import type { StoredDocument } from '../../api/src/documents/stored-document.ts'
import { folded, wordsOf } from '../../api/src/search/search-words.ts'
import { testApi } from '../../api/src/testing.ts'
import { median, quantile, ratioText } from './numbers.ts'

/**
 * Search over a drive of synthetic papers: the time of a query through the whole API in this
 * process, compared with `includes()` over all normalised texts in memory; the cost of building the
 * index; and the number of database reads for the warm screens. Rounds are interleaved; each ratio
 * compares two neighbouring rounds.
 */
const papers = Number(process.env['PAPERS'] ?? 2000)
const pagesEach = 10
const wordsEach = 300
const rounds = 31

const chance = seeded(20_261_121)
const vocabulary = Array.from({ length: 20_000 }, () =>
  Array.from({ length: 3 + Math.floor(chance() * 8) }, letter).join(''),
)

const store = openSqliteStore({ path: ':memory:' })
let reads = 0
const counted = {
  ...store,
  get: (...given: Parameters<typeof store.get>) => ((reads += 1), store.get(...given)),
  list: (...given: Parameters<typeof store.list>) => ((reads += 1), store.list(...given)),
}
const api = await testApi({ ports: { store: counted } })
const texts: string[] = []
for (let n = 0; n < papers; n += 1) await addPaper(n)
const size = texts.reduce((sum, text) => sum + text.length, 0)
console.log(`${papers} papers, ${texts.length} pages, ${(size / 1e6).toFixed(0)} MB of text`)

const member = api.call('member')
await build(member)
for (const q of [
  vocabulary[10]!,
  `${vocabulary[40]} ${vocabulary[900]}`,
  `${vocabulary[3000]} ${vocabulary[200]!.slice(0, 3)}`,
  misspelt(vocabulary.slice(5000).find(({ length }) => length > 7)!),
  vocabulary[15_000]!,
]) {
  await compare(q)
}
await countReads()
await api.stop()
await api.close()

async function build(call: Call): Promise<void> {
  const before = process.memoryUsage.rss()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const began = performance.now()
  api.search.start()
  while (!(await call(search, { query: { q: 'zzz' } })).complete) await after(200)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  delay.disable()
  const grown = ((process.memoryUsage.rss() - before) / 1e6).toFixed(0)
  const longest = (delay.max / 1e6).toFixed(0)
  const usual = (delay.percentile(99) / 1e6).toFixed(0)
  console.log(
    `index built in ${seconds} s beside the API, ${grown} MB; the API’s event loop waited ` +
      `${usual} ms at the 99th percentile, ${longest} ms at most`,
  )
}

async function compare(q: string): Promise<void> {
  const cost = { index: [] as number[], scan: [] as number[] }
  let total = 0
  let scanned = 0
  for (let round = -3; round < rounds; round += 1) {
    let began = performance.now()
    total = (await member(search, { query: { q } })).total
    const index = performance.now() - began
    began = performance.now()
    scanned = scan(q)
    const baseline = performance.now() - began
    // The first rounds warm up the compilers.
    if (round < 0) continue
    cost.index.push(index)
    cost.scan.push(baseline)
  }
  console.log(
    `“${q}”: ${median(cost.index).toFixed(1)} ms a query (p95 ${quantile(cost.index, 0.95).toFixed(1)}), ` +
      `${total} papers; includes() over the texts ${median(cost.scan).toFixed(1)} ms, ${scanned} pages: ` +
      ratioText(cost.index, cost.scan),
  )
}

/** A program without an index: no ranking, no near misses, no snippets. */
function scan(q: string): number {
  const terms = wordsOf(q).map(folded)
  return texts.filter((text) => terms.every((term) => text.includes(term))).length
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

async function addPaper(n: number): Promise<void> {
  const pages = Array.from({ length: pagesEach }, () =>
    Array.from({ length: wordsEach }, word).join(' '),
  )
  texts.push(...pages)
  const sha256 = String(n).padStart(64, '0')
  await api.ports.blobs.put(textKey(sha256), new TextEncoder().encode(JSON.stringify(pages)))
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
    sha256,
    text: 'made',
  }
  await store.create('documents', `paper-${n}`, document)
}

/** A few words are common and most are rare, as in natural language. */
function word(): string {
  return vocabulary[Math.floor(chance() ** 3 * vocabulary.length)]!
}

function misspelt(right: string): string {
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
