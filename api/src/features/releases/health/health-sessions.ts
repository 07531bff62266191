import { createHash } from 'node:crypto'
import type { DocumentStore } from '../../../platform/store/document-store.ts'
import { type CountedSession, utcDayOf, healthCollection, healthKey } from './health-records.ts'
import { withSessions } from './health-tally.ts'
import { type CountedDay, type ReportedSession, withVitals } from './vital-tally.ts'

const day = 86_400_000
const hour = 3_600_000

type Report = { remote: string; release: string; sessions: ReportedSession[] }

export type HealthSessions = {
  /** Adds the reports about one release: instances add up, and repeated reports change nothing. */
  add: (report: Report) => Promise<void>
  /** What was counted of a release since this moment; ms since 1970. */
  since: (remote: string, release: string, from: number) => Promise<CountedDay>
}

/** The counted sessions, one document per release and day; those of previews in a collection of their own. */
export function createHealthSessions(
  store: DocumentStore,
  now: () => Date,
  kept = healthCollection,
): HealthSessions {
  const addDay = async (report: Report, ofDay: string) => {
    const { remote, release } = report
    const sessions = report.sessions.filter(({ at }) => utcDayOf(at) === ofDay)
    const key = healthKey(remote, release, ofDay)
    await store.transaction(async (transaction) => {
      const days = kept.in(transaction)
      const stored = await days.get(key)
      const known = stored?.sessions ?? []
      const counted = withSessions(known, sessions.map(withoutVitals))
      const vitals = stored?.vitals ?? []
      const next = withVitals({ sessions: counted, vitals }, sessions)
      if (next.sessions === known) return
      const measured = next.vitals.length > 0 ? { vitals: [...next.vitals] } : {}
      const body = { remote, release, day: ofDay, sessions: [...next.sessions], ...measured }
      await days.put(key, body, stored)
    })
  }
  return {
    async add(report) {
      const days = new Set(report.sessions.map(({ at }) => utcDayOf(at)))
      for (const ofDay of days) await addDay(report, ofDay)
    },
    async since(remote, release, from) {
      const first = Math.floor(from / day)
      const last = Math.floor(now().getTime() / day)
      const days = kept.in(store)
      const tallies = await Promise.all(
        Array.from({ length: Math.max(0, last - first + 1) }, (_, n) =>
          days.get(healthKey(remote, release, utcDayOf((first + n) * day))),
        ),
      )
      return {
        sessions: tallies.flatMap((each) => each?.sessions ?? []).filter(({ at }) => at >= from),
        vitals: tallies
          .flatMap((each) => each?.vitals ?? [])
          .filter((vital) => (vital.hour + 1) * hour > from),
      }
    },
  }
}

function withoutVitals({ vitals: _vitals, ...session }: ReportedSession): CountedSession {
  return session
}

/** Identifies a person or a session, for one release only: the stored data names nobody. */
export function anonymous(...parts: string[]): string {
  return createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 12)
}
