import { mapPapers, type PaperMapping } from '@portal/contract/meetings'
import type { Quarter } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { documentsQuery } from '@portal/remote-kit/queries/documents'
import { mappingsKey } from '@portal/remote-kit/queries/mappings'
import { invalidateShared } from '@portal/remote-kit/queries/shared-key'
import { useMutation, useQueryClient } from '@portal/remote-kit/query'
import { useKeepMappings } from '../../shared/mapping-queries.ts'
import { publicationKey } from '../../shared/publication-key.ts'

/** Maps papers to a quarter's slots; returns what happened to each. */
export function useMapPapers({ year, quarter }: Quarter) {
  const { call } = usePortal()
  const client = useQueryClient()
  const keep = useKeepMappings()
  return useMutation({
    mutationFn: (papers: PaperMapping[]) =>
      call(mapPapers, { params: { year, quarter }, body: { papers } }),
    // A response still in flight is older than this save and would undo it on the screen.
    onMutate: () => client.cancelQueries({ queryKey: mappingsKey }),
    onSuccess: ({ papers }) => {
      keep(...papers.flatMap(({ mapping }) => mapping ?? []))
      if (papers.some(({ outcome }) => outcome === 'gone')) {
        void client.invalidateQueries({ queryKey: documentsQuery(call).queryKey })
      }
    },
    onSettled: () => {
      void invalidateShared(client, mappingsKey)
      void client.invalidateQueries({ queryKey: publicationKey })
    },
  })
}
