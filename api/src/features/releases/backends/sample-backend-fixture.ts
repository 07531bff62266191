import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'

type ReceivedRequest = {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
  statement: JWTPayload
}

type Answer = (request: ReceivedRequest, response: ServerResponse) => void

/** A team's server as the guide describes it: it answers only requests with a valid statement for itself. */
export async function startSampleBackend(
  keys: () => Promise<JSONWebKeySet>,
  { remotes = ['news'] }: { remotes?: string[] } = {},
) {
  const received: ReceivedRequest[] = []
  let answer: Answer = (_, response) => json(response, { stories: ['The new park'] })

  const server = createServer(async (incoming, response) => {
    const { method = '', url = '', headers } = incoming
    try {
      const token = headers.authorization?.replace('Bearer ', '') ?? ''
      const { payload: statement } = await jwtVerify(token, createLocalJWKSet(await keys()), {
        algorithms: ['EdDSA'],
        issuer: 'https://portal.example.org',
        audience: origin,
        requiredClaims: ['sub', 'exp', 'jti', 'htm', 'htu'],
        maxTokenAge: 60,
      })
      if (!remotes.includes(String(statement['remote'])))
        throw new Error('This is for another remote.')
      if (statement['htm'] !== method) throw new Error('This is for another method.')
      const { pathname } = new URL(origin + url)
      if (statement['htu'] !== origin + pathname) throw new Error('This is for another address.')
      let body = ''
      for await (const chunk of incoming) body += chunk
      const request = { method, url, headers, body, statement }
      received.push(request)
      answer(request, response)
    } catch {
      response.statusCode = 401
      json(response, { error: 'This request has no valid statement.' })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`

  return {
    origin,
    received,
    /** How it answers from now on. */
    answers: (next: Answer) => void (answer = next),
    /** Sends it a request past the portal. */
    ask: (path: string, token: string, init: RequestInit = {}) =>
      fetch(origin + path, { ...init, headers: { authorization: `Bearer ${token}` } }),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
export type SampleBackend = Awaited<ReturnType<typeof startSampleBackend>>

function json(response: ServerResponse, body: unknown): void {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body))
}
