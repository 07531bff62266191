import { meetingId, meetingOf, type MeetingRef } from '@portal/domain/meeting-ref'
import { papersOfMeeting } from '@portal/domain/quarter-papers'
import { isAgendaSlot } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { type NamedPaper, namedPapers } from '@portal/shared-ui/item-papers'
import { useMemo } from 'react'
import { meetingMappingsQuery } from '../../shared/quarter-queries.ts'
import { useIsSetAside } from '../../shared/slot-settings.ts'
import type { PageCount } from '../draft/draft-problems.ts'

type MeetingPaper = NamedPaper & {
  /** Its slot is set aside, and empty. */
  isLeftOut: boolean
}

/** The papers that a meeting's agenda items may name. */
export type MeetingPapers = {
  /** Every paper but the agenda, in the order in which members see them. */
  all: readonly MeetingPaper[]
  pageCount: PageCount
}

const none: MeetingPapers = { all: [], pageCount: () => undefined }

/** Stays the same object until the meeting's papers change. */
export function useMeetingPapers(meeting: MeetingRef | undefined): MeetingPapers {
  const { call } = usePortal()
  const { data: mappings } = useQuery({
    ...meetingMappingsQuery(call, meeting ?? { year: 0, quarter: 0 }),
    enabled: meeting !== undefined,
  })
  const isSetAside = useIsSetAside()
  const id = meeting && meetingId(meeting)
  return useMemo(() => {
    const of = id === undefined ? undefined : meetingOf(id)
    if (!mappings || !of) return none
    const all = papersOfMeeting(of, mappings).flatMap((slot) => {
      if (isAgendaSlot(slot)) return []
      const { materialType } = slot
      return namedPapers([{ materialType }], of, mappings).map((paper) => ({
        ...paper,
        isLeftOut: paper.kind === undefined && isSetAside(slot),
      }))
    })
    const pageCount = (type: string) =>
      all.find(({ materialType }) => materialType === type)?.pageCount
    return { all, pageCount }
  }, [mappings, id, isSetAside])
}
