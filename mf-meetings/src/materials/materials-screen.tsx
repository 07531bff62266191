import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Navigate, useSearchParams } from '@portal/remote-kit/router'
import { PageHeader } from '@portal/shared-ui/page-header'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { mappingsQuery } from '../mappings-queries.ts'
import { meetingsPaths } from '../meetings-paths.ts'
import { currentQuarter, isPast, useQuarter } from '../quarter-address.ts'
import { phone, useMedia } from '../use-media.ts'
import { QuarterMaterials } from './quarter-materials.tsx'
import { materialsOf } from '../materials-of.ts'
import styles from './materials-screen.module.css'
import { PastQuarterBanner } from './past-quarter-banner.tsx'
import { QuarterPicker } from './quarter-picker.tsx'

/** A quarter's papers. An address without a quarter is today's, by the foundation's clocks. */
export function Component() {
  const { call, config } = usePortal()
  const { timeZone } = config.foundation
  const quarter = useQuarter()
  const [search] = useSearchParams()
  const onPhone = useMedia(phone)
  const mappings = useQuery(mappingsQuery(call))
  if (!quarter) return <Navigate replace to={meetingsPaths.quarter(currentQuarter(timeZone))} />

  const picker = <QuarterPicker quarter={quarter} timeZone={timeZone} />

  return (
    <>
      <PageHeader title="Meeting Materials" actions={onPhone ? undefined : picker} />
      {onPhone && <div className={styles.sticky}>{picker}</div>}
      {isPast(quarter, timeZone) && <PastQuarterBanner quarter={quarter} timeZone={timeZone} />}
      <QueryPanel
        query={mappings}
        failure="Failed to load meeting materials"
        skeleton={<Skeleton height="28rem" label="Loading the meeting materials" />}
      >
        {(all) => (
          <QuarterMaterials
            quarter={quarter}
            materials={materialsOf(all, quarter)}
            wanted={search.get('material') ?? undefined}
          />
        )}
      </QueryPanel>
    </>
  )
}
