import { lookup } from 'node:dns'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import type { BackendRequest, Backends } from '../../features/releases/backends/backends.ts'
import { isPublicAddress } from './public-address.ts'

type Options = {
  production: boolean
  /** Tests have names that lead elsewhere. */
  lookup?: typeof lookup
}

/**
 * Sends requests to servers that an admin has named. Each request has a connection of its own, so the address is looked
 * up and checked each time, and what is checked is what is connected to. TLS sessions are resumed.
 */
export function httpsBackends({ production, lookup: find = lookup }: Options): Backends {
  const agent = new Agent({ keepAlive: false })
  const publicLookup: LookupFunction = (host, options, callback) =>
    find(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const other = addresses.find(({ address }) => !isPublicAddress(address))
      if (other) return callback(notPublic(host, other.address), '', 0)
      if (options.all) return callback(null, addresses)
      const [first] = addresses
      return callback(null, first!.address, first!.family)
    })

  return {
    send({ url, method, headers, body }: BackendRequest, signal) {
      const isSecure = url.protocol === 'https:'
      const { promise, resolve, reject } = Promise.withResolvers<Response>()
      // An address in place of a name is never looked up.
      if (production && isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) {
        throw notPublic(url.hostname, url.hostname)
      }
      if (production && !isSecure) throw new Error(`${url.origin} doesn’t begin with https://.`)
      const options = {
        method,
        signal,
        headers: {
          ...headers,
          ...(body ? { 'content-length': String(body.byteLength) } : {}),
        },
        ...(production ? { lookup: publicLookup } : {}),
      }
      const outgoing = isSecure
        ? httpsRequest(url, { ...options, agent })
        : httpRequest(url, { ...options, agent: false })
      outgoing.on('response', (incoming) => {
        const { statusCode = 0 } = incoming
        // `new Response` would throw for others, such as a 101 without an upgrade, and end the process.
        if (statusCode >= 200 && statusCode <= 599) return resolve(responseOf(incoming))
        incoming.destroy()
        reject(new Error(`${url.origin} answers with the status ${statusCode}.`))
      })
      outgoing.on('upgrade', (_, socket) => {
        socket.destroy()
        reject(new Error(`${url.origin} switches to another protocol.`))
      })
      outgoing.on('error', reject)
      outgoing.end(body)
      return promise
    },
  }
}

const withoutBody = new Set([204, 205, 304])

function responseOf(incoming: IncomingMessage): Response {
  const { statusCode: status = 0, headersDistinct } = incoming
  const headers = Object.entries(headersDistinct).map(([name, values = []]): [string, string] => [
    name,
    values.join(', '),
  ])
  if (withoutBody.has(status)) {
    incoming.resume()
    return new Response(null, { status, headers })
  }
  const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array<ArrayBuffer>>
  return new Response(body, { status, headers })
}

function notPublic(host: string, address: string): Error {
  return new Error(`${host} leads to ${address}, which isn’t a public address.`)
}
