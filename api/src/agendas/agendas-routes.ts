import {
  getAgenda,
  listAgendas,
  moveAgenda,
  saveAgenda,
  setAgendaStatus,
} from '@portal/contract/agendas'
import type { Serve } from '../http/serve.ts'
import type { AgendasService } from './agendas-service.ts'

export function agendasRoutes(serve: Serve, agendas: AgendasService): void {
  serve(listAgendas, ({ person }) => agendas.list(person), { cached: true })
  serve(getAgenda, ({ person, params }) => agendas.get(person, params))
  serve(saveAgenda, ({ person, params, body, revision }) =>
    agendas.save(person, params, body, revision),
  )
  serve(setAgendaStatus, ({ person, params, body, revision }) =>
    agendas.setStatus(person, params, body, revision),
  )
  serve(moveAgenda, ({ person, params, body, revision }) =>
    agendas.move(person, params, body, revision),
  )
}
