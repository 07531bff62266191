import type { Quarter } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { mappingsQuery } from '@portal/remote-kit/queries/mappings'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Redirect } from '@portal/remote-kit/redirect'
import { Link, useLocation, useParams, useSearchParams } from '@portal/remote-kit/router'
import { Card } from '@portal/shared-ui/card'
import { meetingsPaths } from '../meetings-paths.ts'
import { useQuarter } from '../shared/quarter-address.ts'
import { QuarterPageHeader } from './quarter-page-header.tsx'
import styles from './quarter-pages.module.css'
import { staticPageOf } from './static-pages.ts'

/** One of the static pages, which say where the papers are; any other name is a paper's. */
export function Component() {
  const { materialType = 'mission-vision-values', year } = useParams()
  const quarter = useQuarter()
  const page = staticPageOf(materialType)
  if (year !== undefined && !quarter) return <Redirect to={meetingsPaths.meetings} />
  if (!page) return <AmongThePapers material={materialType} />
  return (
    <>
      <QuarterPageHeader title={page.title} quarter={quarter} slot={page.slot} />
      <Card className={styles.text}>
        <p>{page.about}</p>
        <WhereThePapersAre quarter={quarter} />
      </Card>
      {page.slot && <SlotFailure />}
    </>
  )
}

function AmongThePapers({ material }: { material: string }) {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const asked = new URLSearchParams([...search, ['material', material]])
  return <Redirect to={`${pathname.slice(0, pathname.lastIndexOf('/'))}?${asked}`} />
}

/** Why the link to the page's document couldn't be loaded. */
function SlotFailure() {
  const { call } = usePortal()
  const mappings = useQuery(mappingsQuery(call))
  return (
    <QueryPanel query={mappings} failure="Failed to load meeting materials" skeleton={null}>
      {() => null}
    </QueryPanel>
  )
}

function WhereThePapersAre({ quarter }: { quarter: Quarter | undefined }) {
  const { liaisonEmail } = usePortal().config.foundation
  return (
    <p>
      The board’s papers are under{' '}
      <Link to={quarter ? meetingsPaths.quarter(quarter) : meetingsPaths.meetings}>
        Meeting Materials
      </Link>
      . If you miss one, ask your <a href={`mailto:${liaisonEmail}`}>Board Liaison</a>.
    </p>
  )
}
