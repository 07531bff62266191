import { compareQuarters, currentQuarter, type Quarter, quarterName } from '@portal/domain/quarter'
import { isMaterialType } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { quartersQuery } from '@portal/remote-kit/queries/mappings'
import { keepPreviousData, useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Navigate, useLocation, useParams, useSearchParams } from '@portal/remote-kit/router'
import { useQuarterMappings } from '@portal/remote-kit/use-mappings'
import { PageHeader } from '@portal/shared-ui/page-header'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { useState } from 'react'
import { meetingsPaths } from '../meetings-paths.ts'
import { NotesNotice } from '../shared/notes-notice.tsx'
import { type Material, materialsOf } from '../shared/materials-of.ts'
import { useQuarter } from '../shared/quarter-address.ts'
import { phone, useMedia } from '../shared/use-media.ts'
import { MaterialReading } from './material-reading.tsx'
import styles from './materials-screen.module.css'
import { PastQuarterBanner } from './past-quarter-banner.tsx'
import { QuarterMaterials } from './quarter-materials.tsx'
import { QuarterPicker } from './quarter-picker.tsx'
import { StickyPicker } from './sticky-picker.tsx'
import { usePathOfQuarter } from './use-path-of-quarter.ts'
import { useViewerHeight } from './viewer-height.ts'

/**
 * A quarter's papers. An address without a quarter means today's, in the foundation's time zone.
 */
export function Component() {
  const { call, config } = usePortal()
  const today = currentQuarter(config.foundation.timeZone)
  const named = useQuarter()
  const quarter = named ?? today
  const [search] = useSearchParams()
  const location = useLocation()
  const { year } = useParams()
  // The query refers to the named quarter, or to today's; the query of an invalid address is dropped.
  const query = named || year === undefined ? location.search : ''
  const address = meetingsPaths.quarter(quarter)
  const onPhone = useMedia(phone)
  const mappings = useQuarterMappings(quarter)
  const ofYear = useQuery({
    ...quartersQuery(call, quarter.year),
    // The years stay the same.
    placeholderData: keepPreviousData,
  })

  const [height, choose] = useViewerHeight()
  const wanted = (named && search.get('material')) ?? undefined
  const [lastOpen, setLastOpen] = useState(wanted)
  if (wanted !== undefined && wanted !== lastOpen) setLastOpen(wanted)
  const pathOf = usePathOfQuarter(wanted)
  const papers = mappings.data && materialsOf(mappings.data, quarter)
  // Until the papers are known, the one in the address is assumed to be among them.
  const isPaper = papers?.some(({ type }) => type === wanted) ?? mappings.isPending
  // The address is normalised to the shown quarter; its papers don't wait for that.
  const normalised = location.pathname !== address && (
    <Navigate replace to={`${address}${query}`} state={location.state as unknown} />
  )
  if (wanted !== undefined && isMaterialType(wanted) && isPaper && !(onPhone && height.applied)) {
    return (
      <>
        {normalised}
        <MaterialReading quarter={quarter} type={wanted} materials={papers} />
      </>
    )
  }

  const { years = [], quarters = [] } = ofYear.data ?? {}
  const filled = ofYear.isPlaceholderData ? [] : quarters
  const picker = <QuarterPicker {...{ quarter, today, years, pathOf }} />

  return (
    <>
      {normalised}
      <PageHeader title="Meeting Materials" actions={onPhone ? undefined : picker} />
      <p className={styles.printed}>{quarterName(quarter)}</p>
      {onPhone && <StickyPicker>{picker}</StickyPicker>}
      <p role="status">
        <VisuallyHidden>{papers && statusOf(quarter, today, papers)}</VisuallyHidden>
      </p>
      {compareQuarters(quarter, today) < 0 && <PastQuarterBanner quarter={quarter} today={today} />}
      <NotesNotice quarter={quarter} />
      <QueryPanel
        query={mappings}
        failure="Failed to load meeting materials"
        skeleton={<Skeleton height="28rem" label="Loading the meeting materials" />}
      >
        {(all) => (
          <QuarterMaterials
            quarter={quarter}
            materials={materialsOf(all, quarter)}
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

/** Announced when another quarter is chosen, which keeps the focus in its picker. */
function statusOf(quarter: Quarter, today: Quarter, { length }: Material[]): string {
  const name = `${quarterName(quarter)}${compareQuarters(quarter, today) < 0 ? ', a past quarter' : ''}`
  return `${name}: ${length === 0 ? 'no' : length} ${length === 1 ? 'material' : 'materials'}`
}
