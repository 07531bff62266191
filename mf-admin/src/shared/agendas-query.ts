import { listAgendas } from '@portal/contract/agendas'
import type { Call } from '@portal/contract/client'
import { adminQuery } from './queries.ts'

export const agendasKey = ['admin', 'agendas']

/** Every native agenda without its items, drafts included. */
export function agendasQuery(call: Call) {
  return adminQuery(call, listAgendas, agendasKey)
}
