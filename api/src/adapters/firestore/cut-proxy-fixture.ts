import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy that simulates network failures. */
export type CutProxy = {
  host: string
  /** Closes every connection and refuses new ones. */
  cut: () => void
  /** Accepts requests but never responds. */
  hang: () => void
  /** Forwards the next request, then closes the connection instead of responding. */
  loseNextAnswer: () => void
  restore: () => void
  stop: () => void
}

export async function startCutProxy(target: string): Promise<CutProxy> {
  const [targetHost, targetPort] = target.split(':') as [string, string]
  const pairs = new Set<[Socket, Socket]>()
  let state: 'open' | 'cut' | 'hung' | 'losing' = 'open'
  const server = createServer((client) => {
    if (state === 'cut') return void client.destroy()
    const upstream = connect(Number(targetPort), targetHost)
    const pair: [Socket, Socket] = [client, upstream]
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      client.destroy()
      upstream.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
    client.on('data', (chunk) => {
      if (state !== 'hung') upstream.write(chunk)
      if (state !== 'losing') return
      // Long enough for the server to process it; its response is dropped.
      setTimeout(() => {
        state = 'open'
        end()
      }, 500)
    })
    upstream.on('data', (chunk) => {
      if (state === 'open') client.write(chunk)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const endAll = () => {
    for (const [client] of pairs) client.destroy()
  }
  return {
    host: `127.0.0.1:${port}`,
    cut() {
      state = 'cut'
      endAll()
    },
    hang: () => (state = 'hung'),
    loseNextAnswer: () => (state = 'losing'),
    restore() {
      if (state === 'hung') endAll()
      state = 'open'
    },
    stop() {
      server.close()
      endAll()
    },
  }
}
