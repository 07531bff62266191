import { listOwnMeetings } from '@portal/contract/own-meetings'
import type { Call } from '@portal/remote-kit/client'
import { queryOptions } from '@portal/remote-kit/query'

/** What the reader, a guest or an assistant, may read of meetings. */
export function ownMeetingsQuery(call: Call) {
  return queryOptions({
    queryKey: ['shell', 'own-meetings'],
    queryFn: async ({ signal }) => (await call(listOwnMeetings, {}, { signal })).meetings,
    staleTime: 5_000,
    refetchOnWindowFocus: true,
  })
}
