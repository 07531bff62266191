import type { Serve } from '../../platform/http/serve.ts'
import {
  activateSlots,
  getMapping,
  listMappings,
  listQuarters,
  removeCard,
  saveMapping,
  unmapSlot,
} from '@portal/contract/mappings'
import type { AppParts } from '../../platform/app-parts.ts'
import { createMappingsService, type MappingsParts } from './mappings-service.ts'

export { createAgendaSlotsService } from './agenda-slots-service.ts'
export { createMappingsInMemory, type MappingsInMemory } from './mappings-in-memory.ts'
export type { AgendaSlot, AgendaSlotsService } from './agenda-slots-service.ts'
export type { MappedSlot } from './listed-mappings.ts'
export type { MappingsService } from './mappings-service.ts'
export { storedMapping } from './stored-mapping.ts'

export function createMappings(
  { store, now }: AppParts,
  needs: Omit<MappingsParts, 'store' | 'now'>,
) {
  const mappings = createMappingsService({ ...needs, store, now })
  return {
    ...mappings,
    routes(serve: Serve) {
      serve(
        listMappings,
        ({ person, query: { year, quarter, meeting, latest, others } }) => {
          if (meeting !== undefined) return mappings.ofQuarter(person, { meeting })
          if (year !== undefined && quarter !== undefined) {
            return mappings.ofQuarter(person, { year, quarter })
          }
          if (latest === undefined) return mappings.list(person)
          return others === undefined ? mappings.latest(person) : mappings.latestOfAll(person)
        },
        { cached: true },
      )
      serve(listQuarters, ({ person, query }) => mappings.quarters(person, query.year), {
        cached: true,
      })
      serve(getMapping, ({ person, params }) => mappings.get(person, params.id))
      serve(saveMapping, ({ person, params, query, body, revision }) =>
        mappings.save(person, params.id, body, revision, query.preparing === 'true'),
      )
      serve(unmapSlot, ({ person, params, revision }) =>
        mappings.unmap(person, params.id, revision),
      )
      serve(removeCard, ({ person, params, revision }) =>
        mappings.removeCard(person, params.id, revision),
      )
      serve(activateSlots, async ({ person, body }) => ({
        mappings: await mappings.activate(person, body.active, body.slots),
      }))
    },
  }
}
