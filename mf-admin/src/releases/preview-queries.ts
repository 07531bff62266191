import type { Call } from '@portal/contract/client'
import { endPreview, listPreviews } from '@portal/contract/previews'
import { usePortal } from '@portal/remote-kit/portal'
import { queryOptions, useMutation, useQueryClient } from '@portal/remote-kit/query'

const previewsKey = ['admin', 'release previews']

/** The running previews of a remote, newest first. */
export function previewsQuery(call: Call, remote: string) {
  return queryOptions({
    queryKey: [...previewsKey, remote],
    queryFn: ({ signal }) => call(listPreviews, { params: { remote } }, { signal }),
    select: ({ previews }) => previews,
    refetchOnMount: 'always',
  })
}

export function useEndPreview(remote: string) {
  const { call } = usePortal()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(endPreview, { params: { remote, id } }),
    onSettled: () => client.invalidateQueries({ queryKey: [...previewsKey, remote] }),
  })
}
