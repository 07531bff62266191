import { getPublication, type Publication, setPublication } from '@portal/contract/quarters'
import type { Call } from '@portal/remote-kit/client'
import { meetingId, meetingOf, type MeetingRef } from '@portal/domain/meeting-ref'
import { usePortal } from '@portal/remote-kit/portal'
import { queryOptions, useQuery, useQueryClient } from '@portal/remote-kit/query'
import { publicationKey } from '../shared/quarter-queries.ts'
import { callOf } from '../shared/meeting-call.ts'
import { useChange } from '../shared/queries.ts'

export function publicationQuery(call: Call, meeting: MeetingRef) {
  return queryOptions({
    queryKey: [...publicationKey, meetingId(meeting)],
    queryFn: ({ signal }) => callOf(call, getPublication, meeting, {}, { signal }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: true,
  })
}

export function usePublication(meeting: MeetingRef) {
  const { call } = usePortal()
  return useQuery(publicationQuery(call, meeting))
}

/** The meeting that a publication is of. */
export function publishedMeeting({ meeting, year, quarter }: Publication): MeetingRef {
  return meetingOf(meeting ?? '') ?? { year, quarter }
}

type Change = { publication: Publication; state: Publication['state'] }

/** Publishes a meeting or puts it back in preparation, from the state that the screen shows. */
export function useSetPublication() {
  const { call } = usePortal()
  const client = useQueryClient()
  return useChange(
    (send, { publication, state }: Change) =>
      callOf(send, setPublication, publishedMeeting(publication), {
        body: { state },
        revision: publication.revision ?? 'new',
      }),
    {
      onSuccess: (stored) =>
        client.setQueryData(publicationQuery(call, publishedMeeting(stored)).queryKey, stored),
      // Every list that is shown may be another one now.
      stale: 'everything',
      waits: true,
    },
  )
}
