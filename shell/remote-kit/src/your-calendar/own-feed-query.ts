import { getOwnFeed } from '@portal/contract/feeds'
import type { Call } from '../client.ts'
import { queryOptions } from '@portal/remote-kit/query'
import { sharedKey } from '../queries/shared-key.ts'

export function ownFeedQuery(call: Call, { uid }: { uid: string }) {
  return queryOptions({
    queryKey: sharedKey(['own-feed', uid]),
    queryFn: ({ signal }) => call(getOwnFeed, {}, { signal }),
  })
}
