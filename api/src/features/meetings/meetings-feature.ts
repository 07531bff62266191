import type { Serve } from '../../platform/http/serve.ts'
import { agendaSlot } from '@portal/domain/slot-names'
import {
  getMeetingMaterial,
  copySlots,
  mapPapers,
  prepareQuarter,
  setAgendaSource,
} from '@portal/contract/meetings'
import { getMeeting, listMeetings } from '@portal/contract/all-meetings'
import { meetingOf } from '@portal/domain/meeting-ref'
import { mappingId } from '@portal/domain/ids'
import type { AppParts } from '../../platform/app-parts.ts'
import { type AllMeetingsParts, createAllMeetingsService } from './all-meetings-service.ts'
import type { MappingsService } from '../mappings/mappings-feature.ts'
import { createMaterialsService, type MaterialsParts } from './materials-service.ts'

export type { AllMeetingsService, CalendarMeeting } from './all-meetings-service.ts'

type Parts = MaterialsParts &
  Omit<AllMeetingsParts, 'timeZone'> & { mappings: MappingsService; settings: AppParts['settings'] }

export function createMeetings(parts: Parts) {
  const { mappings } = parts
  const { timeZone } = parts.settings.foundation
  const all = createAllMeetingsService({ ...parts, timeZone })
  const materials = createMaterialsService(parts)
  return {
    inCalendar: all.inCalendar,
    maySeeEvent: all.maySeeEvent,
    ofQuarters: all.ofQuarters,
    published: all.published,
    routes(serve: Serve) {
      serve(listMeetings, ({ person, query }) => all.list(person, query))
      serve(getMeeting, ({ person, params }) => all.get(person, meetingOf(params.meeting)!))
      serve(getMeetingMaterial, ({ person, params: { materialType, ...meeting } }) =>
        materials.get(person, meeting, materialType),
      )
      serve(setAgendaSource, ({ person, params, query, body, revision }) => {
        const id = mappingId(agendaSlot(params))
        return mappings.save(person, id, body, revision, query.preparing === 'true')
      })
      serve(prepareQuarter, ({ person, params, query: { from } }) =>
        mappings.prepare(person, params, from === undefined ? undefined : { meeting: from }),
      )
      serve(copySlots, async ({ person, params, body: { from: quarter, fromMeeting, slots } }) => {
        const from = fromMeeting === undefined ? quarter : { meeting: fromMeeting }
        return { mappings: await mappings.copy(person, { from, to: params, slots }) }
      })
      serve(mapPapers, async ({ person, params, body }) => ({
        papers: await mappings.mapPapers(person, params, body.papers),
      }))
    },
  }
}
