import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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
import { adminToken, at, type ContainedApi, startContainedApi, tokenOf } from './contained-api.ts'
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
let api: ContainedApi | undefined
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
  api = await startContainedApi(folder, { memory: container })
  const { url } = api
  const asAdmin = callWith(url, adminToken())
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
  await api?.stop()
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
    `${name}: ${share} % of ${times.length} reads succeed (goal 99.9); median ${at(times, 0.5).toFixed(0)} ms, 99 % within ${at(times, 0.99).toFixed(0)} ms${compared}; the process ${api!.ending()}, peak memory ${api!.memory().peak.toFixed(0)} MB`,
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
