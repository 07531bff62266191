import { createHash } from 'node:crypto'
import { collection } from '../../store/collection.ts'
import type { DocumentStore } from '../../store/document-store.ts'
import {
  type CountedSession,
  dayOf,
  healthCollection,
  healthDay,
  healthKey,
} from './health-records.ts'
import { withSessions } from './health-tally.ts'

const day = 86_400_000

type Told = { remote: string; release: string; sessions: CountedSession[] }

export type HealthSessions = {
  /** Adds what was told of one release: instances add up, and what is told again changes nothing. */
  add: (told: Told) => Promise<void>
  /** What was counted of a release, from this moment on; ms since 1970. */
  since: (remote: string, release: string, from: number) => Promise<CountedSession[]>
}

/** The sessions that were counted, a document a release and day. */
export function createHealthSessions(store: DocumentStore, now: () => Date): HealthSessions {
  const addDay = async (told: Told, ofDay: string) => {
    const { remote, release } = told
    const sessions = told.sessions.filter(({ at }) => dayOf(at) === ofDay)
    const key = healthKey(remote, release, ofDay)
    await store.transaction(async (inside) => {
      const days = collection(inside, healthCollection, healthDay)
      const stored = await days.get(key)
      const known = stored?.sessions ?? []
      const next = withSessions(known, sessions)
      if (next === known) return
      const body = { remote, release, day: ofDay, sessions: [...next] }
      if (stored) await days.update(key, body, stored.revision)
      else await days.create(key, body)
    })
  }
  return {
    async add(told) {
      const days = new Set(told.sessions.map(({ at }) => dayOf(at)))
      for (const ofDay of days) await addDay(told, ofDay)
    },
    async since(remote, release, from) {
      const first = Math.floor(from / day)
      const last = Math.floor(now().getTime() / day)
      const days = collection(store, healthCollection, healthDay)
      const found = await Promise.all(
        Array.from({ length: Math.max(0, last - first + 1) }, (_, n) =>
          days.get(healthKey(remote, release, dayOf((first + n) * day))),
        ),
      )
      return found.flatMap((one) => one?.sessions ?? []).filter(({ at }) => at >= from)
    },
  }
}

/** Stands for a person or a session, for one release alone: what is stored names nobody. */
export function anonymous(...parts: string[]): string {
  return createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 12)
}
