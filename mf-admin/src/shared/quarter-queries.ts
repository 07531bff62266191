import type { Call } from '@portal/remote-kit/client'
import type { ResourceMapping } from '@portal/contract/mappings'
import { slotOf } from '@portal/domain/ids'
import { isQuarterly, type MeetingRef } from '@portal/domain/meeting-ref'
import type { Slot } from '@portal/domain/slot-names'
import { communicationsRefresh } from '@portal/remote-kit/communications-refresh'
import { dropFirstPaint } from '@portal/remote-kit/first-paint'
import {
  mappingsKey,
  mappingsQuery,
  quarterMappingsQuery,
} from '@portal/remote-kit/queries/mappings'
import { invalidateShared, setShared } from '@portal/remote-kit/queries/shared-key'
import { usePortal } from '@portal/remote-kit/portal'
import { queryOptions, useQueryClient } from '@portal/remote-kit/query'
import { listAgendas } from '@portal/contract/agendas'
import { adminQuery } from './queries.ts'

/** Every mapping by its id, the inactive ones too. */
export type Mappings = Record<string, ResourceMapping>

/** Data about to be edited is always refetched. */
export function editedMappingsQuery(call: Call) {
  return queryOptions({ ...mappingsQuery(call), refetchOnMount: 'always' })
}

/** The mappings that a meeting's papers are among: those of all quarters, or those of another meeting's list. */
export function meetingMappingsQuery(call: Call, meeting: MeetingRef) {
  return isQuarterly(meeting)
    ? editedMappingsQuery(call)
    : queryOptions({ ...quarterMappingsQuery(call, meeting), refetchOnMount: 'always' })
}

/** Refetches the mappings after a change of something else that may affect them. */
export function useRefreshMappings() {
  const client = useQueryClient()
  return () => invalidateShared(client, mappingsKey)
}

/** Shows mappings as the server stores them, among the others. */
export function useKeepMappings() {
  const { call } = usePortal()
  const client = useQueryClient()
  return (...stored: ResourceMapping[]) => {
    const lists = Map.groupBy(stored, ({ id }) => {
      const slot = slotOf(id)
      const isListed = slot?.kind === 'meeting' && !isQuarterly(slot)
      return isListed ? quarterMappingsQuery(call, slot).queryKey : mappingsKey
    })
    for (const [key, mappings] of lists) {
      const byId = Object.fromEntries(mappings.map((mapping) => [mapping.id, mapping]))
      setShared<Mappings>(client, key, (all) => ({ ...all, ...byId }))
    }
  }
}

/** The members' screens show a changed policy or resource at once, and announce the latter. */
export function notifyMembersScreens(kind: Slot['kind'] | undefined): void {
  if (kind === 'governance' || kind === 'communications') {
    dropFirstPaint(localStorage, `${kind}Mappings`)
  }
  if (kind === 'communications') communicationsRefresh.set()
}

export const agendasKey = ['admin', 'agendas']

/** Every native agenda without its items, drafts included. */
export function agendasQuery(call: Call) {
  return adminQuery(call, listAgendas, agendasKey)
}

/** Begins the keys of whether quarters are published: a first save may start a quarter in preparation. */
export const publicationKey = ['admin', 'publication']

/** The query of a save that an admin makes on a screen, and not a program. */
export const asPreparing = { preparing: 'true' } as const
