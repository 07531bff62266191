import { createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

type ReceivedMail = { to: string[]; text: string }

/** A mail server on this machine, which keeps what it receives. */
export async function startSmtpServer(options: SMTPServerOptions = {}) {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.secure || options.key ? [] : ['STARTTLS'],
    closeTimeout: 100,
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ to, text: Buffer.concat(chunks).toString() })
        callback(null, '2.0.0 Kept')
      })
    },
    ...options,
  })
  // A client that leaves is no fault of the test.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** How a server that keeps to no rule answers one line; undefined for no answer. */
type Answer = (line: string, socket: Socket) => string | undefined

/** A mail server that answers line by line, and may stop at any point. */
export async function startRoughServer(answer: Answer) {
  const sockets = new Set<Socket>()
  const lines: string[] = []
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    const say = (text: string | undefined) => {
      if (text !== undefined && !socket.destroyed) socket.write(`${text}\r\n`)
    }
    say(answer('', socket))
    let rest = ''
    socket.on('data', (chunk) => {
      rest += chunk.toString()
      const whole = rest.split('\r\n')
      rest = whole.pop()!
      for (const line of whole) {
        lines.push(line)
        say(answer(line, socket))
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    lines,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The usual answers until the message has ended. */
export function usualAnswer(line: string): string | undefined {
  if (line === '') return undefined
  if (line.startsWith('EHLO')) return '250 rough'
  if (/^(MAIL|RCPT|RSET)/.test(line)) return '250 OK'
  if (line === 'DATA') return '354 Go ahead'
  if (line === '.') return '250 Kept'
  if (line === 'QUIT') return '221 Bye'
  return undefined
}
