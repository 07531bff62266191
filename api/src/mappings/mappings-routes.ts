import { getMapping, listMappings, saveMapping } from '@portal/contract/mappings'
import type { Serve } from '../http/serve.ts'
import type { MappingsService } from './mappings-service.ts'

export function mappingsRoutes(serve: Serve, mappings: MappingsService): void {
  serve(listMappings, ({ person }) => mappings.list(person), { cached: true })
  serve(getMapping, ({ person, params }) => mappings.get(person, params.id))
  serve(saveMapping, ({ person, params, body, revision }) =>
    mappings.save(person, params.id, body, revision),
  )
}
