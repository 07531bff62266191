import { listAgendas } from '@portal/contract/agendas'
import type { Call } from '@portal/contract/client'
import { queryOptions } from '@portal/remote-kit/query'

export const agendasKey = ['admin', 'agendas']

/** Every native agenda without its items, drafts included. */
export function agendasQuery(call: Call) {
  return queryOptions({
    queryKey: agendasKey,
    queryFn: ({ signal }) => call(listAgendas, {}, { signal }),
    refetchOnMount: 'always',
  })
}
