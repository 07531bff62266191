import {
  activateSlots,
  getMapping,
  listMappings,
  listQuarters,
  saveMapping,
  unmapSlot,
} from '@portal/contract/mappings'
import type { AppParts } from '../../platform/app-parts.ts'
import {
  createMappingsService,
  type MappingsParts,
  type MappingsService,
} from './mappings-service.ts'

export function mountMappings(
  { serve, store, now }: AppParts,
  needs: Omit<MappingsParts, 'store' | 'now'>,
): MappingsService {
  const mappings = createMappingsService({ ...needs, store, now })
  serve(
    listMappings,
    ({ person, query: { year, quarter, latest } }) => {
      if (year !== undefined && quarter !== undefined) {
        return mappings.ofQuarter(person, { year, quarter })
      }
      return latest === undefined ? mappings.list(person) : mappings.latest(person)
    },
    { cached: true },
  )
  serve(listQuarters, ({ person, query }) => mappings.quarters(person, query.year), {
    cached: true,
  })
  serve(getMapping, ({ person, params }) => mappings.get(person, params.id))
  serve.forAdmins(saveMapping, ({ person, params, query, body, revision }) =>
    mappings.save(person, params.id, body, revision, query.preparing === 'true'),
  )
  serve.forAdmins(unmapSlot, ({ person, params, revision }) =>
    mappings.unmap(person, params.id, revision),
  )
  serve.forAdmins(activateSlots, async ({ person, body }) => ({
    mappings: await mappings.activate(person, body.active, body.slots),
  }))
  return mappings
}
