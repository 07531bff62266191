import { compareQuarters, currentQuarter, type Quarter, quarterName } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { mappingsQuery } from '@portal/remote-kit/queries/mappings'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Navigate, useLocation, useSearchParams } from '@portal/remote-kit/router'
import { PageHeader } from '@portal/shared-ui/page-header'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { meetingsPaths } from '../meetings-paths.ts'
import { materialsOf, quartersWithMaterials } from '../shared/materials-of.ts'
import { useQuarter } from '../shared/quarter-address.ts'
import { phone, useMedia } from '../shared/use-media.ts'
import styles from './materials-screen.module.css'
import { PastQuarterBanner } from './past-quarter-banner.tsx'
import { QuarterMaterials } from './quarter-materials.tsx'
import { QuarterPicker } from './quarter-picker.tsx'

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
  const address = meetingsPaths.quarter(quarter)
  const onPhone = useMedia(phone)
  const mappings = useQuery(mappingsQuery(call))

  const papersOf = (one: Quarter) => materialsOf(mappings.data ?? {}, one)
  const wanted = (named && search.get('material')) ?? undefined
  /**
   * The address of the shown paper in another quarter; only the quarter's if it has no such paper,
   * or opens it anyway.
   */
  const pathOf = (other: Quarter) => {
    const shown = wanted ?? (onPhone ? undefined : papersOf(quarter)[0]?.type)
    const papers = papersOf(other)
    const same = papers.find(({ type }) => type === shown)
    const opensAnyway = wanted === undefined && same === papers[0]
    if (!same || opensAnyway) return meetingsPaths.quarter(other)
    return meetingsPaths.material(other, same.type)
  }
  const filled = quartersWithMaterials(mappings.data ?? {})
  const picker = <QuarterPicker {...{ quarter, today, filled, pathOf }} />

  return (
    <>
      {/* The address is normalised to the shown quarter; its papers don't wait for that. */}
      {location.pathname !== address && (
        <Navigate replace to={`${address}${named ? location.search : ''}`} />
      )}
      <PageHeader title="Meeting Materials" actions={onPhone ? undefined : picker} />
      <p className={styles.printed}>{quarterName(quarter)}</p>
      {onPhone && <div className={styles.sticky}>{picker}</div>}
      {compareQuarters(quarter, today) < 0 && <PastQuarterBanner quarter={quarter} today={today} />}
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
          />
        )}
      </QueryPanel>
    </>
  )
}
