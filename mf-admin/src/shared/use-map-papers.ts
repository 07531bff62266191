import { mapPapers, type PaperMapping } from '@portal/contract/meetings'
import type { Quarter } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { documentsQuery } from '@portal/remote-kit/queries/documents'
import { mappingsKey } from '@portal/remote-kit/queries/mappings'
import { useQueryClient } from '@portal/remote-kit/query'
import { useChange } from './queries.ts'
import { publicationKey, useKeepMappings } from './quarter-queries.ts'

/** Maps papers to a quarter's slots; returns what happened to each. */
export function useMapPapers({ year, quarter }: Quarter) {
  const { call } = usePortal()
  const client = useQueryClient()
  const keep = useKeepMappings()
  return useChange(
    (send, papers: PaperMapping[]) =>
      send(mapPapers, { params: { year, quarter }, body: { papers } }),
    {
      supersedes: mappingsKey,
      onSuccess: ({ papers }) => {
        keep(...papers.flatMap(({ mapping }) => mapping ?? []))
        if (papers.some(({ outcome }) => outcome === 'gone')) {
          void client.invalidateQueries({ queryKey: documentsQuery(call).queryKey })
        }
      },
      stale: [publicationKey],
      staleShared: [mappingsKey],
    },
  )
}
