import { type ResourceMapping, unmapSlot } from '@portal/contract/mappings'
import { slotOf } from '@portal/domain/ids'
import { usePortal } from '@portal/remote-kit/portal'
import { mappingsKey } from '@portal/remote-kit/queries/mappings'
import { invalidateShared } from '@portal/remote-kit/queries/shared-key'
import { useMutation, useQueryClient } from '@portal/remote-kit/query'
import { notifyMembersScreens, useKeepMappings } from '../../shared/mapping-queries.ts'

/** Takes a slot's document or embed out of it, in the version that is shown. */
export function useUnmap() {
  const { call } = usePortal()
  const client = useQueryClient()
  const keep = useKeepMappings()
  return useMutation({
    mutationFn: ({ id, revision }: ResourceMapping) =>
      call(unmapSlot, { params: { id }, revision }),
    // A response still in flight is older than this and would undo it on the screen.
    onMutate: () => client.cancelQueries({ queryKey: mappingsKey }),
    onSuccess: (mapping) => {
      keep(mapping)
      notifyMembersScreens(slotOf(mapping.id)?.kind)
    },
    onSettled: () => {
      void invalidateShared(client, mappingsKey)
    },
  })
}
