import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { adminToken } from '../bench/session.ts'

/** How the server sends a file: slowly, or stopping halfway without ending. */
export type Pace = { part: number; every: number } | 'stops halfway'

type PacedServer = { url: string; close: () => void }

/** Forwards the files of another address at its own pace. */
export async function pacedServer(target: string, pace: Pace): Promise<PacedServer> {
  // Files of remotes are only sent to people who are signed in.
  const headers = { authorization: `Bearer ${await adminToken(target)}` }
  const server = createServer(async (request, response) => {
    const answer = await fetch(new URL(request.url!, target), { headers })
    const whole = Buffer.from(await answer.arrayBuffer())
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'text/javascript',
      'content-length': whole.byteLength,
    })
    if (pace === 'stops halfway') return response.write(whole.subarray(0, whole.byteLength / 2))
    for (let at = 0; at < whole.byteLength && !response.destroyed; at += pace.part) {
      response.write(whole.subarray(at, at + pace.part))
      await delay(pace.every)
    }
    return response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, close }
}
