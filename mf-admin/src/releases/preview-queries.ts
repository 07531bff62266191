import type { Call } from '@portal/contract/client'
import { endPreview, listPreviews } from '@portal/contract/previews'
import { queryOptions } from '@portal/remote-kit/query'
import { adminQuery, useChange } from '../shared/queries.ts'

const previewsKey = ['admin', 'release previews']

/** The running previews of a remote, newest first. */
export function previewsQuery(call: Call, remote: string) {
  return queryOptions({
    ...adminQuery(call, listPreviews, [...previewsKey, remote], { params: { remote } }),
    select: ({ previews }) => previews,
  })
}

export function useEndPreview(remote: string) {
  return useChange((call, id: string) => call(endPreview, { params: { remote, id } }), {
    stale: [[...previewsKey, remote]],
    waits: true,
  })
}
