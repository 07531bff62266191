import { type AuditFilters, downloadAudit, listAudit } from '@portal/contract/audit'
import type { Call } from '@portal/remote-kit/client'
import { type Reply } from '@portal/contract/endpoint'
import { pathOf } from '@portal/domain/path-of'
import { queryOptions, useQueryClient } from '@portal/remote-kit/query'
import { adminQuery, useChange } from '../shared/queries.ts'

export type AuditPage = Reply<typeof listAudit>

const pageSize = 50

function auditKey(filters: AuditFilters) {
  return ['admin', 'audit', filters]
}

/** The newest entries; older ones are added by `useMoreAudit`, so nothing is refetched unless the reader asks for it. */
export function auditQuery(call: Call, filters: AuditFilters) {
  return queryOptions({
    ...adminQuery(call, listAudit, auditKey(filters), { query: { ...filters, limit: pageSize } }),
    // Each set of filters is another one, with all of its pages.
    gcTime: 5 * 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Adds the next page to those that are shown, each entry once. */
export function useMoreAudit(filters: AuditFilters) {
  const client = useQueryClient()
  return useChange(
    (call, after: string) => call(listAudit, { query: { ...filters, limit: pageSize, after } }),
    {
      onSuccess: ({ entries, next }, after) =>
        client.setQueryData<AuditPage>(auditKey(filters), (shown) => {
          // Reloaded meanwhile: this page doesn't follow the shown ones.
          if (shown?.next !== after) return shown
          return { entries: [...shown.entries, ...entries], ...(next !== undefined && { next }) }
        }),
    },
  )
}

/** The same entries as a spreadsheet, every page of them. */
export function auditCsvUrl(filters: AuditFilters): string {
  return pathOf(downloadAudit.path, {}, filters)
}
