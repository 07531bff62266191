import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import type { Call } from '@portal/remote-kit/client'
import { listDocuments } from '@portal/contract/documents'
import { saveMapping } from '@portal/contract/mappings'
import { saveNotes } from '@portal/contract/notes'
import { getSyncStatus, triggerSync } from '@portal/contract/sync'
import { mappingId } from '@portal/domain/ids'
import { type MaterialType, materialTypes } from '@portal/domain/slot-names'
import { Pool } from 'undici'
import { randomSentence, seededChance } from '../../api/src/features/paper-changes/paper-fixture.ts'
import { pdfThatExpands } from '../../api/src/features/sync/sync-fixtures.ts'
import { admin, standInGoogle } from '../support/production-portal.ts'
import { type Ask, hostileAsks, notesOnWords } from './fairness-attacks.ts'
import { callWith } from './session.ts'

/**
 * 20 members read five times a second, alone and while one and five hostile members send heavy requests that each look
 * ordinary, in production mode, where possible in a container of 1 GiB. The goals: 99.9 % of the ordinary reads succeed,
 * their 99th percentile is at most five times the calm one, and the process neither ends nor exceeds its memory.
 */
const seconds = Number(process.env['DURATION'] ?? 30)
const readers = 20
const connectionsOfHostile = 16
const container = 1024 * 1024 * 1024
const quarter = { year: 2026, quarter: 4 }
const [pagesOfPaper, sentencesOfPage, notesOfHostile] = [60, 30, 1500]

const folder = mkdtempSync(path.join(tmpdir(), 'bench-fairness-'))
const drive = path.join(folder, 'data', 'drive')
const google = standInGoogle()
const group = process.env['CONTAINER'] === 'none' ? undefined : containerGroup()
let api: ChildProcess | undefined
try {
  mkdirSync(drive, { recursive: true })
  const chance = seededChance(5)
  const sentences = () =>
    Array.from({ length: pagesOfPaper }, () =>
      Array.from({ length: sentencesOfPage }, () => randomSentence(chance)),
    )
  const slots = Object.keys(materialTypes).filter((slot) => slot !== 'agenda') as MaterialType[]
  const texts = new Map(slots.map((slot) => [slot, sentences()]))
  for (const [slot, pages] of texts) await writePaper(slot, pages)
  const url = await start()
  const asAdmin = callWith(url, google.tokenOf(admin))
  await synced(asAdmin)
  const papers = await idsOf(asAdmin)
  await Promise.all(
    slots.map((slot) => {
      const id = mappingId({ kind: 'meeting', ...quarter, materialType: slot })
      const body = { documentId: papers.get(slot)!, active: true }
      return asAdmin(saveMapping, { params: { id }, body, revision: 'new' })
    }),
  )
  const [notedSlot] = slots
  const noted = papers.get(notedSlot!)!
  const hostile = Array.from({ length: 5 }, (_, n) => tokenOf(`hostile-${n}`))
  await Promise.all(
    hostile.map((token) => addNotes(callWith(url, token), noted, texts.get(notedSlot!)!)),
  )
  for (const [slot, pages] of texts)
    await writePaper(
      slot,
      pages.map((page) => page.toReversed()),
    )
  writeFileSync(path.join(drive, 'bomb.pdf'), pdfThatExpands())
  await synced(asAdmin)
  await after(10_000)

  const wanted = process.argv[2] ?? ''
  const asks = hostileAsks({ noted, papers: [...papers.values()], quarter }).filter((ask) =>
    ask(0).name.includes(wanted),
  )
  const calm = await measure(url, [], asks)
  tell('alone', calm)
  for (const count of [1, 5]) {
    const measured = await measure(url, hostile.slice(0, count), asks)
    tell(`with ${count} hostile ${count === 1 ? 'member' : 'members'}`, measured, calm)
  }
} finally {
  if (api && api.exitCode === null && api.signalCode === null) {
    api.kill('SIGTERM')
    await once(api, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
}

type Measured = {
  times: number[]
  /** By what was read. */
  reads: Map<string, number[]>
  good: number
  hostile: Map<string, Map<number, number>>
}

async function measure(
  url: string,
  hostile: readonly string[],
  asks: readonly ((n: number) => Ask)[],
): Promise<Measured> {
  const pool = new Pool(url, { connections: 512, pipelining: 1 })
  const until = performance.now() + seconds * 1000
  const measured: Measured = { times: [], reads: new Map(), good: 0, hostile: new Map() }
  const attack = async (token: string, from: number) => {
    for (let n = from; performance.now() < until; n += 1) {
      const ask = asks[n % asks.length]!(n)
      const status = await send(pool, token, ask)
      const statuses = measured.hostile.get(ask.name) ?? new Map<number, number>()
      measured.hostile.set(ask.name, statuses.set(status, (statuses.get(status) ?? 0) + 1))
      // One whose connection was refused would spin.
      if (status === 0) await after(20)
    }
  }
  const attacks = hostile.flatMap((token) =>
    Array.from({ length: connectionsOfHostile }, (_, n) => attack(token, n)),
  )
  const tokens = Array.from({ length: readers }, (_, n) => tokenOf(`member-${n}`))
  const reads = ordinaryReads()
  const read = async (token: string, from: number) => {
    for (let n = from; performance.now() < until; n += 1) {
      const began = performance.now()
      const ask = reads[n % reads.length]!
      const status = await send(pool, token, ask)
      const time = performance.now() - began
      measured.times.push(time)
      measured.reads.set(ask.name, [...(measured.reads.get(ask.name) ?? []), time])
      if ([200, 304].includes(status)) measured.good += 1
      await after(Math.max(0, 200 - time))
    }
  }
  await Promise.all([...tokens.map(read), ...attacks])
  await pool.destroy()
  return measured
}

/** What a member's pages read. */
function ordinaryReads(): Ask[] {
  return [
    '/api/portal',
    `/api/resource-mappings?year=${quarter.year}&quarter=${quarter.quarter}`,
    '/api/people',
    '/api/documents?limit=50',
    '/api/search?q=committee',
    '/api/notes',
    '/api/reading',
  ].map((address) => ({ name: address, method: 'GET', path: address, patience: 60_000 }))
}

/** The status; 0 if there was no answer, or its sender gave up. */
async function send(pool: Pool, token: string, ask: Ask): Promise<number> {
  try {
    const { statusCode, body } = await pool.request({
      method: ask.method,
      path: ask.path,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: ask.body ?? null,
      signal: AbortSignal.timeout(ask.patience),
    })
    await body.dump({ limit: Infinity })
    return statusCode
  } catch {
    return 0
  }
}

function tell(name: string, { times, reads, good, hostile }: Measured, calm?: Measured): void {
  const share = ((good / times.length) * 100).toFixed(2)
  const compared = calm
    ? `, ${(at(times, 0.99) / at(calm.times, 0.99)).toFixed(1)} times as much as alone`
    : ''
  console.log(
    `${name}: ${share} % of ${times.length} reads succeed (goal 99.9); median ${at(times, 0.5).toFixed(0)} ms, 99 % within ${at(times, 0.99).toFixed(0)} ms${compared}; the process ${ending()}, peak memory ${peakMemory()} MB`,
  )
  for (const [what, own] of reads) {
    console.log(
      `  ${what}: median ${at(own, 0.5).toFixed(0)} ms, at most ${at(own, 1).toFixed(0)} ms`,
    )
  }
  for (const [what, statuses] of hostile) {
    const counts = [...statuses].map(([status, count]) => `${status || 'none'}: ${count}`)
    console.log(`  ${what}: ${counts.join(', ')}`)
  }
}

function at(times: readonly number[], part: number): number {
  return (
    times.toSorted((a, b) => a - b)[Math.min(Math.floor(times.length * part), times.length - 1)] ??
    Infinity
  )
}

function ending(): string {
  const { exitCode, signalCode } = api!
  return exitCode === null && signalCode === null
    ? 'lives'
    : `has ended with ${exitCode ?? signalCode}`
}

/** Of the process since its start, in MB. */
function peakMemory(): string {
  const status = readFileSync(`/proc/${api?.pid}/status`, 'utf8')
  return (Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024).toFixed(0)
}

function tokenOf(name: string): string {
  return google.tokenOf({ email: `${name}@larkspur.example` })
}

/** The tasks file of a control group with the container's memory; undefined where this process may make none. */
function containerGroup(): string | undefined {
  const own = `/sys/fs/cgroup/memory/bench-fairness-${process.pid}`
  try {
    mkdirSync(own)
    writeFileSync(path.join(own, 'memory.limit_in_bytes'), String(container))
    return path.join(own, 'cgroup.procs')
  } catch {
    console.log('No control group can be made here, so the memory is only measured.')
    return undefined
  }
}

/** Starts the API as its own process in the group; resolves with its address. */
async function start(): Promise<string> {
  const shell = path.join(folder, 'shell')
  mkdirSync(shell)
  writeFileSync(path.join(shell, 'index.html'), '<!--preload--><!--first-paint--><!--page-data-->')
  const main = path.resolve(import.meta.dirname, '../../api/src/main.ts')
  const join = group === undefined ? '' : `echo $$ > ${group}; `
  api = spawn(
    'sh',
    ['-c', `${join}exec "$@"`, 'sh', process.execPath, ...google.hostOptions.nodeArgs, main],
    {
      env: {
        ...process.env,
        ...google.hostOptions.env,
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: '0',
        DATA_FOLDER: path.join(folder, 'data'),
        SHELL_FOLDER: shell,
        RELEASES_FOLDER: ',',
        IDENTITY: 'firebase',
        FIREBASE_PROJECT_ID: 'production-portal',
        FIREBASE_API_KEY: 'none',
        FOUNDATION_DOMAIN: 'larkspur.example',
        DEFAULT_ADMIN_EMAIL: admin.email,
        MALLOC_ARENA_MAX: '2',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let output = ''
  const { stderr } = api
  return new Promise((resolve, reject) => {
    stderr!.setEncoding('utf8').on('data', (text: string) => {
      if (process.env['LOG']) process.stderr.write(text)
      output = `${output}${text}`.slice(-20_000)
      const address = /"url":"([^"]+)"/.exec(output)?.[1]
      if (address && output.includes('"msg":"ready"')) resolve(address)
    })
    api!.once('exit', (code, signal) => {
      if (code !== 0)
        console.log(`The API has ended with ${code ?? signal}:\n${output.slice(-3000)}`)
      reject(new Error(output.slice(-3000)))
    })
  })
}

/** Waits until a sync has stored and read every paper. */
async function synced(call: Call): Promise<void> {
  await call(triggerSync)
  for (;;) {
    await after(500)
    const { status } = await call(getSyncStatus)
    if (status === 'running') continue
    const documents = await call(listDocuments)
    if (documents.length >= 13) return
  }
}

async function idsOf(call: Call): Promise<Map<MaterialType, string>> {
  const documents = await call(listDocuments)
  return new Map(documents.map(({ id, name }) => [name.replace('.pdf', '') as MaterialType, id]))
}

async function addNotes(call: Call, documentId: string, pages: string[][]): Promise<void> {
  const notes = pages
    .flatMap((page, index) => notesOnWords(page, index + 1))
    .slice(0, notesOfHostile)
  for (let from = 0; from < notes.length; from += 100) {
    const body = { documentId, erasures: 0, notes: notes.slice(from, from + 100), removed: [] }
    await call(saveNotes, { body })
  }
}

async function writePaper(name: string, pages: readonly string[][]): Promise<void> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const lines of pages) {
    document.addPage([612, 792]).drawText(lines.join('\n'), { x: 40, y: 740, size: 7, font })
  }
  writeFileSync(path.join(drive, `${name}.pdf`), await document.save())
}
