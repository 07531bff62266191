import { createLog } from '../api/src/platform/log.ts'
import { type StartedPortal, startFailure, startPortal } from '../api/src/start-portal.ts'
import type { HostMessage, HostRequest } from './hosted-portals.ts'

/**
 * A process that starts and stops portals for its parent (hosted-portals.ts). Most of what a start
 * costs happens once here: the API is loaded, the built shell is read, and the pictures of the
 * branding are made.
 */
process.umask(0o077)
// It waits for requests also when it has no portal.
process.channel!.ref()
type Openers = NonNullable<Parameters<typeof startPortal>[1]['openers']>

const portals = new Map<number, StartedPortal>()
const kept = new Map<string, Promise<unknown>>()
const tell = (message: HostMessage) => process.send!(message)

process.on('message', (request: HostRequest) => {
  void (request.what === 'start' ? start(request.id, request.env) : stop(request.id))
})

async function start(id: number, env: NodeJS.ProcessEnv): Promise<void> {
  const log = createLog((line) => tell({ id, what: 'line', line }))
  try {
    const portal = await startPortal(env, { log, now: () => new Date(), openers })
    portals.set(id, portal)
    tell({ id, what: 'started', url: portal.url })
  } catch (error) {
    tell({ id, what: 'refused', reason: startFailure(error).join('\n') })
  }
}

/** Both are read only, and depend on nothing else. */
const openers: Openers = (usual, { shellFolder, foundation }) => ({
  shell: () => keep(`shell ${shellFolder}`, usual.shell),
  branding: () => keep(`branding ${JSON.stringify(foundation)}`, usual.branding),
})

function keep<T>(key: string, open: () => Promise<T>): Promise<T> {
  const opening = (kept.get(key) as Promise<T> | undefined) ?? open()
  kept.set(key, opening)
  // A failed start may be repeated with other files.
  opening.catch(() => kept.delete(key))
  return opening
}

async function stop(id: number): Promise<void> {
  await portals.get(id)!.stop('asked to')
  portals.delete(id)
  tell({ id, what: 'stopped' })
}
