import { getPublication, type Publication, setPublication } from '@portal/contract/quarters'
import type { Call } from '@portal/remote-kit/client'
import type { Quarter } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { queryOptions, useQuery, useQueryClient } from '@portal/remote-kit/query'
import { publicationKey } from '../shared/quarter-queries.ts'
import { adminQuery, useChange } from '../shared/queries.ts'

export function publicationQuery(call: Call, { year, quarter }: Quarter) {
  return queryOptions({
    ...adminQuery(call, getPublication, [...publicationKey, year, quarter], {
      params: { year, quarter },
    }),
    refetchOnWindowFocus: true,
  })
}

export function usePublication(quarter: Quarter) {
  const { call } = usePortal()
  return useQuery(publicationQuery(call, quarter))
}

type Change = { publication: Publication; state: Publication['state'] }

/** Publishes a quarter or puts it back in preparation, from the state that the screen shows. */
export function useSetPublication() {
  const { call } = usePortal()
  const client = useQueryClient()
  return useChange(
    (send, { publication: { year, quarter, revision }, state }: Change) =>
      send(setPublication, {
        params: { year, quarter },
        body: { state },
        revision: revision ?? 'new',
      }),
    {
      onSuccess: (stored) => client.setQueryData(publicationQuery(call, stored).queryKey, stored),
      // Every list that is shown may be another one now.
      stale: 'everything',
      waits: true,
    },
  )
}
