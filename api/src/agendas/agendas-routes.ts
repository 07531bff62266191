import {
  deleteAgenda,
  getAgenda,
  listAgendas,
  moveAgenda,
  saveAgenda,
  setAgendaStatus,
} from '@portal/contract/agendas'
import type { AppParts } from '../app-parts.ts'
import type { AgendaSlotsService } from '../mappings/agenda-slots-service.ts'
import { type AgendasService, createAgendasService } from './agendas-service.ts'

export function mountAgendas(
  { serve, store, now }: AppParts,
  slots: AgendaSlotsService,
): AgendasService {
  const agendas = createAgendasService({ store, slots, now })
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
  return agendas
}
