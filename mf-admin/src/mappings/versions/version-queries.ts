import type { Call } from '@portal/remote-kit/client'
import { listVersions, type VersionsPage, withdrawVersion } from '@portal/contract/paper-versions'
import { documentsKey } from '@portal/remote-kit/queries/documents'
import { mappingsKey } from '@portal/remote-kit/queries/mappings'
import { queryOptions, useQueryClient } from '@portal/remote-kit/query'
import { adminQuery, useChange } from '../../shared/queries.ts'

export const versionsKey = (id: string) => ['admin', 'versions', id]

/** The newest versions of a paper; `useMoreVersions` adds older ones. */
export function versionsQuery(call: Call, id: string) {
  return queryOptions({
    ...adminQuery(call, listVersions, versionsKey(id), { params: { id }, query: {} }),
    refetchOnWindowFocus: false,
  })
}

export function useMoreVersions(id: string) {
  const client = useQueryClient()
  return useChange(
    (call, before: number) => call(listVersions, { params: { id }, query: { before } }),
    {
      onSuccess: ({ versions, next }, before) =>
        client.setQueryData<VersionsPage>(versionsKey(id), (listed) => {
          // The list was reloaded meanwhile: this page doesn't follow it.
          if (listed?.next !== before) return listed
          const { next: _, ...rest } = listed
          const all = [...listed.versions, ...versions]
          return { ...rest, versions: all, ...(next === undefined ? {} : { next }) }
        }),
    },
  )
}

type Withdrawal = { number: number; reason: string; withQuotations: boolean }

export function useWithdrawVersion(id: string) {
  return useChange(
    (call, { number, ...body }: Withdrawal) =>
      call(withdrawVersion, { params: { id, number }, body }),
    // Another version may be shown now, and others may have the same bytes.
    { stale: [versionsKey(id)], staleShared: [documentsKey, mappingsKey], waits: true },
  )
}
