import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Slow connections of one kind, until they are closed. */
export type SlowClients = {
  /** How many of them the server has closed. */
  cut: () => number
  close: () => void
}

type Opened = { port: number; count: number }

/** Each sends the head of a request with a body, and then one byte of the body per second. */
export function openSlowBodies(options: Opened & { path: string }): Promise<SlowClients> {
  const head = [
    `POST ${options.path} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    'Content-Length: 60000',
  ]
  return open({ ...options, first: `${head.join('\r\n')}\r\n\r\n`, drip: ' ' })
}

/** Each sends one header line per second, and never the last one. */
export function openSlowHeaders(options: Opened): Promise<SlowClients> {
  return open({ ...options, first: 'GET / HTTP/1.1\r\nHost: localhost\r\n', drip: 'X-A: b\r\n' })
}

/** Each connects and sends nothing. */
export function openIdle(options: Opened): Promise<SlowClients> {
  return open({ ...options, first: '', drip: '' })
}

/** Each requests a document and reads nothing of the answer. */
export function openSlowReaders(
  options: Opened & { path: string; token: string },
): Promise<SlowClients> {
  const { path, token } = options
  const head = [`GET ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${token}`]
  return open({ ...options, first: `${head.join('\r\n')}\r\n\r\n`, drip: '' })
}

type Drip = Opened & { first: string; drip: string }

async function open({ port, count, first, drip }: Drip): Promise<SlowClients> {
  const sockets: Socket[] = []
  let cut = 0
  let isClosing = false
  for (let n = 0; n < count; n++) {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => {
      if (!isClosing) cut += 1
    })
    // In small groups, so that the backlog of new connections never overflows.
    if (n % 50 === 49) await once(socket, 'connect').catch(() => undefined)
    if (first !== '') socket.write(first)
  }
  const dripping = setInterval(() => {
    if (drip === '') return
    for (const socket of sockets) if (socket.writable) socket.write(drip)
  }, 1000)
  return {
    cut: () => cut,
    close() {
      isClosing = true
      clearInterval(dripping)
      for (const socket of sockets) socket.destroy()
    },
  }
}
