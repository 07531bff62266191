import { prepareQuarter } from '@portal/contract/meetings'
import type { Quarter } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { mappingsKey } from '@portal/remote-kit/queries/mappings'
import { invalidateShared, setShared } from '@portal/remote-kit/queries/shared-key'
import { useMutation, useQueryClient } from '@portal/remote-kit/query'
import { agendasKey } from '../shared/agendas-query.ts'
import { publicationKey } from '../shared/publication-key.ts'
import type { Mappings } from '../shared/mapping-queries.ts'

/** Sets up a quarter's slots like those of the previous quarter; returns what was created. */
export function usePrepareQuarter() {
  const { call } = usePortal()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ year, quarter }: Quarter) => call(prepareQuarter, { params: { year, quarter } }),
    onSuccess: ({ made }) => {
      const byId = Object.fromEntries(made.map((one) => [one.id, one]))
      setShared<Mappings>(client, mappingsKey, (all) => all && { ...all, ...byId })
    },
    onSettled: () => {
      void invalidateShared(client, mappingsKey)
      void client.invalidateQueries({ queryKey: publicationKey })
      // A native slot creates a draft.
      void client.invalidateQueries({ queryKey: agendasKey })
    },
  })
}
