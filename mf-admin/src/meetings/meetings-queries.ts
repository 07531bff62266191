import { getMeeting, listMeetings, type ListedMeeting } from '@portal/contract/all-meetings'
import { type Agenda, agenda } from '@portal/contract/agendas'
import { listBodies } from '@portal/contract/bodies'
import type { CallInput } from '@portal/contract/endpoint'
import {
  adoptEvent,
  createMeeting,
  type EventMatch,
  listEventMatches,
  setMeetingStage,
} from '@portal/contract/new-meetings'
import type { Day } from '@portal/domain/days'
import { meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import { type Call, isApiError } from '@portal/remote-kit/client'
import { queryOptions } from '@portal/remote-kit/query'
import { errorMessage, isEditConflict } from '../shared/api-errors.ts'
import { adminQuery, useChange } from '../shared/queries.ts'

/** Begins the keys of what is known about meetings besides their agendas. */
export const meetingsKey = ['admin', 'meetings']

type Span = {
  from?: Day
  to?: Day
  /** The id of a body; by default of all. */ body?: string | undefined
}

/** Every meeting of a span of days, the earliest first. */
export function meetingsQuery(call: Call, span: Span) {
  return queryOptions({
    queryKey: [...meetingsKey, 'from', span.from, 'to', span.to, span.body],
    queryFn: async ({ signal }) => {
      const all: ListedMeeting[] = []
      let after: string | undefined
      do {
        const { body, ...days } = span
        const of = body === undefined ? days : { ...days, body }
        const query = { ...of, ...(after === undefined ? {} : { after }) }
        const { meetings, next } = await call(listMeetings, { query }, { signal })
        all.push(...meetings)
        after = next
      } while (after !== undefined)
      return all
    },
    refetchOnMount: 'always',
    refetchOnWindowFocus: true,
  })
}

/** One meeting as lists have it: its body, kind and stage. */
export function meetingQuery(call: Call, meeting: MeetingRef) {
  const id = meetingId(meeting)
  return adminQuery(call, getMeeting, [...meetingsKey, id], { params: { meeting: id } })
}

/** The board and the active committees. */
export function activeBodiesQuery(call: Call) {
  return adminQuery(call, listBodies, ['admin', 'active bodies'])
}

export type NewMeeting = CallInput<typeof createMeeting>['body']

export function useCreateMeeting() {
  return useChange((call, body: NewMeeting) => call(createMeeting, { body }), {
    stale: [meetingsKey],
  })
}

type StageChange = CallInput<typeof setMeetingStage>['body'] & { meeting: Agenda }

/** Moves a meeting to another stage; its agenda is fetched again. */
export function useSetStage() {
  return useChange(
    (call, { meeting: { id, revision }, stage }: StageChange) =>
      call(setMeetingStage, { params: { meeting: id }, body: { stage }, revision }),
    { stale: [meetingsKey, ['admin', 'agenda']], waits: true },
  )
}

/** The coming meetings that have an event of the calendar, or may have. */
export function eventMatchesQuery(call: Call) {
  return adminQuery(call, listEventMatches, [...meetingsKey, 'events'])
}

type Adoption = {
  meeting: Pick<EventMatch['meeting'], 'id' | 'revision'>
  body: NonNullable<CallInput<typeof adoptEvent>['body']>
}

/** Matches an event to a meeting, or settles what differs. */
export function useAdoptEvent() {
  return useChange(
    (call, { meeting: { id, revision }, body }: Adoption) =>
      call(adoptEvent, { params: { meeting: id }, body, revision }),
    { stale: [meetingsKey, ['admin', 'agenda'], ['admin', 'calendar']], waits: true },
  )
}

/** Why a change of a meeting failed. */
export function meetingFailure(error: unknown): string {
  if (isApiError(error) && isEditConflict(error) && agenda.safeParse(error.current).success) {
    return 'Someone else has changed this meeting meanwhile. Look at it, and press again.'
  }
  return errorMessage(error) ?? 'This could not be saved. Please try again.'
}
