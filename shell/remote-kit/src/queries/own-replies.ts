import { listOwnReplies } from '@portal/contract/replies'
import type { Call } from '../client.ts'
import { queryOptions } from '@portal/remote-kit/query'
import { sharedKey } from './shared-key.ts'

export const ownRepliesKey = sharedKey(['own-replies'])

/** The meetings to come that the reader is asked to reply to, with their replies. */
export function ownRepliesQuery(call: Call) {
  return queryOptions({
    queryKey: ownRepliesKey,
    queryFn: async ({ signal }) => (await call(listOwnReplies, {}, { signal })).replies,
    staleTime: 5_000,
    refetchOnWindowFocus: true,
  })
}
