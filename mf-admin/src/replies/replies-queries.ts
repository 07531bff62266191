import type { CallInput } from '@portal/contract/endpoint'
import {
  enterReply,
  listReplies,
  type MeetingReply,
  requestReplies,
} from '@portal/contract/replies'
import { meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import type { Call } from '@portal/remote-kit/client'
import { errorMessage } from '../shared/api-errors.ts'
import { adminQuery, useChange } from '../shared/queries.ts'

const repliesKey = ['admin', 'replies']

/** Who replied what to a meeting, and whether a quorum is expected. */
export function repliesQuery(call: Call, of: MeetingRef) {
  const meeting = meetingId(of)
  return adminQuery(call, listReplies, [...repliesKey, meeting], { params: { meeting } })
}

type Entered = CallInput<typeof enterReply>['body'] & Pick<MeetingReply, 'person' | 'revision'>

export function useEnterReply(of: MeetingRef) {
  const meeting = meetingId(of)
  return useChange(
    (call, { person, revision, ...body }: Entered) =>
      call(enterReply, { params: { meeting, person }, body, revision: revision ?? 'new' }),
    { stale: [repliesKey], waits: true },
  )
}

/** `id` is of the press: sent again, it asks nobody twice. */
export function useRequestReplies(of: MeetingRef) {
  const meeting = meetingId(of)
  return useChange(
    (call, id: string) => call(requestReplies, { params: { meeting }, body: { id } }),
    {
      stale: [repliesKey],
      waits: true,
    },
  )
}

/** Why a change failed. */
export function repliesFailure(error: unknown): string {
  return errorMessage(error) ?? 'This could not be saved. Please try again.'
}
