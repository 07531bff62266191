import { AsyncLocalStorage } from 'node:async_hooks'
import { syncToken } from '@portal/contract/portal'
import type { Log } from '../log.ts'
import type { ProblemCode } from '@portal/contract/problem'
import { Refusal } from '../../refusal.ts'
import type { StoreOperations } from '../store/document-store.ts'
import { recordAccess } from './record-access.ts'
import { recordDenial } from './record-change.ts'

export type Denials = {
  /**
   * Called with every error of a request; refusals of signed-in people are recorded, and refused sign-ins of people
   * with a valid token. Never throws and isn't awaited, so no response depends on it.
   */
  record: (error: unknown, request: RefusedRequest) => void
  /** Writes the pending counts, and resolves when everything is written. */
  flush: () => Promise<void>
}

/** The person of the verified token, member or not. */
type Caller = { uid: string; email: string }

type RefusedRequest = {
  caller: Caller | undefined
  /** Whether the caller may use the portal at all. */
  isMember: boolean
  endpoint: string
  /** `Safari on iPad` */
  device: string
}

type Denied = { caller: Caller; route: string; device: string; reason: string; at: Date }
type Counting = { last: Denied; times: number; timer: NodeJS.Timeout }

/** How long repeated refusals of one person at one endpoint are counted before they are written, in ms. */
const pause = 60_000
/** How many endpoints of one person are counted separately; their other refusals are counted together. */
const mostEach = 20
const otherEndpoints = 'other endpoints'
/**
 * Maximum number of counters of people who aren't members, so that a flood of new accounts fills neither the store nor
 * the log. Members have their own, so that no stranger can crowd them out.
 */
const mostOfStrangers = 100

type Options = { store: StoreOperations; now: () => Date; log: Log }

/** Records a person's first refusal at an endpoint at once, and those of each following minute as one entry. */
export function createDenials({ store, now, log }: Options): Denials {
  /** By the person's uid, then by route. */
  const ofMembers = new Map<string, Map<string, Counting>>()
  const ofStrangers: typeof ofMembers = new Map()
  let written: Promise<void> = Promise.resolve()
  // The caller can't prevent it by leaving.
  const inBackground = AsyncLocalStorage.snapshot()

  const write = (denied: Denied, times: number) => {
    const { route } = denied
    written = written
      // After the response, because the embedded store blocks while it writes.
      .then(() => new Promise<void>((resolve) => setImmediate(resolve)))
      .then(() => inBackground(() => recordRefusal(store, denied, times)))
      .catch((cause: unknown) => log.warn('a refusal was not recorded', { route, times, cause }))
  }

  const count = (all: typeof ofMembers, last: Denied) => {
    const { caller, route } = last
    const own = all.get(caller.uid) ?? new Map<string, Counting>()
    all.set(caller.uid, own)
    const timer = setTimeout(() => {
      const { times, last: latest } = own.get(route)!
      own.delete(route)
      if (own.size === 0) all.delete(caller.uid)
      if (times === 0) return
      write(latest, times)
      count(all, latest)
    }, pause)
    timer.unref()
    own.set(route, { last, times: 0, timer })
  }

  let isFloodLogged = false
  const logFlood = ({ caller, route }: Denied) => {
    if (isFloodLogged) return
    isFloodLogged = true
    setTimeout(() => (isFloodLogged = false), pause).unref()
    log.warn('too many refusals to record each one', { route, uid: caller.uid })
  }

  return {
    record(error, { caller, isMember, endpoint, device }) {
      if (!(error instanceof Refusal) || !recordedCodes(endpoint).has(error.code)) return
      if (!caller || endpoint === '') return
      const all = isMember ? ofMembers : ofStrangers
      const own = all.get(caller.uid)
      const isCounted = own?.has(endpoint) || (own?.size ?? 0) < mostEach
      const route = isCounted ? endpoint : otherEndpoints
      const denied = { caller, route, device, reason: error.message, at: now() }
      const known = own?.get(route)
      if (known) {
        known.times++
        known.last = denied
      } else if (isMember || sizeOf(ofStrangers) < mostOfStrangers) {
        write(denied, 1)
        count(all, denied)
      } else logFlood(denied)
    },
    async flush() {
      for (const all of [ofMembers, ofStrangers]) {
        for (const { last, times, timer } of countersOf(all)) {
          clearTimeout(timer)
          if (times > 0) write(last, times)
        }
        all.clear()
      }
      await written
    },
  }
}

function countersOf(all: ReadonlyMap<string, ReadonlyMap<string, Counting>>): Counting[] {
  return [...all.values()].flatMap((own) => [...own.values()])
}

function sizeOf(all: ReadonlyMap<string, ReadonlyMap<string, Counting>>): number {
  let size = 0
  for (const own of all.values()) size += own.size
  return size
}

const signInRoute = `${syncToken.method} ${syncToken.path}`

/** A token that is valid but may no longer be used, such as a disabled person's, makes a refused sign-in. */
function recordedCodes(route: string): ReadonlySet<ProblemCode> {
  return route === signInRoute ? signInCodes : denialCodes
}

const denialCodes: ReadonlySet<ProblemCode> = new Set(['forbidden'])
const signInCodes: ReadonlySet<ProblemCode> = new Set(['forbidden', 'unauthenticated'])

async function recordRefusal(
  store: StoreOperations,
  { caller, route, device, reason, at }: Denied,
  times: number,
): Promise<void> {
  const refusal = { at, by: caller, reason, times }
  await (route === signInRoute
    ? recordAccess(store, { ...refusal, what: 'sign-in refused', subject: device })
    : recordDenial(store, { ...refusal, subject: route }))
}
