import type { Quarter } from '@portal/domain/quarter'
import { Refusal } from '../refusal.ts'

export const agendasCollection = 'agendas'

export function noAgenda({ year, quarter }: Quarter): Refusal {
  return new Refusal('notFound', `No agenda has been created for ${year} Q${quarter}.`)
}
