import { isApiError } from '@portal/contract/client'
import {
  type MappingChange,
  type ResourceMapping,
  resourceMapping,
  saveMapping,
} from '@portal/contract/mappings'
import { slotOf } from '@portal/domain/ids'
import { usePortal } from '@portal/remote-kit/portal'
import { mappingsKey } from '@portal/remote-kit/queries/mappings'
import { invalidateShared } from '@portal/remote-kit/queries/shared-key'
import { useMutation, useQueryClient } from '@portal/remote-kit/query'
import { errorMessage, isEditConflict } from '../shared/error-message.ts'
import {
  editedMappingsQuery,
  notifyMembersScreens,
  useKeepMappings,
} from '../shared/mapping-queries.ts'
import { asPreparing, publicationKey } from '../shared/publication-key.ts'

export type MappingSave = {
  id: string
  change: MappingChange
  /** The revision that the change is based on; undefined if the slot had no mapping. */
  revision: number | undefined
}

export function useSaveMapping() {
  const { call } = usePortal()
  const client = useQueryClient()
  const keep = useKeepMappings()
  return useMutation({
    mutationFn: ({ id, change, revision }: MappingSave) =>
      call(saveMapping, {
        params: { id },
        query: asPreparing,
        body: change,
        revision: revision ?? 'new',
      }),
    // A response still in flight is older than this save and would undo it on the screen.
    onMutate: () => client.cancelQueries({ queryKey: mappingsKey }),
    onSuccess: (mapping) => {
      keep(mapping)
      notifyMembersScreens(slotOf(mapping.id)?.kind)
    },
    onSettled: () => {
      void invalidateShared(client, mappingsKey)
      void client.invalidateQueries({ queryKey: publicationKey })
    },
  })
}

/** Shows the stored mapping: from the server's refusal, else fetched. */
export function useReloadMapping() {
  const { call } = usePortal()
  const client = useQueryClient()
  const keep = useKeepMappings()
  return async (id: string, told: ResourceMapping | undefined) => {
    if (told) {
      keep(told)
      return told
    }
    const all = await client.fetchQuery({ ...editedMappingsQuery(call), staleTime: 0 })
    return all[id]
  }
}

export type MappingSaveFailure =
  | { kind: 'stale'; theirs: ResourceMapping | undefined }
  | { kind: 'refused'; sentence: string }

/** Why a save failed; the server's message if it gave one. */
export function mappingSaveFailure(error: unknown, fallback: string): MappingSaveFailure {
  if (isApiError(error) && isEditConflict(error)) {
    return { kind: 'stale', theirs: resourceMapping.safeParse(error.current).data }
  }
  return { kind: 'refused', sentence: errorMessage(error) ?? fallback }
}
