import type { Quarter } from '@portal/contract/quarter'
import { Refusal } from '../refusal.ts'
import type { Stored } from '../store/document-store.ts'
import { type Loose, normalAgenda } from './agenda-normal.ts'

export const agendasCollection = 'agendas'

/** The document id of a quarter's native agenda. */
export const agendaId = ({ year, quarter }: Quarter) => `${year}-Q${quarter}`

export function noAgenda({ year, quarter }: Quarter): Refusal {
  return new Refusal('notFound', `No agenda has been created for ${year} Q${quarter}.`)
}

export function refuseStale(
  current: Stored<Loose> | undefined,
  revision: number | 'new',
  quarter: Quarter,
): void {
  if ((current?.revision ?? 'new') === revision) return
  const sentence = 'Someone else has changed this in the meantime.'
  const details = current ? { current: normalAgenda(current, quarter) } : {}
  throw new Refusal('stale', sentence, details)
}
