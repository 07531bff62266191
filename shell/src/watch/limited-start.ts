import type { PortalReply } from '@portal/contract/portal'
import type { Composition } from '@portal/contract/releases'
import { keptList } from './load-marks.ts'

const key = 'portal.stopped-loads'
/** How long a stopped page counts, in ms. */
const countedFor = 86_400_000
/** After this many stopped pages, the portal starts without candidates and dashboard parts. */
const limit = 2

type Stopped = { session: string; composition: string; at: number }

/** Counts a page that stopped answering; the same page only once. */
export function countStopped(
  { session, composition, at }: Stopped,
  memory: Pick<Storage, 'getItem' | 'setItem'>,
): void {
  const others = read(memory).filter((start) => start.session !== session && isRecent(start))
  memory.setItem(key, JSON.stringify([{ session, composition, at }, ...others].slice(0, limit)))
}

/** Whether pages of this composition have stopped in this browser more than once. */
export function isLimited({ id }: Composition, memory: Pick<Storage, 'getItem'>): boolean {
  return read(memory).filter((start) => start.composition === id && isRecent(start)).length >= limit
}

/** The portal without candidates and parts of the dashboard; the same reply if there are none. */
export function limitedReply(reply: PortalReply): PortalReply {
  const { composition } = reply
  const remotes = composition.remotes.map((remote) => {
    const { candidate, releases, ...rest } = remote
    const others = candidate && releases.length > 1 ? releases.slice(1) : releases
    if (others === releases && releases.every(({ slots }) => slots.length === 0)) return remote
    return {
      ...rest,
      ...(candidate && others === releases ? { candidate } : {}),
      releases: others.map((release) => ({ ...release, slots: [] })),
    }
  })
  if (remotes.every((remote, index) => remote === composition.remotes[index])) return reply
  return { ...reply, composition: { ...composition, remotes } }
}

function isRecent({ at }: Stopped): boolean {
  return Date.now() - at < countedFor
}

function read(memory: Pick<Storage, 'getItem'>): Stopped[] {
  return keptList(key, memory)
}
