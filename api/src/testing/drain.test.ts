import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as after } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { loggedUrl, start } from './start-portal-fixture.ts'
import { testPeople, unsignedToken } from './test-api.ts'

/** How long the portal still accepts connections, in ms; the clients check its readiness more often. */
const grace = 1000
const clients = 12

const token = (person: keyof typeof testPeople) =>
  `Bearer ${unsignedToken(testPeople[person], 'demo-board-portal', new Date())}`

it('stops under constant load without failing a request: it is live, not ready, and closes its connections', async () => {
  const portal = start({ DRAIN_GRACE: String(grace) })
  await portal.ready
  const port = Number(new URL(loggedUrl(portal.output())!).port)
  const [member, admin] = [token('member'), token('admin')]
  const sent = { enough: false, responses: 0 }
  const wrong: string[] = []
  const failed = (error: unknown) => void wrong.push(String(error))

  // As a load balancer does: sends no new request to a portal that isn't ready.
  const watching = (async () => {
    while (!sent.enough) {
      const response = await ask(port, '/readyz')
      if (response.status === 503) sent.enough = true
      await after(20)
    }
    return ask(port, '/healthz', { agent: new Agent({ keepAlive: true }) })
  })()
  const sending = Array.from({ length: clients }, async (_, client) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let n = 0; !sent.enough; n++) {
      // Every fourth client opens a new connection for each request.
      const connection = client % 4 === 0 ? {} : { agent }
      const path = n % 2 === 0 ? '/api/resource-mappings' : '/api/agendas/2026/4'
      const headers = { authorization: member }
      const response = await ask(port, path, { ...connection, headers })
      if (![200, 404].includes(response.status)) wrong.push(`${path}: ${response.status}`)
      sent.responses += 1
    }
    agent.destroy()
  })
  await expect.poll(() => sent.responses).toBeGreaterThan(clients * 5)

  const late = slowSave(port, admin)
  await late.begun
  portal.child.kill('SIGTERM')
  await Promise.all([watching, ...sending]).catch(failed)
  const alive = await watching
  expect([alive.status, alive.headers.connection]).toEqual([200, 'close'])
  late.finish()
  const saved = await late.answer
  expect(wrong).toEqual([])
  expect([saved.status, saved.headers.connection]).toEqual([200, 'close'])
  // At its limit it would end without this line.
  expect(await portal.ended).toBe(0)
  expect(portal.output()).toContain('"stopped"')
})

type Ask = { agent?: Agent; headers?: Record<string, string> }

async function ask(port: number, path: string, options: Ask = {}) {
  const sent = request({ host: '127.0.0.1', port, path, ...options }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  return { status: response.statusCode!, headers: response.headers }
}

/** A save whose last bytes are held back. */
function slowSave(port: number, authorization: string) {
  const body = JSON.stringify({ title: 'Bylaws' })
  const sent = request({
    host: '127.0.0.1',
    port,
    method: 'PUT',
    path: '/api/resource-mappings/governance-bylaws',
    headers: {
      authorization,
      'content-type': 'application/json',
      'content-length': body.length,
      'if-none-match': '*',
    },
  })
  const answer = (once(sent, 'response') as Promise<[IncomingMessage]>).then(([response]) => {
    response.resume()
    return { status: response.statusCode!, headers: response.headers }
  })
  const begun = new Promise<void>((resolve, reject) => {
    sent.once('error', reject)
    sent.write(body.slice(0, 5), () => resolve())
  })
  return { answer, begun, finish: () => sent.end(body.slice(5)) }
}
