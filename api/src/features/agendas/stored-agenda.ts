import { agendaNotCreated } from '@portal/domain/agenda-sentences'
import type { Quarter } from '@portal/domain/quarter'
import { Refusal } from '../../refusal.ts'

export const agendasCollection = 'agendas'

export function noAgenda(quarter: Quarter): Refusal {
  return new Refusal('notFound', agendaNotCreated(quarter))
}
