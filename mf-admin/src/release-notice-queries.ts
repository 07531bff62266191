import type { Call } from '@portal/contract/client'
import { dismissNotice, listNotices, type ReleaseNotice } from '@portal/contract/release-health'
import { usePortal } from '@portal/remote-kit/portal'
import { queryOptions, useMutation, useQueryClient } from '@portal/remote-kit/query'

const noticesKey = ['release notices']

export function noticesQuery(call: Call) {
  return queryOptions({
    queryKey: noticesKey,
    queryFn: ({ signal }) => call(listNotices, {}, { signal }),
    select: ({ notices }) => notices,
    refetchOnMount: 'always',
  })
}

export function useDismissNotice() {
  const { call } = usePortal()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ remote, release }: ReleaseNotice) =>
      call(dismissNotice, { params: { remote, release } }),
    onMutate: () => client.cancelQueries({ queryKey: noticesKey }),
    onSuccess: (_, { remote, release }) =>
      client.setQueryData<{ notices: ReleaseNotice[] }>(
        noticesKey,
        (all) =>
          all && {
            notices: all.notices.filter((one) => one.remote !== remote || one.release !== release),
          },
      ),
    onSettled: () => void client.invalidateQueries({ queryKey: noticesKey }),
  })
}
