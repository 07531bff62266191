import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/** Whether something listens on this local port. */
export async function portIsTaken(port: number): Promise<boolean> {
  const answers = ['127.0.0.1', '::1'].map(
    (host) =>
      new Promise<boolean>((resolve) => {
        const socket = connect({ host, port, timeout: 1000 })
        const end = (taken: boolean) => {
          socket.destroy()
          resolve(taken)
        }
        socket.once('connect', () => end(true))
        socket.once('error', () => end(false))
        socket.once('timeout', () => end(false))
      }),
  )
  return (await Promise.all(answers)).includes(true)
}

/** A local port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('There is no free port.')
  return address.port
}
