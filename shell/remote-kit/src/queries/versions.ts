import type { Call } from '@portal/contract/client'
import { getChanges, listVersions } from '@portal/contract/paper-versions'
import { queryOptions } from '@portal/remote-kit/query'
import { sharedKey } from './shared-key.ts'

/** The versions of a paper, the newest first. */
export function versionsQuery(call: Call, id: string) {
  return queryOptions({
    queryKey: sharedKey(['documents', id, 'versions']),
    queryFn: ({ signal }) => call(listVersions, { params: { id } }, { signal }),
    staleTime: 5_000,
  })
}

/** What changed in a paper from one version to another; versions never change. */
export function changesQuery(call: Call, id: string, { from, to }: { from: number; to: number }) {
  return queryOptions({
    queryKey: sharedKey(['changes', id, from, to]),
    queryFn: ({ signal }) => call(getChanges, { params: { id }, query: { from, to } }, { signal }),
    staleTime: Infinity,
  })
}
