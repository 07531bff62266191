import type { Call } from '@portal/remote-kit/client'
import type { Reply } from '@portal/contract/endpoint'
import { dismissNotice, listNotices } from '@portal/contract/release-health'
import { queryOptions, useQueryClient } from '@portal/remote-kit/query'
import { adminQuery, useChange } from '../shared/queries.ts'

type Notices = Reply<typeof listNotices>
type Noticed = { remote: string; release: string }

export const noticesKey = ['admin', 'release notices']

export function noticesQuery(call: Call) {
  return queryOptions({
    ...adminQuery(call, listNotices, noticesKey),
    select: ({ notices, candidates = [], failedTrials = [] }) => ({
      notices,
      candidates,
      failedTrials,
    }),
  })
}

export function useDismissNotice() {
  const client = useQueryClient()
  return useChange((call, of: Noticed) => call(dismissNotice, { params: of }), {
    supersedes: noticesKey,
    onSuccess: (_, { remote, release }) => {
      const isOther = (notice: Noticed) => notice.remote !== remote || notice.release !== release
      client.setQueryData<Notices>(
        noticesKey,
        (all) =>
          all && {
            notices: all.notices.filter(isOther),
            candidates: all.candidates?.filter(isOther),
            failedTrials: all.failedTrials?.filter(isOther),
          },
      )
    },
    stale: [noticesKey],
  })
}
