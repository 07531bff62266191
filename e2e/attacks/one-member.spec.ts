import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { listAudit } from '@portal/contract/audit'
import { makeBoardBook } from '@portal/contract/board-books'
import type { Call } from '@portal/remote-kit/client'
import { pathOf } from '@portal/domain/path-of'
import { type BoardDocument, listDocuments } from '@portal/contract/documents'
import { getNotes, listNotes, noteLimits, saveNotes } from '@portal/contract/notes'
import { getPortal } from '@portal/contract/portal'
import { getReading, readingLimits, reportReading } from '@portal/contract/reading'
import { triggerSync } from '@portal/contract/sync'
import { pdfThatExpands } from '../../api/src/features/sync/sync-fixtures.ts'
import { notesOnWords } from '../bench/fairness-attacks.ts'
import { callWith } from '../bench/session.ts'
import { expect, test } from '../support/fixtures.ts'
import { admin, type ProductionPortal, staff } from '../support/production-portal.ts'

const words = Array.from({ length: 40 }, (_, n) => `Grant number ${n} was approved by the board.`)

// One worker: all of them use one portal.
test.describe.configure({ mode: 'default' })

let portal: ProductionPortal
let papers: BoardDocument[]
test.beforeAll(async ({ productionPortal }) => {
  portal = await productionPortal(
    {},
    {
      'Bomb.pdf': pdfThatExpands(80_000_000),
      'Budget.pdf': await paper(),
      'Report.pdf': await paper(),
    },
  )
  const call = callWith(portal.url, portal.tokenOf(admin))
  await call(triggerSync)
  // Until a sync has read every paper.
  const read = async () => {
    papers = await call(listDocuments)
    return papers.filter((listed) => listed.version === 1 && (listed.pages || listed.too_large))
      .length
  }
  await expect.poll(read, { timeout: 100_000 }).toBe(3)
})
test.afterAll(() => portal.stop())

const callAs = (email: string) => callWith(portal.url, portal.tokenOf({ email }))
const hostile = 'hana.takeda@larkspur.example'
const idOf = (name: string) => papers.find((listed) => listed.name === name)!.id
const notesOf = (call: Call, name: string) =>
  call(getNotes, { params: { id: idOf(name) }, query: {} })
const save = (call: Call, name: string, notes = notesOnWords(words, 1)) =>
  call(saveNotes, { body: { documentId: idOf(name), erasures: 0, notes, removed: [] } })
const statusOf = async (path: string) => (await fetch(`${portal.url}${path}`)).status

/** Sends these requests of the hostile member at once, until the signal ends them. */
async function flood(requests: Sent[], signal: AbortSignal): Promise<void> {
  const headers = {
    authorization: `Bearer ${portal.tokenOf({ email: hostile })}`,
    'content-type': 'application/json',
  }
  const sent = requests.map(async ({ path, ...init }) => {
    const response = await fetch(`${portal.url}${path}`, { ...init, headers, signal })
    await response.bytes()
  })
  await Promise.allSettled(sent)
}

type Sent = { path: string } & Pick<RequestInit, 'method' | 'body'>

test(
  'a paper that expands to 80 MB of objects is too large to open, and the sync continues',
  { tag: '@long' },
  () => {
    const conditionOf = (name: string) => {
      const { condition, too_large, pages } = papers.find((listed) => listed.name === name)!
      return { condition, too_large, pages }
    }
    expect(conditionOf('Bomb.pdf')).toEqual({ condition: 'broken', too_large: true })
    expect(conditionOf('Report.pdf')).toEqual({ condition: 'ready', pages: 1 })
  },
)

test('requests that their sender gives up delay no other member’s', { tag: '@long' }, async () => {
  await save(callAs(hostile), 'Budget.pdf')
  const id = idOf('Budget.pdf')
  const heavy = [
    { path: `/api/documents/${id}/notes` },
    { path: `/api/documents/${id}/notes/paper` },
    { path: `/api/documents/${id}/content` },
    { path: '/api/notes/list' },
  ]
  const reader = callAs(staff.email)
  for (let wave = 0; wave < 8; wave += 1) {
    await flood([...heavy, ...heavy, ...heavy, ...heavy], AbortSignal.timeout(5 * wave))
    await reader(getPortal)
    await reader(listNotes, { query: {} })
  }
  expect(await statusOf('/readyz')).toBe(200)
})

test(
  'a member who asks for books and papers with notes keeps nobody waiting for their notes',
  { tag: '@long' },
  async () => {
    await save(callAs(hostile), 'Budget.pdf')
    const reader = callAs(staff.email)
    await save(reader, 'Report.pdf')
    const book = { method: 'POST', body: JSON.stringify({ notes: true, changes: true }) }
    const path = (quarter: number) => pathOf(makeBoardBook.path, { year: 2026, quarter })
    const books = [1, 2, 3, 4].map((quarter) => ({ path: path(quarter), ...book }))
    const paperWithNotes = { path: `/api/documents/${idOf('Budget.pdf')}/notes/paper` }
    const over = new AbortController()
    const copies = Array.from({ length: 28 }, () => paperWithNotes)
    const flooded = flood([...books, ...copies], over.signal)
    const placed = async () => {
      const { notes } = await notesOf(reader, 'Report.pdf')
      return notes.filter((note) => note.place).length
    }
    await expect.poll(placed).toBe(words.length)
    over.abort()
    await flooded
  },
)

test(
  'a note that is too long and more notes than a paper may have are refused',
  { tag: '@long' },
  async () => {
    const attacker = callAs(hostile)
    const [note] = notesOnWords(['Grant'], 1)
    const long = { ...note!, text: 'a'.repeat(noteLimits.text + 1) }
    await expect(save(attacker, 'Report.pdf', [long])).rejects.toMatchObject({ status: 400 })
    const longest = () => ({
      ...notesOnWords(['Grant'], 1)[0]!,
      text: '議'.repeat(noteLimits.text),
    })
    let full: string | undefined
    for (let n = 0; n < 12 && !full; n += 1) {
      const notes = Array.from({ length: 12 }, longest)
      full = (await save(attacker, 'Report.pdf', notes)).fullBy
    }
    expect(full).toBe('bytesPerPaper')
    const list = await attacker(listNotes, { query: {} })
    expect(Buffer.byteLength(JSON.stringify(list))).toBeLessThan(1.1 * noteLimits.bytesPerPage)
    expect(list.next).toBeDefined()
  },
)

test('impossible numbers are refused and open no circuit breaker', { tag: '@long' }, async () => {
  const attacker = callAs(hostile)
  const base = { color: 'yellow', text: '' }
  for (const revision of [Number.MAX_SAFE_INTEGER, 1e308, -1, 0.5, 100_000_000_000_000]) {
    const notes = notesOnWords(['Grant'], 1).map((note) => ({
      ...note,
      base: { ...base, revision },
    }))
    for (let n = 0; n < 4; n += 1) {
      await save(attacker, 'Budget.pdf', notes as never).catch(({ status }: { status: number }) =>
        expect(status).toBe(400),
      )
    }
  }
  expect(await statusOf('/readyz')).toBe(200)
  await callAs(staff.email)(listNotes, { query: {} })
})

test(
  'a report of pages that the paper doesn’t have is stored as nothing',
  { tag: '@long' },
  async () => {
    const attacker = callAs(hostile)
    const pages = Array.from({ length: readingLimits.pages }, (_, n) => ({
      page: readingLimits.lastPage - n,
      seconds: 86_400,
    }))
    const documentId = idOf('Budget.pdf')
    await attacker(reportReading, { body: { papers: [{ documentId, version: 1, pages }] } })
    const { papers: read } = await attacker(getReading, { query: { documentId } })
    expect(read.map((note) => note.pages)).toEqual([[]])
  },
)

test('a stranger’s refusals crowd out no member’s', { tag: '@long' }, async () => {
  for (let n = 0; n < 130; n += 1) {
    const token = portal.tokenOf({ email: `stranger-${n}@elsewhere.example` })
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${portal.url}/api/portal`, { headers })).status).toBe(403)
  }
  await expect(callAs(staff.email)(triggerSync)).rejects.toMatchObject({ status: 403 })
  const recorded = async () => {
    const query = { what: 'denied', who: staff.email }
    const { entries } = await callAs(admin.email)(listAudit, { query })
    return entries.map(({ subject }) => subject)
  }
  await expect.poll(recorded).toEqual(['POST /api/sync/trigger'])
})

async function paper(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  document.addPage([612, 792]).drawText(words.join('\n'), { x: 40, y: 740, size: 9, font })
  return document.save()
}
