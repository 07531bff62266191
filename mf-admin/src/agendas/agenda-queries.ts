import {
  type Agenda,
  agenda,
  type AgendaContent,
  getAgenda,
  moveAgenda,
  saveAgenda,
  setAgendaStatus,
} from '@portal/contract/agendas'
import { type Call, isApiError } from '@portal/remote-kit/client'
import { setAgendaSource } from '@portal/contract/meetings'
import { meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import type { Quarter } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { agendaKey } from '@portal/remote-kit/queries/agenda'
import { invalidateShared } from '@portal/remote-kit/queries/shared-key'
import { queryOptions, useQueryClient } from '@portal/remote-kit/query'
import {
  agendasKey,
  useKeepMappings,
  asPreparing,
  publicationKey,
} from '../shared/quarter-queries.ts'

import { meetingsKey } from '../meetings/meetings-queries.ts'
import { callOf } from '../shared/meeting-call.ts'
import { useChange } from '../shared/queries.ts'

const editedAgendaKey = (meeting: MeetingRef) => ['admin', 'agenda', meetingId(meeting)]

/**
 * A meeting's native agenda, including a draft: always refetched, and null if it has none.
 */
export function editedAgendaQuery(call: Call, meeting: MeetingRef) {
  return queryOptions({
    queryKey: editedAgendaKey(meeting),
    queryFn: async ({ signal }): Promise<Agenda | null> => {
      try {
        return await callOf(call, getAgenda, meeting, {}, { signal })
      } catch (error) {
        if (isApiError(error) && error.code === 'notFound') return null
        throw error
      }
    },
    refetchOnMount: 'always',
    refetchOnWindowFocus: true,
  })
}

/** Shows the server's response for a meeting's agenda, and invalidates its other queries. */
export function useKeepAgenda() {
  const { call } = usePortal()
  const client = useQueryClient()
  return async (meeting: MeetingRef, stored: Agenda | null) => {
    const { queryKey } = editedAgendaQuery(call, meeting)
    // A response still in flight is older than this one.
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, stored)
    void invalidateShared(client, agendaKey(meeting))
    void client.invalidateQueries({ queryKey: agendasKey })
    void client.invalidateQueries({ queryKey: meetingsKey })
    void client.invalidateQueries({ queryKey: publicationKey })
  }
}

export type AgendaChange = {
  meeting: MeetingRef
  /** The version that the change is based on: null if the meeting had no agenda. */
  base: Agenda | null
  content: AgendaContent
}

/** The ways to change an agenda; each returns the stored one. */
export function useAgendaChanges() {
  const { call } = usePortal()
  const revisionOf = ({ base }: AgendaChange) => base?.revision ?? ('new' as const)
  return {
    /** `confirmed`: more people can read the papers of closed items. */
    save: (change: AgendaChange, { confirmed = false } = {}) =>
      callOf(call, saveAgenda, change.meeting, {
        revision: revisionOf(change),
        query: confirmable(confirmed),
        body: change.content,
      }),
    /** `showInstead` confirms that it takes the place of the Drive document that members see. */
    publish: (change: AgendaChange, { showInstead = false, confirmed = false } = {}) =>
      callOf(call, setAgendaStatus, change.meeting, {
        revision: revisionOf(change),
        query: confirmable(confirmed),
        body: {
          status: 'published',
          content: change.content,
          ...(showInstead && { showInstead }),
        },
      }),
    /** Changes only the status: the edit stays unchanged. */
    setDraft: (change: AgendaChange) =>
      callOf(call, setAgendaStatus, change.meeting, {
        revision: revisionOf(change),
        body: { status: 'draft' },
      }),
    /** From a quarter to that of the content's date; `replaced` is the agenda that may be replaced there. */
    move: ({ year, quarter }: Quarter, change: AgendaChange, replaced: Agenda | undefined) =>
      call(moveAgenda, {
        params: { year, quarter },
        revision: revisionOf(change),
        body: {
          date: change.content.date ?? '',
          content: change.content,
          ...(replaced && { overwrite: replaced.revision }),
        },
      }),
  }
}

function confirmable(confirmed: boolean) {
  return { ...asPreparing, ...(confirmed && { confirmed: 'true' as const }) }
}

/** The stored agenda that a refusal contains. */
export function storedAgendaIn(error: unknown): Agenda | undefined {
  return isApiError(error) ? agenda.safeParse(error.current).data : undefined
}

type SourceChange = {
  meeting: MeetingRef
  mode: 'drive' | 'native'
  /** Confirms that members are left without an agenda. */
  acceptEmpty?: boolean
  /** The agenda mapping's; undefined if the meeting has none. */
  revision: number | undefined
}

export function useSetAgendaSource() {
  const client = useQueryClient()
  const keep = useKeepMappings()
  return useChange(
    (call, { meeting, mode, acceptEmpty, revision }: SourceChange) =>
      callOf(call, setAgendaSource, meeting, {
        query: asPreparing,
        body: { mode, ...(acceptEmpty && { acceptEmpty }) },
        revision: revision ?? 'new',
      }),
    {
      onSuccess: async (mapping, { meeting }) => {
        keep(mapping)
        // The native source creates a draft if the quarter has none.
        void client.invalidateQueries({ queryKey: agendasKey })
        void client.invalidateQueries({ queryKey: publicationKey })
        await Promise.all([
          client.invalidateQueries({ queryKey: editedAgendaKey(meeting) }),
          invalidateShared(client, agendaKey(meeting)),
        ])
      },
    },
  )
}
