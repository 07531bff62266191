import {
  getMeetingNotices,
  listNoticeDeadlines,
  type MeetingNotices,
  pauseNotices,
  recordWaiver,
  sendFormalNotice,
  startNotices,
} from '@portal/contract/notices'
import { meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import type { Call } from '@portal/remote-kit/client'
import { errorMessage } from '../shared/api-errors.ts'
import { adminQuery, useChange } from '../shared/queries.ts'

export const noticesKey = ['admin', 'notices']

/** Who is written to about a meeting, and how far it has come. */
export function noticesQuery(call: Call, meeting: MeetingRef) {
  const id = meetingId(meeting)
  return {
    ...adminQuery(call, getMeetingNotices, [...noticesKey, id], { params: { meeting: id } }),
    refetchOnWindowFocus: true,
  }
}

/** The formal notices that have to be sent, or weren't in time. */
export function deadlinesQuery(call: Call) {
  return adminQuery(call, listNoticeDeadlines, [...noticesKey, 'deadlines'])
}

const refetched = { stale: [noticesKey, ['admin', 'meetings']], waits: true }
type Of = Pick<MeetingNotices, 'id'>

export function useStartNotices() {
  return useChange((call, { id }: Of) => call(startNotices, { params: { meeting: id } }), refetched)
}

export function usePauseNotices() {
  return useChange(
    (call, { id, paused }: Of & { paused: boolean }) =>
      call(pauseNotices, { params: { meeting: id }, body: { paused } }),
    refetched,
  )
}

export function useSendFormalNotice() {
  return useChange(
    (call, { id, notice }: Of & { notice: string }) =>
      call(sendFormalNotice, { params: { meeting: id }, body: { id: notice } }),
    refetched,
  )
}

export function useRecordWaiver() {
  return useChange(
    (call, { id, person, remark }: Of & { person: string; remark: string }) =>
      call(recordWaiver, { params: { meeting: id, person }, body: { remark } }),
    refetched,
  )
}

/** Why a change failed. */
export function noticesFailure(error: unknown): string {
  return errorMessage(error) ?? 'This could not be done. Please try again.'
}
