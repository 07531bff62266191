import { getAgenda } from '@portal/contract/agendas'
import type { Call } from '../client.ts'
import type { Quarter } from '@portal/domain/quarter'
import { queryOptions } from '@portal/remote-kit/query'
import { sharedKey } from './shared-key.ts'

export const agendaKey = ({ year, quarter }: Quarter) => sharedKey(['agenda', year, quarter])

/** The native agenda of a quarter, as its reader may see it. */
export function agendaQuery(call: Call, { year, quarter }: Quarter) {
  return queryOptions({
    queryKey: agendaKey({ year, quarter }),
    queryFn: ({ signal }) => call(getAgenda, { params: { year, quarter } }, { signal }),
    staleTime: 5_000,
    refetchOnWindowFocus: true,
  })
}
