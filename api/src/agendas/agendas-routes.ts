import {
  deleteAgenda,
  getAgenda,
  listAgendas,
  moveAgenda,
  saveAgenda,
  setAgendaStatus,
} from '@portal/contract/agendas'
import {
  createAgendaTemplate,
  deleteAgendaTemplate,
  listAgendaTemplates,
  saveAgendaTemplate,
} from '@portal/contract/agenda-templates'
import type { AppParts } from '../app-parts.ts'
import type { AgendaSlotsService } from '../mappings/agenda-slots-service.ts'
import type { VisibilityService } from '../visibility/visibility-service.ts'
import { createAgendaTemplatesService } from './agenda-templates-service.ts'
import { type AgendasService, createAgendasService } from './agendas-service.ts'

export function mountAgendas(
  { serve, store, now }: AppParts,
  { slots, visibility }: { slots: AgendaSlotsService; visibility: VisibilityService },
): AgendasService {
  const templates = createAgendaTemplatesService({ store, now })
  const agendas = createAgendasService({ store, slots, visibility, templates, now })
  serve(listAgendas, ({ person }) => agendas.list(person), { cached: true })
  serve(getAgenda, ({ person, params }) => agendas.get(person, params))
  serve.forAdmins(saveAgenda, ({ person, params, body, revision }) =>
    agendas.save(person, params, body, revision),
  )
  serve.forAdmins(setAgendaStatus, ({ person, params, body, revision }) =>
    agendas.setStatus(person, params, body, revision),
  )
  serve.forAdmins(moveAgenda, ({ person, params, body, revision }) =>
    agendas.move(person, params, body, revision),
  )
  serve.forAdmins(deleteAgenda, ({ person, params, query, revision }) =>
    agendas.delete(person, params, { confirmed: query.confirmed === 'true', revision }),
  )
  serve.forAdmins(listAgendaTemplates, ({ person }) => templates.list(person))
  serve.forAdmins(createAgendaTemplate, ({ person, body }) => templates.create(person, body))
  serve.forAdmins(saveAgendaTemplate, ({ person, params, body, revision }) =>
    templates.save(person, params.id, body, revision),
  )
  serve.forAdmins(deleteAgendaTemplate, ({ person, params, revision }) =>
    templates.delete(person, params.id, revision),
  )
  const ready = Promise.all([agendas.ready, templates.ready]).then(() => undefined)
  ready.catch(() => undefined)
  return { ...agendas, ready }
}
