import { boardId, type OpenTo } from '@portal/domain/bodies'
import { type Day, dayOf, isDay } from '@portal/domain/days'
import type { ItemThing } from '@portal/domain/may-read'
import { isQuarterly, meetingId, type MeetingRef, partsOfMeeting } from '@portal/domain/meeting-ref'
import { firstDayOf } from '@portal/domain/quarter'

type Context = { timeZone: string; openTo: (body: string) => OpenTo }

/** A meeting as the rule of who may read what sees it. It may have no record yet. */
export function meetingThing(
  meeting: MeetingRef,
  record: Record<string, unknown> | undefined,
  { timeZone, openTo }: Context,
): ItemThing['meeting'] {
  const parts = isQuarterly(meeting) ? undefined : partsOfMeeting(meeting.meeting)
  const body = parts?.body ?? boardId
  const { key, date } = record ?? {}
  return {
    key: typeof key === 'string' ? key : meetingId(meeting),
    day: typeof date === 'string' && isDay(date) ? date : plannedDay(meeting, parts?.day),
    timeZone,
    body: { id: body, openTo: openTo(body) },
  }
}

/** What nobody may read. */
export function forNobody(timeZone: string): ItemThing {
  return {
    kind: 'item',
    key: '',
    isInPreparation: true,
    audience: { who: 'named', named: [] },
    meeting: { key: '', day: '1970-01-01', timeZone, body: { id: '', openTo: 'terms' } },
  }
}

function plannedDay(meeting: MeetingRef, day: Day | undefined): Day {
  return isQuarterly(meeting) ? firstDayOf(meeting) : day!
}

/** In every zone, a day begins at a full quarter of an hour. */
const step = 900_000

/**
 * Counts the changes of the day in a zone, cheaply: rights begin and end with a day. The count only grows, also if the
 * clock is set back.
 */
export function createDayCounter(timeZone: string, now: () => Date): () => number {
  let known: { at: number; day: Day } | undefined
  let count = 0
  return () => {
    const at = Math.floor(now().getTime() / step)
    if (known?.at === at) return count
    const day = dayOf(now(), timeZone)
    if (known && known.day !== day) count += 1
    known = { at, day }
    return count
  }
}
