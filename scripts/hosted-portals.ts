import path from 'node:path'
import { type ChildOptions, startNode } from './child.ts'

export type HostRequest =
  | { id: number; what: 'start'; env: NodeJS.ProcessEnv; startsAt?: number }
  | { id: number; what: 'move'; to: number }
  | { id: number; what: 'stop' }

export type HostMessage =
  | { id: number; what: 'line'; line: string }
  | { id: number; what: 'started'; url: string }
  | { id: number; what: 'refused'; reason: string }
  | { id: number; what: 'moved' }
  | { id: number; what: 'stopped' }

export type HostedPortal = {
  url: string
  /** Moves the portal’s clock to a later time, hour by hour, and does at each what is due about mails. */
  moveTo: (time: Date) => Promise<void>
  stop: () => Promise<void>
}

export type PortalHost = {
  /** Starts a portal with these settings next to the environment’s. `startsAt` sets its clock. */
  start: (env: NodeJS.ProcessEnv, options?: StartOptions) => Promise<HostedPortal>
  /** Resolves with the latest output when the process has ended without being asked to. */
  ended: Promise<string>
  stop: () => Promise<void>
}

type StartOptions = { onLine?: ((line: string) => void) | undefined; startsAt?: Date | undefined }

type Portal = {
  onLine: ((line: string) => void) | undefined
  moved: PromiseWithResolvers<void>
  started: PromiseWithResolvers<string>
  stopped: PromiseWithResolvers<void>
}

/** One process for many portals, for tests that start a portal each. */
export function openPortalHost(options: Pick<ChildOptions, 'env' | 'nodeArgs'> = {}): PortalHost {
  const child = startNode(path.join(import.meta.dirname, 'portal-host.ts'), [], options)
  const portals = new Map<number, Portal>()
  let count = 0
  child.process.on('message', (message: HostMessage) => {
    const portal = portals.get(message.id)
    if (!portal) return
    if (message.what === 'line') portal.onLine?.(message.line)
    else if (message.what === 'started') portal.started.resolve(message.url)
    else if (message.what === 'refused') portal.started.reject(new Error(message.reason))
    else if (message.what === 'moved') portal.moved.resolve()
    else portal.stopped.resolve()
  })
  const ended = new Promise<string>((resolve) => {
    child.process.once('exit', (code, signal) =>
      resolve(`${child.tail()}\n(${signal ?? `exit code ${code}`})`),
    )
  })
  const orEnded = <T>(answer: Promise<T>): Promise<T> =>
    Promise.race([
      answer,
      ended.then((reason) => {
        throw new Error(reason)
      }),
    ])
  const ask = (request: HostRequest) => child.process.send(request)
  const stopPortal = async (id: number) => {
    const portal = portals.get(id)
    if (!portal) return
    ask({ id, what: 'stop' })
    await orEnded(portal.stopped.promise)
    portals.delete(id)
  }
  return {
    async start(env, { onLine, startsAt } = {}) {
      const id = ++count
      const portal: Portal = {
        onLine,
        moved: Promise.withResolvers(),
        started: Promise.withResolvers(),
        stopped: Promise.withResolvers(),
      }
      portals.set(id, portal)
      const clock = startsAt ? { startsAt: startsAt.getTime() } : {}
      ask({ id, what: 'start', env: { ...process.env, ...env }, ...clock })
      const url = await orEnded(portal.started.promise).catch((error: unknown) => {
        portals.delete(id)
        throw error
      })
      const moveTo = async (time: Date) => {
        portal.moved = Promise.withResolvers()
        ask({ id, what: 'move', to: time.getTime() })
        await orEnded(portal.moved.promise)
      }
      return { url, moveTo, stop: () => stopPortal(id) }
    },
    ended,
    async stop() {
      await Promise.all([...portals.keys()].map(stopPortal))
      await child.stop()
    },
  }
}
