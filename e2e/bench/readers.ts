import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { Pool } from 'undici'
import { seededChance } from '../../api/src/features/paper-changes/paper-fixture.ts'
import {
  failedJobs,
  heavyWorkEnded,
  jobCounts,
  mapAll,
  quarter,
  slots,
  synced,
  workUntil,
} from './background-jobs.ts'
import { bytesIn } from './bytes-in.ts'
import { adminToken, at, type ContainedApi, startContainedApi, tokenOf } from './contained-api.ts'
import { paperVersions } from './paper-versions.ts'
import { callWith } from './session.ts'

/**
 * 25 readers on a timed schedule, in turns with and without a sync of changed papers, board books, exports and
 * comparisons. A request is sent at its planned time however long others take, and its time is counted from there. The
 * goals: nothing fails, the 99th percentile of ranges of papers beside these jobs is at most three times the one
 * without, and memory doesn't grow. `MINUTES=20` for the long run; ratios of a busy machine are worth more than times.
 */
const minutes = Number(process.env['MINUTES'] ?? 4)
const [readers, interval, secondsOfPhase] = [25, 500, 20]
/** All readers with one sign-in have one person's limits. */
const signIns = Number(process.env['SIGN_INS'] ?? readers)
const container = 1024 * 1024 * 1024
const [pagesOfPaper, bytesOfPaper, changedAtOnce] = [
  30,
  Number(process.env['MEGABYTES'] ?? 5) * 1024 * 1024,
  6,
]
const rangeSize = 64 * 1024
const metricsToken = 'a-token-for-the-benchmark'

/** `late`: how long after its planned time this process sent it, in ms, which is part of `ms`. */
type Read = { kind: string; ms: number; late: number; failure?: string }
type Phase = 'calm' | 'busy'

const folder = mkdtempSync(path.join(tmpdir(), 'bench-readers-'))
const drive = path.join(folder, 'data', 'drive')
const temporary = path.join(folder, 'tmp')
const reads = { calm: [] as Read[], busy: [] as Read[], between: [] as Read[] }
const samples: { memory: number; temporary: number }[] = []
let kept: { made: number; tokens: string[] } | undefined
let phase: keyof typeof reads = 'between'
let api: ContainedApi | undefined
try {
  mkdirSync(drive, { recursive: true })
  mkdirSync(temporary)
  const papers = await Promise.all(
    slots.map((_, number) =>
      paperVersions({ seed: number, pages: pagesOfPaper, bytes: bytesOfPaper }),
    ),
  )
  const write = (number: number, mark: number) =>
    // Not in the thread that sends the readers' requests: they would all be late.
    writeFile(
      path.join(drive, `${slots[number]!}.pdf`),
      // Two texts in turn, and bytes that are new each time.
      [papers[number]![mark % 2]!, Buffer.from(`\n% ${mark}\n`)],
    )
  for (const number of papers.keys()) await write(number, 0)
  api = await startContainedApi(folder, {
    memory: container,
    env: { TMPDIR: temporary, METRICS_TOKEN: metricsToken },
  })
  const { url, memory } = api
  const asAdmin = () => callWith(url, adminToken())
  await synced(asAdmin())
  const ids = await mapAll(asAdmin())
  for (const number of papers.keys()) await write(number, 1)
  await synced(asAdmin())
  await heavyWorkEnded(url, metricsToken)

  const sampling = setInterval(() => {
    samples.push({ memory: memory().now, temporary: bytesIn(temporary) })
  }, 500)
  const readersDone = new AbortController()
  const reading = readAll(url, ids, readersDone.signal)
  let mark = 2
  const end = performance.now() + minutes * 60_000
  for (let round = 1; performance.now() < end; round += 1) {
    await during('calm', () => after(secondsOfPhase * 1000))
    const until = performance.now() + secondsOfPhase * 1000
    const change = async () => {
      for (let n = 0; n < changedAtOnce; n += 1) await write((mark + n) % papers.length, mark)
      mark += 1
    }
    const working = workUntil(until, { asAdmin, ids, change })
    await during('busy', () => after(secondsOfPhase * 1000))
    await working
    await heavyWorkEnded(url, metricsToken)
    console.log(
      `round ${round}: memory ${memory().now.toFixed(0)} MB, load ${loadavg()[0]!.toFixed(1)}`,
    )
  }
  readersDone.abort()
  await reading
  clearInterval(sampling)
  report(api)
} finally {
  await api?.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function during(name: Phase, work: () => Promise<unknown>): Promise<void> {
  phase = name
  await work()
  phase = 'between'
}

/** Sends each reader's requests at their planned times. */
async function readAll(url: string, ids: readonly string[], signal: AbortSignal): Promise<void> {
  const pool = new Pool(url, { connections: 512, pipelining: 1 })
  const chance = seededChance(7)
  const sizes = new Map<string, number>()
  const pending = new Set<Promise<void>>()
  const began = performance.now()
  for (let turn = 0; !signal.aborted; turn += 1) {
    const planned = began + (turn * interval) / readers
    await after(Math.max(0, planned - performance.now()))
    const id = ids[chance(ids.length)]!
    const ask = askOf(turn, id, sizes.get(id), chance(1000) / 1000)
    const own = phase
    const token = tokens()[turn % readers]!
    const read = async () => {
      const sent = await send(pool, token, ask, planned)
      if (sent.size !== undefined) sizes.set(id, sent.size)
      reads[own].push(sent.read)
    }
    const sending = read()
    pending.add(sending)
    void sending.finally(() => pending.delete(sending))
  }
  await Promise.all(pending)
  await pool.destroy()
}

type Ask = { kind: string; path: string; range?: string }

/** Six of ten are ranges of papers, as while a reader turns pages. */
function askOf(turn: number, id: string, size: number | undefined, chance: number): Ask {
  const content = `/api/documents/${id}/content?rendition=fast`
  const step = Math.floor(turn / readers) % 10
  if (step === 0 || size === undefined) {
    return { kind: 'opening of a paper', path: `${content}&part=opening` }
  }
  if (step <= 6) {
    const start = Math.floor(chance * Math.max(0, size - 2 * rangeSize))
    const range = `bytes=${start}-${start + rangeSize - 1}`
    return { kind: 'range of a paper', path: content, range }
  }
  const others = [
    `/api/resource-mappings?year=${quarter.year}&quarter=${quarter.quarter}`,
    '/api/portal',
    `/api/meetings/${quarter.year}/${quarter.quarter}/book`,
  ]
  const address = others[step - 7]!
  return { kind: address, path: address }
}

async function send(
  pool: Pool,
  token: string,
  { kind, path: address, range }: Ask,
  planned: number,
): Promise<{ read: Read; size?: number }> {
  const late = performance.now() - planned
  try {
    const { statusCode, headers, body } = await pool.request({
      method: 'GET',
      path: address,
      headers: { authorization: `Bearer ${token}`, ...(range === undefined ? {} : { range }) },
      signal: AbortSignal.timeout(60_000),
    })
    const bytes = await body.arrayBuffer()
    const read: Read = { kind, ms: performance.now() - planned, late }
    if (statusCode >= 300)
      read.failure = `${statusCode} ${Buffer.from(bytes).toString().slice(0, 300)}`
    const size = Number(/^size=(\d+)/.exec(String(headers['x-opening'] ?? ''))?.[1])
    return size > 0 ? { read, size } : { read }
  } catch (error) {
    return { read: { kind, ms: performance.now() - planned, late, failure: String(error) } }
  }
}

/** New tokens every ten minutes: they are valid for an hour. */
function tokens(): string[] {
  const made = Math.floor(Date.now() / 600_000)
  if (kept?.made !== made) {
    kept = {
      made,
      tokens: Array.from({ length: readers }, (_, n) => tokenOf(`reader-${n % signIns}`)),
    }
  }
  return kept.tokens
}
function report(running: ContainedApi): void {
  const all = [...reads.calm, ...reads.busy, ...reads.between, ...failedJobs]
  const failed = all.filter(({ failure }) => failure !== undefined)
  console.log(`${failed.length} of ${all.length} requests failed (goal 0)`)
  for (const { kind, ms, failure } of failed.slice(0, 20)) {
    console.log(`  ${kind} after ${ms.toFixed(0)} ms: ${failure}`)
  }
  for (const kind of new Set(all.map((read) => read.kind))) {
    const of = (name: Phase) => reads[name].filter((read) => read.kind === kind).map(({ ms }) => ms)
    const [calm, busy] = [of('calm'), of('busy')]
    const times = (ms: number[]) =>
      [0.5, 0.99, 1].map((part) => at(ms, part).toFixed(0)).join(' · ')
    const ratio = (at(busy, 0.99) / at(calm, 0.99)).toFixed(1)
    console.log(
      `${kind}: median · 99 % · most, in ms: ${times(calm)} without jobs, ${times(busy)} with; 99 % is ${ratio} times as long`,
    )
  }
  const lateness = (sent: Read[]) =>
    at(
      sent.map(({ late }) => late),
      0.99,
    ).toFixed(0)
  console.log(
    `sent late by this process, 99 %: ${lateness(reads.calm)} ms without jobs, ${lateness(reads.busy)} ms with`,
  )
  console.log([...jobCounts].map(([name, count]) => `${count} ${name}`).join(', '))
  const quarterOf = (n: number) =>
    samples
      .slice(Math.floor((samples.length * n) / 4), Math.floor((samples.length * (n + 1)) / 4))
      .map(({ memory }) => memory)
  const quarters = [0, 1, 2, 3].map((n) => at(quarterOf(n), 0.5).toFixed(0))
  const most = Math.max(...samples.map((sample) => sample.temporary)) / 1024 / 1024
  console.log(
    `memory in MB: median of each quarter of the run ${quarters.join(' · ')}, peak ${running.memory().peak.toFixed(0)}; at most ${most.toFixed(0)} MB in the temporary folder; the process ${running.ending()}`,
  )
}
