import { type Agenda, reportEditing } from '@portal/contract/agendas'
import { meetingId, meetingOf, type MeetingRef } from '@portal/domain/meeting-ref'
import { usePortal } from '@portal/remote-kit/portal'
import { keepPreviousData, useQuery, useQueryClient } from '@portal/remote-kit/query'
import { useEffect, useState } from 'react'
import { callOf } from '../../shared/meeting-call.ts'
import { editedAgendaQuery } from '../agenda-queries.ts'

/** Another admin who has the agenda open: their name, and the id of the item they are in. */
export type OtherEditor = { name: string; item?: string | undefined }

const nobody: readonly OtherEditor[] = []

/**
 * Who else edits this agenda right now, reported every 15 s while the page is visible. When someone has saved, the stored
 * agenda is read again, so that this is shown before the next save. `revision` is what the edit is based on.
 */
export function useOtherEditors(
  meeting: MeetingRef | undefined,
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
  const id = meeting && meetingId(meeting)
  const { data } = useQuery({
    queryKey: ['admin', 'agenda editors', id, page, item, revision],
    queryFn: async ({ signal }) => {
      const body = { page, revision, ...(item ? { item } : {}) }
      const reply = await callOf(call, reportEditing, meeting!, { body }, { signal })
      const { queryKey } = editedAgendaQuery(call, meeting!)
      const known = client.getQueryData(queryKey)
      if (known && reply.revision !== undefined && reply.revision > known.revision) {
        void client.invalidateQueries({ queryKey })
      }
      return reply
    },
    enabled: meeting !== undefined,
    refetchInterval: 15_000,
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
    // An API that doesn't know it, or is away: the save still finds what others have saved.
    retry: false,
  })
  useEffect(() => {
    const edited = id === undefined ? undefined : meetingOf(id)
    if (!edited) return undefined
    return () => {
      const body = { page, leaves: true }
      callOf(call, reportEditing, edited, { body }).catch(() => undefined)
    }
  }, [call, id, page])
  return {
    others: data?.others ?? nobody,
    saverOf: (stored) => (stored?.revision === data?.revision ? data?.savedBy : undefined),
    enter: setItem,
  }
}
