import { isQuarterly, type MeetingRef, meetingId } from '@portal/domain/meeting-ref'
import type { ResourceMapping } from '@portal/contract/mappings'
import type { Quarter } from '@portal/domain/quarter'
import { isMaterialType } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { notesPolicyQuery } from '@portal/remote-kit/queries/notes-policy'
import { canKeepReading } from '@portal/remote-kit/queries/reading'
import { useQuery, type UseQueryResult } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Link } from '@portal/remote-kit/router'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { useDrawn } from '@portal/shared-ui/use-drawn'
import { type ReactNode, useState } from 'react'
import { meetingsPaths } from '../meetings-paths.ts'
import { DestroyedSoon } from '../shared/destroyed-soon.tsx'
import { listedNotesQuery } from '../shared/listed-notes-query.ts'
import type { Material } from '../shared/materials-of.ts'
import { phone, useMedia } from '../shared/media.ts'
import { MaterialReading } from './material-reading.tsx'
import { MeetingMaterials } from './meeting-materials.tsx'
import { useViewerHeight } from './viewer-height.ts'

type MaterialsPageProps = {
  meeting: MeetingRef
  /** The papers; undefined while they load. */
  papers: Material[] | undefined
  query: UseQueryResult<Record<string, ResourceMapping>>
  /** The paper in the address. */
  wanted: string | undefined
  /** Quarters with papers, the nearest before and after this one among them, newest first. */
  filled: Quarter[]
  /** What is above the list. */
  children: ReactNode
}

/** A meeting's papers as a list, or the open one. */
export function MaterialsPage(props: MaterialsPageProps) {
  const { meeting, papers, query, wanted, filled, children } = props
  const onPhone = useMedia(phone)
  const [height, choose] = useViewerHeight()
  const [lastOpen, setLastOpen] = useState(wanted)
  if (wanted !== undefined && wanted !== lastOpen) setLastOpen(wanted)
  // Until the papers are known, the one in the address is assumed to be among them.
  const isPaper = papers?.some(({ type }) => type === wanted) ?? query.isPending
  const isNamed = wanted !== undefined && (!isQuarterly(meeting) || isMaterialType(wanted))
  if (isNamed && isPaper && !(onPhone && height.applied)) {
    return <MaterialReading meeting={meeting} type={wanted} materials={papers} />
  }
  return (
    <>
      {children}
      <NotesNotice meeting={meeting} />
      <QueryPanel
        query={query}
        failure="Failed to load meeting materials"
        skeleton={<Skeleton height="28rem" label="Loading the meeting materials" />}
      >
        {() => (
          <MeetingMaterials
            meeting={meeting}
            materials={papers ?? []}
            filled={filled}
            wanted={wanted}
            lastOpen={lastOpen}
            phone={onPhone ? { height, choose } : undefined}
          />
        )}
      </QueryPanel>
    </>
  )
}

/**
 * The notice, outside of My notes, that notes on a meeting's papers will be destroyed within a week. It loads after the
 * page, and only if the foundation has a rule.
 */
function NotesNotice({ meeting }: { meeting: MeetingRef }) {
  const { call, person } = usePortal()
  const isAsked = useDrawn() && canKeepReading(person)
  const policy = useQuery({ ...notesPolicyQuery(call), enabled: isAsked })
  const hasRule = policy.data?.days !== undefined
  const { data: listed = [] } = useQuery({
    ...listedNotesQuery(call),
    enabled: isAsked && hasRule,
  })
  if (!isAsked || !hasRule) return null
  const id = meetingId(meeting)
  const notes = listed.filter(
    ({ quarters, meetings = [] }) =>
      quarters.some((noted) => meetingId(noted) === id) ||
      meetings.some((noted) => noted.id === id),
  )
  return (
    <DestroyedSoon notes={notes} action={<Link to={meetingsPaths.myNotes}>Go to My notes</Link>}>
      To keep a copy, save them as a file from My notes.
    </DestroyedSoon>
  )
}
