import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Starts a local server for the current test. */
export async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Responds to every request in the same way. */
export const serverThatSends = (status: number, body: unknown, headers = {}) =>
  startServer((_, answer) => {
    answer.writeHead(status, { 'content-type': 'application/json', ...headers })
    answer.end(JSON.stringify(body))
  })

export async function addressOfStoppedServer(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${port}`
}
