import { portOpeners } from '../api/src/open-ports.ts'
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

const portals = new Map<number, StartedPortal & { clock: MovableClock }>()
const kept = new Map<string, Promise<unknown>>()
const tell = (message: HostMessage) => process.send!(message)

process.on('message', (request: HostRequest) => {
  if (request.what === 'start') void start(request)
  else if (request.what === 'move') void move(request.id, request.to)
  else void stop(request.id)
})

type Start = Extract<HostRequest, { what: 'start' }>

async function start({ id, env, startsAt }: Start): Promise<void> {
  const log = createLog((line) => tell({ id, what: 'line', line }))
  const clock = movableClock(startsAt ?? Date.now())
  try {
    const portal = await startPortal(env, {
      log,
      now: clock.now,
      openers: startsAt === undefined ? openers : openersAt(clock),
    })
    portals.set(id, { ...portal, clock })
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

/** The sign-in service keeps its own clock: the times of its tokens are moved to the portal’s. */
function openersAt({ ahead }: MovableClock): Openers {
  return (usual, settings) => ({
    ...openers(usual, settings),
    identity(store) {
      const real = portOpeners(settings, { now: () => new Date() }).identity(store)
      return {
        async verify(token, signal) {
          const { signedInAt, expiresAt, ...claims } = await real.verify(token, signal)
          const seconds = Math.round(ahead() / 1000)
          return { ...claims, signedInAt: signedInAt + seconds, expiresAt: expiresAt + seconds }
        },
      }
    },
  })
}

function keep<T>(key: string, open: () => Promise<T>): Promise<T> {
  const opening = (kept.get(key) as Promise<T> | undefined) ?? open()
  kept.set(key, opening)
  // A failed start may be repeated with other files.
  opening.catch(() => kept.delete(key))
  return opening
}

type MovableClock = { now: () => Date; ahead: () => number; moveTo: (time: number) => void }

/** A clock that a test moves. It runs on in between. Times and distances are in ms. */
function movableClock(startsAt: number): MovableClock {
  let ahead = startsAt - Date.now()
  return {
    now: () => new Date(Date.now() + ahead),
    ahead: () => ahead,
    moveTo: (time) => void (ahead = time - Date.now()),
  }
}

const hour = 3_600_000

async function move(id: number, to: number): Promise<void> {
  const { clock, jobs } = portals.get(id)!
  const work = () => jobs.runNow(['notices', 'calendar-invitations', 'mail'])
  await work()
  const first = Math.ceil(clock.now().getTime() / hour) * hour
  for (let time = first; time < to + hour; time += hour) {
    clock.moveTo(Math.min(time, to))
    await work()
  }
  tell({ id, what: 'moved' })
}

async function stop(id: number): Promise<void> {
  await portals.get(id)!.stop('asked to')
  portals.delete(id)
  tell({ id, what: 'stopped' })
}
