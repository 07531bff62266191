import { dayOf } from '@portal/domain/days'
import { meetingId, meetingOf, type MeetingRef } from '@portal/domain/meeting-ref'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { bodyOf, isSameBody } from '../../platform/store/stored-body.ts'
import type { AgendasInMemory } from '../agendas/agendas-feature.ts'
import { isOpen, type OpenNotices } from './digests.ts'
import { whatHappened } from './meeting-state.ts'
import type { NoticeLines } from './notice-lines.ts'
import {
  noticeEventsCollection,
  noticesCollection,
  type NumberedEvent,
  type StoredNotices,
} from './stored-notices.ts'

type Parts = {
  store: DocumentStore
  agendas: Pick<AgendasInMemory, 'all'>
  lines: NoticeLines
  timeZone: string
  now: () => Date
}

/** How many events of a meeting are kept. */
const mostEvents = 300

/**
 * Finds what has happened to meetings, by comparing each with what it was. A change can be made in many ways, and none of
 * them can be forgotten here; a process that dies finds it again after its start.
 */
export function createGathering({ store, agendas, lines, timeZone, now }: Parts) {
  const started = noticesCollection.hot(store, undefined, 'notices of meetings')

  /** The meeting that has a permanent key now. */
  const meetingByKey = (key: string): MeetingRef | undefined =>
    meetingOf(agendas.all().find((stored) => stored['key'] === key)?.id ?? key)

  const next = (
    stored: StoredNotices,
    meeting: MeetingRef,
    reported: readonly Omit<NumberedEvent, 'n'>[],
    since: Date,
  ): StoredNotices => {
    const at = now().toISOString()
    const state = lines.stateOf(meeting)
    const of = meetingId(meeting)
    // What happened while mail was off, or before the meeting was another quarter's, isn't told.
    const isUnseen = new Date(stored.seenAt) < since
    const before = stored.of === of ? stored.state : { ...stored.state, papers: state.papers }
    const found = isUnseen ? [] : whatHappened(before, state).map((each) => ({ ...each, at }))
    const latest = reported.filter((event) => new Date(event.at) >= since)
    const first = (stored.events.at(-1)?.n ?? 0) + 1
    const added = [...found, ...latest].map((event, index) => ({ ...event, n: first + index }))
    const events = [...stored.events, ...added].slice(-mostEvents)
    return { ...stored, of, state, events, seenAt: at }
  }

  return {
    ready: started.ready,
    get: started.get,
    meetingByKey,

    /** Numbers what has happened since the last run; returns the meetings whose notices go out. */
    async run(since: Date, signal: AbortSignal): Promise<OpenNotices[]> {
      const today = dayOf(now(), timeZone)
      const { documents: all } = await noticeEventsCollection.in(store).list({ limit: 500 })
      const open: OpenNotices[] = []
      for (const { id: key } of started.all().filter((each) => isOpen(each, today))) {
        signal.throwIfAborted()
        const meeting = meetingByKey(key)
        if (!meeting || lines.isInPreparation(meeting)) continue
        const reported = all.filter((event) => event.meeting === key)
        const seen = started.get(key)!
        const isSame =
          reported.length === 0 &&
          isSameBody(seen.state, lines.stateOf(meeting)) &&
          seen.of === meetingId(meeting) &&
          new Date(seen.seenAt) >= since
        const written = isSame
          ? seen
          : await store.transaction(async (transaction) => {
              const records = noticesCollection.in(transaction)
              const events = noticeEventsCollection.in(transaction)
              const stored = await records.get(key)
              if (!stored) return undefined
              const found = await Promise.all(reported.map(({ id }) => events.get(id)))
              const kept = found.flatMap((event) => (event ? [event] : []))
              const latest = kept.map(({ kind, at, subject }) => ({
                kind,
                at,
                ...(subject === undefined ? {} : { subject }),
              }))
              const body = next(bodyOf(stored) as StoredNotices, meeting, latest, since)
              const changed = await records.update(key, body, stored.revision)
              for (const { id, revision } of kept) await events.delete(id, revision)
              return changed
            })
        if (written && written.pausedAt === undefined) open.push({ ...written, meeting })
      }
      return open
    },
  }
}
