import { type Day, dayAfter, dayOf, isDay } from '@portal/domain/days'
import {
  bodyOfMeeting,
  isQuarterly,
  meetingLabel,
  meetingOf,
  type MeetingRef,
} from '@portal/domain/meeting-ref'
import type { MeetingStage } from '@portal/domain/meeting-stages'
import type { MeetingTime } from '@portal/domain/replies'
import { momentAt, startOfDay } from '@portal/domain/zone-time'
import { cacheByVersion } from '../../platform/store/cache-by-version.ts'
import type { Stored } from '../../platform/store/document-store.ts'
import { type AgendasInMemory, stageOfStored, timesOf } from '../agendas/agendas-feature.ts'
import type { AgendaSlotsService } from '../mappings/mappings-feature.ts'
import type { QuarterStatesService } from '../quarters/quarters-feature.ts'
import type { VisibilityService } from '../visibility/visibility-feature.ts'

/** A meeting with a day that its readers see. */
export type ReplyMeeting = {
  id: string
  ref: MeetingRef
  /** The permanent key, which replies have. */
  key: string
  title: string
  body: string
  time: MeetingTime
  location?: string
  stage: MeetingStage
  /** Its start, or its end if that isn't a time of day. */
  begins: Date
  /** Until when it takes replies. */
  ends: Date
  stored: Stored<Record<string, unknown>>
}

export type ReplyMeetingsParts = {
  agendasInMemory: AgendasInMemory
  quarters: Pick<QuarterStatesService, 'isInPreparation' | 'version'>
  slots: Pick<AgendaSlotsService, 'showsNative' | 'version'>
  visibility: Pick<VisibilityService, 'meetingOf'>
  timeZone: string
  now: () => Date
}

/** The meetings that people can be asked about, from memory and without any check of access. */
export function createReplyMeetings(parts: ReplyMeetingsParts) {
  const { agendasInMemory, quarters, slots, visibility, timeZone, now } = parts

  const shown = (stored: Stored<Record<string, unknown>>): ReplyMeeting[] => {
    const ref = meetingOf(stored.id)
    const { date } = stored
    if (!ref || typeof date !== 'string' || !isDay(date) || quarters.isInPreparation(ref)) return []
    // Before its agenda is published, members don't see when a quarterly meeting is.
    const isPublished = stored['status'] === 'published' && slots.showsNative(ref)
    if (isQuarterly(ref) && !isPublished) return []
    const time = { date, ...timesOf(stored) }
    const location = textIn(stored, 'location')
    return [
      {
        id: stored.id,
        ref,
        key: visibility.meetingOf(ref).key,
        title: textIn(stored, 'title') ?? meetingLabel(ref),
        body: bodyOfMeeting(ref),
        time,
        ...(location === undefined ? {} : { location }),
        stage: stageOfStored(stored, dayOf(now(), timeZone)),
        begins: startOf(time, timeZone),
        ends: endOf(time, timeZone),
        stored,
      },
    ]
  }

  // All of them only grow, so the sum changes with any of them.
  const version = () =>
    agendasInMemory.version() + quarters.version() + slots.version() + dayNumber(now(), timeZone)
  const known = cacheByVersion(version, () => {
    const all = agendasInMemory
      .all()
      .flatMap(shown)
      .toSorted((a, b) => a.ends.getTime() - b.ends.getTime() || (a.id < b.id ? -1 : 1))
    return { all, byKey: new Map(all.map((meeting) => [meeting.key, meeting])) }
  })

  const isOpen = ({ stage, ends }: ReplyMeeting) => takesReplies.has(stage) && now() < ends

  return {
    isOpen,
    /** Those that take replies, the earliest first. */
    open: () => known(undefined).all.filter(isOpen),
    byKey: (key: string) => known(undefined).byKey.get(key),
    byRef: (ref: MeetingRef) => known(undefined).byKey.get(visibility.meetingOf(ref).key),
  }
}
export type ReplyMeetings = ReturnType<typeof createReplyMeetings>

const takesReplies: ReadonlySet<MeetingStage> = new Set(['planned', 'called', 'running'])

function startOf(time: MeetingTime, timeZone: string): Date {
  return momentAt(`${time.date}T${time.time.padStart(5, '0')}`, timeZone) ?? endOf(time, timeZone)
}

/** The end of the meeting, or of its day if its times aren't times of day, or it ends after midnight. */
function endOf({ date, time, endTime }: MeetingTime, timeZone: string): Date {
  const [start, end] = [time, endTime].map((clock) =>
    momentAt(`${date}T${clock.padStart(5, '0')}`, timeZone),
  )
  if (start && end && end > start) return end
  return startOfDay(dayAfter(date), timeZone) ?? new Date(`${date}T24:00:00Z`)
}

/** Increases with each day: a meeting's stage can depend on it. */
function dayNumber(now: Date, timeZone: string): number {
  const day: Day = dayOf(now, timeZone)
  return Date.parse(day) / 86_400_000
}

function textIn(stored: Record<string, unknown>, name: string): string | undefined {
  const value = stored[name]
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}
