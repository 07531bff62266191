import { type Agenda, reportEditing } from '@portal/contract/agendas'
import type { Quarter } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { keepPreviousData, useQuery, useQueryClient } from '@portal/remote-kit/query'
import { useEffect, useState } from 'react'
import { editedAgendaQuery } from '../agenda-queries.ts'

/** Another admin who has the agenda open: their name, and the id of the item they are in. */
export type OtherEditor = { name: string; item?: string | undefined }

const nobody: readonly OtherEditor[] = []

/**
 * Who else edits this agenda right now, reported every 15 s while the page is visible. When someone has saved, the stored
 * agenda is read again, so that this is shown before the next save. `revision` is what the edit is based on.
 */
export function useOtherEditors(
  quarter: Quarter | undefined,
  revision: number | undefined,
): {
  others: readonly OtherEditor[]
  /** The e-mail address of who has saved a version of the agenda, if known. */
  saverOf: (stored: Agenda | null) => string | undefined
  /** Reports the item that has the focus. */
  enter: (item: string | undefined) => void
} {
  const { call } = usePortal()
  const client = useQueryClient()
  const [page] = useState(() => crypto.randomUUID())
  const [item, setItem] = useState<string>()
  const { year, quarter: number } = quarter ?? { year: 0, quarter: 0 }
  const isOpen = quarter !== undefined
  const { data } = useQuery({
    queryKey: ['admin', 'agenda editors', year, number, page, item, revision],
    queryFn: async ({ signal }) => {
      const params = { year, quarter: number }
      const body = { page, revision, ...(item ? { item } : {}) }
      const reply = await call(reportEditing, { params, body }, { signal })
      const { queryKey } = editedAgendaQuery(call, params)
      const known = client.getQueryData(queryKey)
      if (known && reply.revision !== undefined && reply.revision > known.revision) {
        void client.invalidateQueries({ queryKey })
      }
      return reply
    },
    enabled: isOpen,
    refetchInterval: 15_000,
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
    // An API that doesn't know it, or is away: the save still finds what others have saved.
    retry: false,
  })
  useEffect(() => {
    if (!isOpen) return undefined
    const params = { year, quarter: number }
    return () => {
      call(reportEditing, { params, body: { page, leaves: true } }).catch(() => undefined)
    }
  }, [call, isOpen, year, number, page])
  return {
    others: data?.others ?? nobody,
    saverOf: (stored) => (stored?.revision === data?.revision ? data?.savedBy : undefined),
    enter: setItem,
  }
}
