import type { Quarter } from '@portal/contract/quarter'
import { Refusal } from '../refusal.ts'

export const agendasCollection = 'agendas'

/** The document id of a quarter's native agenda. */
export const agendaId = ({ year, quarter }: Quarter) => `${year}-Q${quarter}`

export function noAgenda({ year, quarter }: Quarter): Refusal {
  return new Refusal('notFound', `No agenda has been created for ${year} Q${quarter}.`)
}
