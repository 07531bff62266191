import { isApiError } from '@portal/remote-kit/client'
import {
  type MappingChange,
  type ResourceMapping,
  resourceMapping,
  saveMapping,
} from '@portal/contract/mappings'
import { slotOf } from '@portal/domain/ids'
import { usePortal } from '@portal/remote-kit/portal'
import { mappingsKey } from '@portal/remote-kit/queries/mappings'
import { useQueryClient } from '@portal/remote-kit/query'
import { errorMessage, isEditConflict } from '../shared/api-errors.ts'
import {
  editedMappingsQuery,
  notifyMembersScreens,
  useKeepMappings,
  asPreparing,
  publicationKey,
} from '../shared/quarter-queries.ts'

import { useChange } from '../shared/queries.ts'

export type MappingSave = {
  id: string
  change: MappingChange
  /** The revision that the change is based on; undefined if the slot had no mapping. */
  revision: number | undefined
}

export function useSaveMapping() {
  const keep = useKeepMappings()
  return useChange(
    (call, { id, change, revision }: MappingSave) =>
      call(saveMapping, {
        params: { id },
        query: asPreparing,
        body: change,
        revision: revision ?? 'new',
      }),
    {
      supersedes: mappingsKey,
      onSuccess: (mapping) => {
        keep(mapping)
        notifyMembersScreens(slotOf(mapping.id)?.kind)
      },
      stale: [publicationKey],
      staleShared: [mappingsKey],
    },
  )
}

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
    const all = await client.fetchQuery({ ...editedMappingsQuery(call), staleTime: 0 })
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
