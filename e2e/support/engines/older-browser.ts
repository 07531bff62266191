import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Removes, before any script of the page, APIs that a supported browser may lack. */
const script = `
  delete URL.parse
  delete AbortSignal.any
  delete Intl.Segmenter
  delete Promise.try
  delete RegExp.escape
  delete Uint8Array.fromBase64
  delete Uint8Array.prototype.toBase64
  delete Map.prototype.getOrInsertComputed
  delete globalThis.requestIdleCallback
  delete Document.prototype.startViewTransition
`
const address = '/older-browser.js'

/** Serves the portal at another port, as an older browser would run it. */
export async function asOlderBrowser(
  portal: string,
): Promise<{ url: string; close: () => Promise<void> }> {
  const { host, origin } = new URL(portal)
  const server = createServer(async (incoming, answer) => {
    if (incoming.url === address) {
      answer.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
      return
    }
    const forwarded = await forward(incoming, host, origin)
    const headers = { ...forwarded.headers }
    if (!headers['content-type']?.startsWith('text/html')) {
      answer.writeHead(forwarded.statusCode ?? 502, headers)
      forwarded.pipe(answer)
      return
    }
    const page = await text(forwarded)
    delete headers['content-length']
    answer
      .writeHead(forwarded.statusCode ?? 502, headers)
      .end(page.replace(/<head[^>]*>/, `$&<script src="${address}"></script>`))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function forward(incoming: IncomingMessage, host: string, origin: string) {
  const headers = { ...incoming.headers, host, 'accept-encoding': 'identity' }
  if (headers.origin) headers.origin = origin
  if (headers.referer) {
    const { pathname, search } = new URL(headers.referer)
    headers.referer = `${origin}${pathname}${search}`
  }
  const { method, url } = incoming
  const sent = request(`${origin}${url}`, { method: method!, headers })
  incoming.pipe(sent)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response
}
