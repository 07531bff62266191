import { getAgenda } from '@portal/contract/agendas'
import type { Call } from '@portal/contract/client'
import type { Quarter } from '@portal/contract/quarter'
import { queryOptions } from '@portal/remote-kit/query'

/** A quarter's native agenda; admins receive its draft too. */
export function agendaQuery(call: Call, { year, quarter }: Quarter) {
  return queryOptions({
    queryKey: ['agenda', year, quarter],
    queryFn: ({ signal }) => call(getAgenda, { params: { year, quarter } }, { signal }),
  })
}
