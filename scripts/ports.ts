import { connect } from 'node:net'

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
