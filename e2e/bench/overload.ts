import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import getPort from 'get-port'
import { Pool } from 'undici'
import { runPortal } from '../../scripts/portal.ts'
import {
  openSlowBodies,
  openIdle,
  openSlowHeaders,
  openSlowReaders,
} from '../support/slow-clients.ts'
import { adminToken, memberToken } from './session.ts'

/**
 * Two measurements. First: the share of members' reads that succeed while slow clients hold as many
 * connections as they can, 205 each with slow headers, slow bodies and unread documents, and 2,000
 * idle ones. The goal is 99.9 %. Second: how much of its best throughput the API keeps at ten times
 * the load, with reads from memory, reads of the database, a search and a save. A good answer comes
 * within a second and isn't a 503 or 429. Requests are sent at a fixed rate whether the answers
 * keep up or not, as real people do.
 */
const secondsEach = 10
/** How long members read among slow clients: longer than the server waits for those. */
const slowSeconds = 30
const goodWithin = 1000
/**
 * Connections, each with one request at a time. A request that finds no free connection counts as
 * unsent.
 */
const connections = 640

type Tally = { good: number; late: number; shed: number; wrong: number; unsent: number }
type Ask = { method: 'GET' | 'PUT'; path: string; headers: Record<string, string>; body?: string }

const folder = mkdtempSync(path.join(tmpdir(), 'bench-overload-'))
const portal = await runPortal({ port: await getPort(), dataFolder: folder })
// A client that costs a fraction of node:http's; otherwise the same machine couldn't send ten times
// the load.
const pool = new Pool(portal.url, { connections, pipelining: 1 })
try {
  const member = { authorization: `Bearer ${await memberToken(portal.url)}` }
  const admin = { authorization: `Bearer ${await adminToken(portal.url)}` }
  let saves = 0
  const asks: (() => Ask)[] = [
    () => ({ method: 'GET', path: '/api/portal', headers: member }),
    () => ({ method: 'GET', path: '/api/resource-mappings', headers: member }),
    () => ({ method: 'GET', path: '/api/directory', headers: member }),
    () => ({ method: 'GET', path: '/api/agendas/2026/4', headers: member }),
    () => ({ method: 'GET', path: '/api/search?q=budget', headers: member }),
    () => ({ method: 'GET', path: '/api/audit?limit=100', headers: admin }),
    () => ({
      method: 'PUT',
      path: `/api/resource-mappings/meeting-${1970 + (saves++ % 131)}-q1-agenda`,
      headers: { ...admin, 'content-type': 'application/json', 'if-match': '"1"' },
      body: JSON.stringify({ title: `Agenda ${saves}` }),
    }),
  ]
  const reads = asks.slice(0, 5)
  await readersAmong(reads, { name: 'nobody else', open: async () => [] })
  const port = Number(new URL(portal.url).port)
  const paperPath = await largestPaper(member)
  await readersAmong(reads, {
    name: 'slow clients',
    open: () =>
      Promise.all([
        openSlowHeaders({ port, count: 205 }),
        openSlowBodies({ port, count: 205, path: '/api/reports' }),
        openSlowReaders({
          port,
          count: 205,
          path: paperPath,
          token: member.authorization.slice(7),
        }),
        openIdle({ port, count: 2000 }),
      ]),
  })
  await after(12_000)

  let requests = 0
  const next = () => asks[requests++ % asks.length]!()

  await closedLoop(next, 16, 3)
  const peaks = []
  for (const clients of [4, 16, 64]) peaks.push(await closedLoop(next, clients, secondsEach / 2))
  const peak = Math.max(...peaks)
  console.log(
    `peak goodput: ${peak.toFixed(0)} a second (4, 16, 64 clients: ${peaks.map((n) => n.toFixed(0)).join(', ')})`,
  )

  const offered = peak * 10
  const tally = await openLoop(next, offered, secondsEach)
  const goodput = tally.good / secondsEach
  const sent = (tally.good + tally.late + tally.shed + tally.wrong) / secondsEach
  console.log(
    `offered ${offered.toFixed(0)} a second, of which ${sent.toFixed(0)} could be sent: goodput ${goodput.toFixed(0)} a second, ${((goodput / peak) * 100).toFixed(0)} % of the peak`,
  )
  console.log(JSON.stringify(tally))

  await after(5000)
  const waitUntilQuiet = await openLoop(next, peak / 4, 3)
  console.log(`afterwards, at a quarter of the peak: ${JSON.stringify(waitUntilQuiet)}`)
} finally {
  await pool.destroy()
  await portal.stop()
  rmSync(folder, { recursive: true, force: true })
}

/**
 * 20 members who each read five times a second, among slow clients of one kind. Prints the share
 * that succeeds.
 */
async function readersAmong(
  reads: (() => Ask)[],
  { name, open }: { name: string; open: () => Promise<{ close: () => void; cut: () => number }[]> },
): Promise<void> {
  const others = await open()
  const until = performance.now() + slowSeconds * 1000
  const times: number[] = []
  let good = 0
  const reader = async (_: unknown, first: number) => {
    for (let n = first; performance.now() < until; n++) {
      const { status, ms } = await send(reads[n % reads.length]!())
      times.push(ms)
      if ([200, 304, 404].includes(status)) good += 1
      await after(Math.max(0, 200 - ms))
    }
  }
  await Promise.all(Array.from({ length: 20 }, reader))
  const cut = others.reduce((sum, connection) => sum + connection.cut(), 0)
  for (const connection of others) connection.close()
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor(sorted.length * part)]!.toFixed(0)
  console.log(
    `members' reads among ${name}: ${((good / times.length) * 100).toFixed(2)} % of ${times.length} succeed (goal 99.9); half within ${at(0.5)} ms, 99 % within ${at(0.99)} ms; ${cut} connections were cut off`,
  )
}

async function largestPaper(headers: Record<string, string>): Promise<string> {
  const response = await fetch(`${portal.url}/api/documents`, { headers })
  const papers = (await response.json()) as { id: string; size: number }[]
  const [largest] = papers.toSorted((a, b) => b.size - a.size)
  return `/api/documents/${largest!.id}/content`
}

/**
 * Sends from `clients` connections, each after its previous answer; returns good answers per
 * second.
 */
async function closedLoop(next: () => Ask, clients: number, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000
  let good = 0
  const client = async () => {
    while (performance.now() < until) {
      const { status, ms } = await send(next())
      if (isGood(status) && ms <= goodWithin) good += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return good / seconds
}

/** Sends at a fixed rate for some seconds, then waits for all answers. */
async function openLoop(next: () => Ask, rate: number, seconds: number): Promise<Tally> {
  const tally: Tally = { good: 0, late: 0, shed: 0, wrong: 0, unsent: 0 }
  const underWay = new Set<Promise<void>>()
  const started = performance.now()
  const until = started + seconds * 1000
  let due = 0
  for (let now = started; now < until; now = performance.now()) {
    const wanted = ((now - started) / 1000) * rate
    while (due < wanted) {
      due += 1
      if (underWay.size >= connections) {
        tally.unsent += 1
        continue
      }
      const sending = (async () => {
        const { status, ms } = await send(next())
        if (status === 503 || status === 429) tally.shed += 1
        else if (!isGood(status)) tally.wrong += 1
        else if (ms <= goodWithin) tally.good += 1
        else tally.late += 1
      })()
      underWay.add(sending)
      void sending.finally(() => underWay.delete(sending))
    }
    // A sender that never pauses would take the second core from the API, whose search and database
    // use it too.
    await after(1)
  }
  await Promise.all(underWay)
  return tally
}

/**
 * A save with an outdated revision was processed as well, and so was a request for a missing
 * agenda.
 */
function isGood(status: number): boolean {
  return [200, 304, 404, 412].includes(status)
}

/** The status (0 for none), and the time since the scheduled start of the request. */
function send(ask: Ask): Promise<{ status: number; ms: number }> {
  const started = performance.now()
  return new Promise((resolve) => {
    let status = 0
    const done = () => resolve({ status, ms: performance.now() - started })
    pool.dispatch(ask, {
      onRequestStart: () => undefined,
      onResponseStart: (_, code) => void (status = code),
      onResponseData: () => undefined,
      onResponseEnd: done,
      onResponseError() {
        status = 0
        done()
      },
    })
  })
}
