import type { HealthHour } from '@portal/contract/release-health'
import type { CountedSession } from './health-records.ts'
import type { Tally } from './health-verdict.ts'

/**
 * Per release and hour: the first sessions are a fair sample of everyone; of one person the newest
 * count.
 */
const most = { sessions: 200, ofOnePerson: 10 } as const
/**
 * How many of a person's newest sessions count in a verdict: a person who reloads all day is still
 * one reader.
 */
const weighed = 3
const hour = 3_600_000

/** The sessions of a day with new reports added; the same list if nothing is new. */
export function withSessions(
  known: readonly CountedSession[],
  reported: readonly CountedSession[],
): readonly CountedSession[] {
  return reported.reduce(withSession, known)
}

function withSession(
  known: readonly CountedSession[],
  reported: CountedSession,
): readonly CountedSession[] {
  const earlier = known.find(({ id }) => id === reported.id)
  if (earlier && (earlier.failed || !reported.failed)) return known
  const others = known.filter(({ id }) => id !== reported.id)
  const ofHour = others.filter((other) => hourOf(other) === hourOf(reported))
  const own = ofHour.filter(({ person }) => person === reported.person)
  if (own.length >= most.ofOnePerson) {
    const oldest = own.reduce((a, b) => (b.at < a.at ? b : a))
    return [...others.filter((other) => other !== oldest), reported]
  }
  return ofHour.length < most.sessions ? [...others, reported] : known
}

/** Each session once, with its latest outcome: a failure is final. */
export function uniqueSessions(sessions: readonly CountedSession[]): CountedSession[] {
  const each = new Map<string, CountedSession>()
  for (const session of sessions) {
    if (session.failed || !each.get(session.id)?.failed) each.set(session.id, session)
  }
  return [...each.values()]
}

/** What counts in a verdict: everyone's newest sessions. */
export function tallyOf(sessions: readonly CountedSession[]): Tally {
  const ofPeople = Map.groupBy(uniqueSessions(sessions), ({ person }) => person)
  const newest = [...ofPeople.values()].map((own) =>
    own.toSorted((a, b) => b.at - a.at).slice(0, weighed),
  )
  return {
    sessions: newest.flat().length,
    failed: newest.flat().filter(({ failed }) => failed).length,
    failedPeople: newest.filter((own) => own.some(({ failed }) => failed)).length,
  }
}

/** For display: every counted session in its hour. */
export function hoursOf(sessions: readonly CountedSession[]): HealthHour[] {
  const byHour = Map.groupBy(uniqueSessions(sessions), hourOf)
  return [...byHour]
    .toSorted(([a], [b]) => a - b)
    .map(([start, own]) => {
      const failed = own.filter((candidate) => candidate.failed).length
      return { hour: new Date(start * hour).toISOString(), good: own.length - failed, failed }
    })
}

function hourOf({ at }: CountedSession): number {
  return Math.floor(at / hour)
}
