import { getPublication, type Publication, setPublication } from '@portal/contract/quarters'
import type { Call } from '@portal/contract/client'
import type { Quarter } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@portal/remote-kit/query'
import { publicationKey } from '../shared/publication-key.ts'

export function publicationQuery(call: Call, { year, quarter }: Quarter) {
  return queryOptions({
    queryKey: [...publicationKey, year, quarter],
    queryFn: ({ signal }) => call(getPublication, { params: { year, quarter } }, { signal }),
    refetchOnMount: 'always',
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
  return useMutation({
    mutationFn: ({ publication: { year, quarter, revision }, state }: Change) =>
      call(setPublication, {
        params: { year, quarter },
        body: { state },
        revision: revision ?? 'new',
      }),
    onSuccess: (stored) => client.setQueryData(publicationQuery(call, stored).queryKey, stored),
    // Every list that is shown may be another one now.
    onSettled: () => client.invalidateQueries(),
  })
}
