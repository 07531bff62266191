import type { Call } from '@portal/contract/client'
import { listVersions, type VersionsPage, withdrawVersion } from '@portal/contract/paper-versions'
import { usePortal } from '@portal/remote-kit/portal'
import { documentsKey } from '@portal/remote-kit/queries/documents'
import { mappingsKey } from '@portal/remote-kit/queries/mappings'
import { invalidateShared } from '@portal/remote-kit/queries/shared-key'
import { queryOptions, useMutation, useQueryClient } from '@portal/remote-kit/query'

export const versionsKey = (id: string) => ['admin', 'versions', id]

/** The newest versions of a paper; `useMoreVersions` adds older ones. */
export function versionsQuery(call: Call, id: string) {
  return queryOptions({
    queryKey: versionsKey(id),
    queryFn: ({ signal }) => call(listVersions, { params: { id }, query: {} }, { signal }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  })
}

export function useMoreVersions(id: string) {
  const { call } = usePortal()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (before: number) => call(listVersions, { params: { id }, query: { before } }),
    onSuccess: ({ versions, next }, before) =>
      client.setQueryData<VersionsPage>(versionsKey(id), (listed) => {
        // Reloaded meanwhile: this page doesn't follow the listed ones.
        if (listed?.next !== before) return listed
        const { next: _, ...rest } = listed
        const all = [...listed.versions, ...versions]
        return { ...rest, versions: all, ...(next === undefined ? {} : { next }) }
      }),
  })
}

type Withdrawal = { number: number; reason: string; withQuotations: boolean }

export function useWithdrawVersion(id: string) {
  const { call } = usePortal()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ number, ...body }: Withdrawal) =>
      call(withdrawVersion, { params: { id, number }, body }),
    // Another version may be shown now, and others may have the same bytes.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: versionsKey(id) }),
        invalidateShared(client, documentsKey),
        invalidateShared(client, mappingsKey),
      ]),
  })
}
