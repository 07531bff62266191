import { isApiError } from '@portal/remote-kit/client'
import { type ResourceMapping, resourceMapping } from '@portal/contract/mappings'
import { slotOf } from '@portal/domain/ids'
import { usePortal } from '@portal/remote-kit/portal'
import { useQueryClient } from '@portal/remote-kit/query'
import { errorMessage, isEditConflict } from '../shared/api-errors.ts'
import {
  editedMappingsQuery,
  meetingMappingsQuery,
  useKeepMappings,
} from '../shared/quarter-queries.ts'

/** Shows the stored mapping: from the server's refusal, else fetched. */
export function useReloadMapping() {
  const { call } = usePortal()
  const client = useQueryClient()
  const keep = useKeepMappings()
  return async (id: string, stored: ResourceMapping | undefined) => {
    if (stored) {
      keep(stored)
      return stored
    }
    const slot = slotOf(id)
    const query =
      slot?.kind === 'meeting' ? meetingMappingsQuery(call, slot) : editedMappingsQuery(call)
    const all = await client.fetchQuery({ ...query, staleTime: 0 })
    return all[id]
  }
}

export type MappingSaveFailure =
  | { kind: 'stale'; theirs: ResourceMapping | undefined; by: string | undefined }
  | { kind: 'refused'; sentence: string }

/** Why a save failed; the server's message if it gave one. */
export function mappingSaveFailure(error: unknown, fallback: string): MappingSaveFailure {
  if (isApiError(error) && isEditConflict(error)) {
    const theirs = resourceMapping.safeParse(error.current).data
    return { kind: 'stale', theirs, by: error.currentBy }
  }
  return { kind: 'refused', sentence: errorMessage(error) ?? fallback }
}
