import { type MappingChange, saveMapping } from '@portal/contract/mappings'
import { slotOf } from '@portal/domain/ids'
import { mappingsKey } from '@portal/remote-kit/queries/mappings'
import { useChange } from './queries.ts'
import {
  asPreparing,
  notifyMembersScreens,
  publicationKey,
  useKeepMappings,
} from './quarter-queries.ts'

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
