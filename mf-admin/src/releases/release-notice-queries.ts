import type { Call } from '@portal/contract/client'
import type { Reply } from '@portal/contract/endpoint'
import { dismissNotice, listNotices } from '@portal/contract/release-health'
import { usePortal } from '@portal/remote-kit/portal'
import { queryOptions, useMutation, useQueryClient } from '@portal/remote-kit/query'

type Notices = Reply<typeof listNotices>

export const noticesKey = ['admin', 'release notices']

export function noticesQuery(call: Call) {
  return queryOptions({
    queryKey: noticesKey,
    queryFn: ({ signal }) => call(listNotices, {}, { signal }),
    select: ({ notices, candidates = [], failedTrials = [] }) => ({
      notices,
      candidates,
      failedTrials,
    }),
    refetchOnMount: 'always',
  })
}

export function useDismissNotice() {
  const { call } = usePortal()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ remote, release }: { remote: string; release: string }) =>
      call(dismissNotice, { params: { remote, release } }),
    onMutate: () => client.cancelQueries({ queryKey: noticesKey }),
    onSuccess: (_, { remote, release }) => {
      const isOther = (one: { remote: string; release: string }) =>
        one.remote !== remote || one.release !== release
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
    onSettled: () => void client.invalidateQueries({ queryKey: noticesKey }),
  })
}
