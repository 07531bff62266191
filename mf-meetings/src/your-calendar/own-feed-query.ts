import { getOwnFeed } from '@portal/contract/feeds'
import type { Call } from '@portal/remote-kit/client'
import { queryOptions } from '@portal/remote-kit/query'

export function ownFeedQuery(call: Call, { uid }: { uid: string }) {
  return queryOptions({
    queryKey: ['meetings', 'own-feed', uid],
    queryFn: ({ signal }) => call(getOwnFeed, {}, { signal }),
  })
}
