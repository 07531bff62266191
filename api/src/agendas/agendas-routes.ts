import { getAgenda } from '@portal/contract/agendas'
import type { Serve } from '../http/serve.ts'
import type { AgendasService } from './agendas-service.ts'

export function agendasRoutes(serve: Serve, agendas: AgendasService): void {
  serve(getAgenda, ({ person, params }) => agendas.get(person, params))
}
