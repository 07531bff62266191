import type { Call } from '../client.ts'
import { getChanges, listVersions } from '@portal/contract/paper-versions'
import { queryOptions } from '@portal/remote-kit/query'
import { sharedKey } from './shared-key.ts'

/** The versions of a paper, newest first. */
export function versionsQuery(call: Call, id: string) {
  return queryOptions({
    queryKey: sharedKey(['documents', id, 'versions']),
    queryFn: ({ signal }) => call(listVersions, { params: { id } }, { signal }),
    staleTime: 5_000,
  })
}

type Between = {
  from: number
  to: number
  /** The id of another paper that `from` is a version of. */
  against?: string | undefined
}

/** What changed in a paper from one version to another; versions never change. */
export function changesQuery(call: Call, id: string, { from, to, against }: Between) {
  const query = { from, to, ...(against === undefined ? {} : { against }) }
  return queryOptions({
    queryKey: sharedKey(['changes', id, from, to, against ?? id]),
    queryFn: ({ signal }) => call(getChanges, { params: { id }, query }, { signal }),
    staleTime: Infinity,
  })
}
