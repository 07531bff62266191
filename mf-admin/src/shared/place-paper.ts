import type { ResourceMapping } from '@portal/contract/mappings'
import { mappingId } from '@portal/domain/ids'
import { isQuarterly, type MeetingRef } from '@portal/domain/meeting-ref'
import { usePortal } from '@portal/remote-kit/portal'
import { useQueryClient } from '@portal/remote-kit/query'
import { nextPaper, orderAtEnd, paperShowing } from './next-paper.ts'
import { meetingMappingsQuery } from './quarter-queries.ts'
import { useSaveMapping } from './save-mapping.ts'
import { useIsSetAside } from './slot-settings.ts'
import { useMapPapers } from './use-map-papers.ts'

const full = 'This meeting has as many papers as it can. Remove one first.'

type PlacedPaper = { materialType: string; saved?: ResourceMapping | undefined }

/**
 * Makes a document the last of a meeting's papers, unless the meeting shows it already. Returns the paper's type, and its
 * mapping if that was saved. Throws an `Error` whose message is meant for display if that isn't possible.
 */
export function usePlacePaper(meeting: MeetingRef | undefined) {
  const { call } = usePortal()
  const client = useQueryClient()
  const isSetAside = useIsSetAside()
  const save = useSaveMapping()
  const map = useMapPapers(meeting && isQuarterly(meeting) ? meeting : { year: 1970, quarter: 1 })

  return async (of: MeetingRef, documentId: string, title: string): Promise<PlacedPaper> => {
    for (let tries = 0; tries < 3; tries += 1) {
      const query = meetingMappingsQuery(call, of)
      const mappings = client.getQueryData(query.queryKey) ?? (await client.fetchQuery(query))
      const there = paperShowing(documentId, of, mappings)
      if (there) return { materialType: there.materialType }
      const free = nextPaper(of, mappings, isSetAside)
      if (!free) throw new Error(full)
      const { materialType } = free
      if (!isQuarterly(of)) {
        const order = orderAtEnd(free, of, mappings)
        const saved = await save.mutateAsync({
          id: mappingId(free),
          change: { documentId, title, ...(order === undefined ? {} : { order }) },
          revision: undefined,
        })
        return { materialType, saved }
      }
      const revision = mappings[mappingId(free)]?.revision ?? 'new'
      const { papers } = await map.mutateAsync([{ materialType, documentId, title, revision }])
      // Someone else has taken the place; the reply has its mapping.
      if (papers[0]?.outcome === 'mapped') return { materialType, saved: papers[0].mapping }
    }
    throw new Error('Others are changing this meeting’s papers. Please drop the file again.')
  }
}
