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

/** More of each kind than the portal answers requests at the same time. */
const count = 205

let portal: ProductionPortal
const attackers: SlowClients[] = []
test.beforeAll(async ({ productionPortal }) => {
  portal = await productionPortal({}, { 'Grant book.txt': Buffer.alloc(30_000_000, 'grants ') })
})
test.afterAll(async () => {
  for (const attacker of attackers) attacker.close()
  await portal.stop()
})

async function attack(opening: Promise<SlowClients>): Promise<SlowClients> {
  const opened = await opening
  attackers.push(opened)
  return opened
}

/** A member's sequential reads until the server has cut all of the attackers off; the statuses of their answers. */
async function readAsMember(attacks: SlowClients[]): Promise<number[]> {
  const headers = { authorization: `Bearer ${portal.tokenOf(staff)}` }
  const statuses = new Set<number>()
  do {
    const response = await fetch(`${portal.url}/api/agendas/2026/4`, { headers })
    await response.body?.cancel()
    statuses.add(response.status)
    await after(25)
  } while (attacks.some(({ cut }) => cut() < count))
  return [...statuses]
}

// All kinds at once, because each takes as long as the server waits; `slow-clients.test.ts` holds them one by one.
test(
  'strangers with slow headers, slow bodies and idle connections block no member, nor does a member who reads no document',
  { tag: '@long' },
  async () => {
    const headers = { authorization: `Bearer ${portal.tokenOf(admin)}` }
    await fetch(`${portal.url}/api/sync/trigger`, { method: 'POST', headers })
    const papers = async () =>
      (await (await fetch(`${portal.url}/api/documents`, { headers })).json()) as { id: string }[]
    await expect.poll(async () => (await papers()).length, { timeout: 60_000 }).toBe(1)
    const path = `/api/documents/${(await papers())[0]!.id}/content`

    const { port } = portal
    const token = portal.tokenOf({ email: 'hana.takeda@larkspur.example' })
    await attack(openIdle({ port, count: 2000 }))
    await attack(openSlowReaders({ port, count, path, token }))
    const slowHeaders = await attack(openSlowHeaders({ port, count }))
    const slowBodies = await attack(openSlowBodies({ port, count, path: '/api/reports' }))
    expect(await readAsMember([slowHeaders, slowBodies])).toEqual([404])

    const own = { authorization: `Bearer ${portal.tokenOf(staff)}` }
    const paper = await fetch(`${portal.url}${path}`, { headers: own })
    expect((await paper.bytes()).length).toBe(30_000_000)
  },
)
