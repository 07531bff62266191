import type { Serve } from '../../platform/http/serve.ts'
import {
  deleteAgenda,
  getAgenda,
  getZoneChange,
  listAgendas,
  moveAgenda,
  reportEditing,
  saveAgenda,
  setAgendaStatus,
  settleZoneChange,
} from '@portal/contract/agendas'
import {
  createAgendaTemplate,
  deleteAgendaTemplate,
  listAgendaTemplates,
  saveAgendaTemplate,
} from '@portal/contract/agenda-templates'
import {
  getPlaceAudience,
  previewAudience,
  savePlaceAudience,
} from '@portal/contract/item-audiences'
import { createMeeting, setMeetingStage } from '@portal/contract/new-meetings'
import { meetingOf } from '@portal/domain/meeting-ref'
import type { AppParts } from '../../platform/app-parts.ts'
import { type AudienceChecksParts, createAudienceChecks } from './audience-checks.ts'
import { createAudiencePreviews } from './audience-previews.ts'
import { createAgendaEditors } from './agenda-editors.ts'
import { createAgendaTemplatesService } from './agenda-templates-service.ts'
import { type AgendasParts, createAgendasService } from './agendas-service.ts'
import { createMeetingWrites, type MeetingWritesParts } from './meeting-writes.ts'
import { createNamingByInvitation } from './named-by-invitation.ts'
import { createPlaceAudiences } from './place-audiences.ts'
import { createZoneChangeService } from './zone-change.ts'

export { type AgendasInMemory, createAgendasInMemory } from './agendas-in-memory.ts'
export { type Announced, createMeetingRecords, type MeetingRecords } from './meeting-records.ts'
export { forgetEditor } from './agenda-editors.ts'
export { templatesMadeBy } from './agenda-templates-service.ts'
export {
  closedKeys,
  normalAgenda,
  normalItem,
  normalItems,
  stageOfStored,
  timesOf,
} from './stored-agenda.ts'
export type { NamingByInvitation } from './named-by-invitation.ts'
export type { MeetingWrites } from './meeting-writes.ts'
export { normalTemplate } from './agenda-template-content.ts'
export { keepMoments, movedAgendas, movedText } from './zone-change.ts'
export type { AgendasService } from './agendas-service.ts'

export function createAgendas(
  { store, settings, now }: AppParts,
  needs: Pick<AgendasParts, 'slots' | 'visibility' | 'quarters' | 'agendasInMemory' | 'sealing'> &
    Pick<AudienceChecksParts, 'everyone' | 'isKnown'> & {
      bodies: MeetingWritesParts['bodies']
    },
) {
  const audiences = createAudienceChecks({ ...needs, now })
  const templates = createAgendaTemplatesService({ ...needs, audiences, store, now })
  const places = createPlaceAudiences({ ...needs, audiences, store, now })
  const previews = createAudiencePreviews({ ...needs, now })
  const agendas = createAgendasService({ ...needs, audiences, store, templates, now })
  const { timeZone } = settings.foundation
  const writes = createMeetingWrites({
    ...needs,
    store,
    count: () => needs.agendasInMemory.others().length,
    timeZone,
    now,
  })
  const editors = createAgendaEditors({ store, now })
  const zoneChange = createZoneChangeService({ store, timeZone, now })
  const ready = Promise.all([agendas.ready, templates.ready]).then(() => undefined)
  ready.catch(() => undefined)
  return {
    ...agendas,
    ready,
    mustExist: writes.mustExist,
    setEvent: writes.setEvent,
    callMeeting: writes.call,
    nameByInvitation: createNamingByInvitation({ ...needs, now }),
    routes(serve: Serve) {
      serve(listAgendas, ({ person }) => agendas.list(person), { cached: true })
      serve(getZoneChange, ({ person }) => zoneChange.get(person))
      serve(settleZoneChange, ({ person, body }) => zoneChange.settle(person, body))
      serve(reportEditing, ({ person, params, body }) => editors.report(person, params, body))
      serve(getAgenda, ({ person, params }) => agendas.get(person, params))
      serve(saveAgenda, ({ person, params, query, body, revision }) =>
        agendas.save(person, params, body, revision, optionsIn(query)),
      )
      serve(setAgendaStatus, ({ person, params, query, body, revision }) =>
        agendas.setStatus(person, params, body, revision, optionsIn(query)),
      )
      serve(getPlaceAudience, ({ person, params }) => places.get(person, params.id))
      serve(savePlaceAudience, ({ person, params, body, revision }) =>
        places.save(person, params.id, body.audience, revision),
      )
      serve(previewAudience, ({ person, params, body }) => previews.preview(person, params, body))
      serve(moveAgenda, ({ person, params, body, revision }) =>
        agendas.move(person, params, body, revision),
      )
      serve(deleteAgenda, ({ person, params, query, revision }) =>
        agendas.delete(person, params, { confirmed: query.confirmed === 'true', revision }),
      )
      serve(createMeeting, ({ person, body }) => writes.create(person, body))
      serve(setMeetingStage, ({ person, params, body, revision }) =>
        writes.setStage(person, meetingOf(params.meeting)!, body.stage, revision),
      )
      serve(listAgendaTemplates, ({ person }) => templates.list(person))
      serve(createAgendaTemplate, ({ person, body }) => templates.create(person, body))
      serve(saveAgendaTemplate, ({ person, params, body, revision }) =>
        templates.save(person, params.id, body, revision),
      )
      serve(deleteAgendaTemplate, ({ person, params, revision }) =>
        templates.delete(person, params.id, revision),
      )
    },
  }
}

type Confirmable = { preparing?: string | undefined; confirmed?: string | undefined }

function optionsIn({ preparing, confirmed }: Confirmable) {
  return { isPreparing: preparing === 'true', confirmed: confirmed === 'true' }
}
