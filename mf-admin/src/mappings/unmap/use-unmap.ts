import { type ResourceMapping, unmapSlot } from '@portal/contract/mappings'
import { slotOf } from '@portal/domain/ids'
import { mappingsKey } from '@portal/remote-kit/queries/mappings'
import { notifyMembersScreens, useKeepMappings } from '../../shared/mapping-queries.ts'
import { useChange } from '../../shared/queries.ts'

/** Takes a slot's document or embed out of it, in the version that is shown. */
export function useUnmap() {
  const keep = useKeepMappings()
  return useChange(
    (call, { id, revision }: ResourceMapping) => call(unmapSlot, { params: { id }, revision }),
    {
      supersedes: mappingsKey,
      onSuccess: (mapping) => {
        keep(mapping)
        notifyMembersScreens(slotOf(mapping.id)?.kind)
      },
      staleShared: [mappingsKey],
    },
  )
}
