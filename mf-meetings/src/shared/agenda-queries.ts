import { getAgenda } from '@portal/contract/agendas'
import type { Call } from '@portal/contract/client'
import type { Quarter } from '@portal/contract/quarter'
import { queryOptions } from '@portal/remote-kit/query'

export function agendaQuery(call: Call, { year, quarter }: Quarter) {
  return queryOptions({
    queryKey: ['agenda', year, quarter],
    queryFn: ({ signal }) => call(getAgenda, { params: { year, quarter } }, { signal }),
    staleTime: 5_000,
    refetchOnWindowFocus: true,
  })
}
