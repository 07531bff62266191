import { isApiError } from '@portal/remote-kit/client'
import { activateSlots, type ResourceMapping, resourceMappings } from '@portal/contract/mappings'
import { copySlots } from '@portal/contract/meetings'
import { mappingId, slotOf } from '@portal/domain/ids'
import { mappingsKey } from '@portal/remote-kit/queries/mappings'
import { isEditConflict } from '../../shared/api-errors.ts'
import {
  type Mappings,
  notifyMembersScreens,
  useKeepMappings,
} from '../../shared/quarter-queries.ts'
import { useChange } from '../../shared/queries.ts'
import { type BulkAct, type PreviewLine, targetOf } from './bulk-preview.ts'

type BulkRequest = { act: BulkAct; lines: PreviewLine[]; mappings: Mappings }

/** Does what the preview shows in one request: everything, or nothing if anything has changed since. */
export function useBulkAct() {
  const keep = useKeepMappings()
  return useChange(
    (call, { act, lines, mappings }: BulkRequest) => {
      const revisionOf = (id: string) => mappings[id]!.revision
      if (act.kind !== 'copy') {
        const slots = lines.map(({ id }) => ({ id, revision: revisionOf(id) }))
        return call(activateSlots, { body: { active: act.kind === 'activate', slots } })
      }
      const slots = lines.flatMap(({ slot, id, kind }) => {
        if (slot.kind !== 'meeting') return []
        const target = mappings[mappingId(targetOf(slot, act.to))]?.revision ?? ('new' as const)
        const { materialType } = slot
        return { materialType, revision: revisionOf(id), target, replace: kind === 'replaces' }
      })
      return call(copySlots, { params: act.to, body: { from: act.from, slots } })
    },
    {
      supersedes: mappingsKey,
      onSuccess: (reply) => {
        keep(...reply.mappings)
        for (const { id } of reply.mappings) notifyMembersScreens(slotOf(id)?.kind)
      },
      onError: (error) => keep(...Object.values(changedMeanwhile(error) ?? {})),
      staleShared: [mappingsKey],
      waits: true,
    },
  )
}

/** The mappings that another admin has changed, if that is why an action was refused. */
export function changedMeanwhile(error: unknown): Record<string, ResourceMapping> | undefined {
  if (!isApiError(error) || !isEditConflict(error)) return undefined
  return resourceMappings.safeParse(error.current).data ?? {}
}
