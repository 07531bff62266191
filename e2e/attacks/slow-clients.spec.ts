import { setTimeout as after } from 'node:timers/promises'
import { expect, test } from '../support/fixtures.ts'
import { admin, staff, type ProductionPortal } from '../support/production-portal.ts'
import {
  openIdle,
  openSlowBodies,
  openSlowHeaders,
  openSlowReaders,
  type SlowClients,
} from '../support/slow-clients.ts'

/** How long members read during an attack, in ms: longer than the server waits for slow clients. */
const during = 14_000

let portal: ProductionPortal
let attackers: SlowClients | undefined
test.beforeAll(async ({ productionPortal }) => {
  portal = await productionPortal({}, { 'Grant book.txt': Buffer.alloc(30_000_000, 'grants ') })
})
test.afterEach(() => attackers?.close())
test.afterAll(() => portal.stop())

/** A member's sequential reads, and the statuses of their answers. */
async function readAsMember() {
  const headers = { authorization: `Bearer ${portal.tokenOf(staff)}` }
  const statuses: Record<number, number> = {}
  const until = performance.now() + during
  while (performance.now() < until) {
    const response = await fetch(`${portal.url}/api/agendas/2026/4`, { headers })
    await response.body?.cancel()
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
    await after(25)
  }
  return statuses
}

test('a stranger with slow bodies blocks no member and is disconnected', async () => {
  attackers = await openSlowBodies({ port: portal.port, count: 205, path: '/api/reports' })
  expect(Object.keys(await readAsMember())).toEqual(['404'])
  expect(attackers.cut()).toBe(205)
})

test('a stranger with slow headers blocks no member and is disconnected', async () => {
  attackers = await openSlowHeaders({ port: portal.port, count: 205 })
  expect(Object.keys(await readAsMember())).toEqual(['404'])
  expect(attackers.cut()).toBe(205)
})

test('two thousand idle connections block no member', async () => {
  attackers = await openIdle({ port: portal.port, count: 2000 })
  expect(Object.keys(await readAsMember())).toEqual(['404'])
})

test('a member who requests documents without reading them blocks no other member', async () => {
  const headers = { authorization: `Bearer ${portal.tokenOf(admin)}` }
  await fetch(`${portal.url}/api/sync/trigger`, { method: 'POST', headers })
  const papers = async () =>
    (await (await fetch(`${portal.url}/api/documents`, { headers })).json()) as { id: string }[]
  await expect.poll(async () => (await papers()).length).toBe(1)
  const path = `/api/documents/${(await papers())[0]!.id}/content`

  const token = portal.tokenOf({ email: 'hana.takeda@larkspur.example' })
  attackers = await openSlowReaders({ port: portal.port, count: 205, path, token })
  expect(Object.keys(await readAsMember())).toEqual(['404'])
  const own = { authorization: `Bearer ${portal.tokenOf(staff)}` }
  const paper = await fetch(`${portal.url}${path}`, { headers: own })
  expect((await paper.bytes()).length).toBe(30_000_000)
})
