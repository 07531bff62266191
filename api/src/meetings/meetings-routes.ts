import { getMeetingMaterial, prepareQuarter, setAgendaSource } from '@portal/contract/meetings'
import { mappingId } from '@portal/contract/slots'
import type { Serve } from '../http/serve.ts'
import type { MappingsService } from '../mappings/mappings-service.ts'
import type { MaterialsService } from './materials-service.ts'

type Parts = { materials: MaterialsService; mappings: MappingsService }

export function meetingsRoutes(serve: Serve, { materials, mappings }: Parts): void {
  serve(getMeetingMaterial, ({ person, params: { materialType, ...quarter } }) =>
    materials.get(person, quarter, materialType),
  )
  serve(setAgendaSource, ({ person, params, body, revision }) => {
    const id = mappingId({ kind: 'meeting', ...params, materialType: 'agenda' })
    return mappings.save(person, id, body, revision)
  })
  serve(prepareQuarter, ({ person, params }) => mappings.prepare(person, params))
}
