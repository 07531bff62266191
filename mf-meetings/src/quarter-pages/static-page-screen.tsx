import { mappingId } from '@portal/domain/ids'
import { type Quarter, quarterName } from '@portal/domain/quarter'
import type { Slot } from '@portal/domain/slot-names'
import { NotFound } from '@portal/remote-kit/not-found'
import { usePortal } from '@portal/remote-kit/portal'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Redirect } from '@portal/remote-kit/redirect'
import { Link, useLocation, useParams, useSearchParams } from '@portal/remote-kit/router'
import { useQuarterMappings, useSlotMappings } from '@portal/remote-kit/use-mappings'
import { BookOpen, Landmark, Megaphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { meetingsPaths } from '../meetings-paths.ts'
import { materialsOf } from '../shared/materials-of.ts'
import { useQuarter } from '../shared/meeting-route.ts'
import { budgetPapers } from './budget-papers.ts'
import { ComposedCard, QuarterPageHeader, PaperRows } from './quarter-page-parts.tsx'

import styles from './quarter-pages.module.css'
import { staticPageOf } from './static-pages.ts'

/** The menu icon of the section that lists the page's papers. */
const icons = { meeting: BookOpen, governance: Landmark, communications: Megaphone } as const

/** A static page, which links to its papers. Any other name is a paper's. */
export function Component() {
  const { materialType = 'mission-vision-values', year } = useParams()
  const quarter = useQuarter()
  const page = staticPageOf(materialType)
  if (year !== undefined && !quarter) return <Redirect to={meetingsPaths.meetings} />
  if (!page) return <AmongThePapers material={materialType} />
  const Icon = icons[page.slot?.kind ?? 'meeting']
  const about = (
    <>
      <QuarterPageHeader title={page.title} quarter={quarter} slot={page.slot} />
      <ComposedCard icon={<Icon aria-hidden />}>
        <p>{page.about}</p>
        <WhereThePapersAre quarter={quarter} />
      </ComposedCard>
    </>
  )
  if (page.slot) return <CardPage slot={page.slot}>{about}</CardPage>
  return (
    <>
      {about}
      {quarter && <PapersOfTheBudget quarter={quarter} />}
    </>
  )
}

function AmongThePapers({ material }: { material: string }) {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const query = new URLSearchParams([...search, ['material', material]])
  return <Redirect to={`${pathname.slice(0, pathname.lastIndexOf('/'))}?${query}`} />
}

/** The papers that a page of the budget is about, if the quarter has any. */
function PapersOfTheBudget({ quarter }: { quarter: Quarter }) {
  const mappings = useQuarterMappings(quarter)
  return (
    <QueryPanel query={mappings} failure="Failed to load meeting materials" skeleton={null}>
      {(all) => {
        const papers = budgetPapers(materialsOf(all, quarter))
        if (papers.length === 0) return null
        return (
          <section aria-labelledby="budget-papers">
            <h2 id="budget-papers" className={styles.heading}>
              Budget papers of {quarterName(quarter)}
            </h2>
            <PaperRows quarter={quarter} papers={papers} />
          </section>
        )
      }}
    </QueryPanel>
  )
}

/** A card's page, and why the link to its document couldn't be loaded. A card that is set aside has no page. */
function CardPage({ slot, children }: { slot: Slot; children: ReactNode }) {
  const mappings = useSlotMappings(slot)
  if (mappings.data?.[mappingId(slot)]?.setAside) return <NotFound />
  return (
    <>
      {children}
      <QueryPanel query={mappings} failure="Failed to load meeting materials" skeleton={null}>
        {() => null}
      </QueryPanel>
    </>
  )
}

function WhereThePapersAre({ quarter }: { quarter: Quarter | undefined }) {
  const { config, person } = usePortal()
  const { liaisonEmail } = config.foundation
  const fill = person.isAdmin && quarter && meetingsPaths.mapPapers(quarter)
  return (
    <p>
      The board’s papers are under{' '}
      <Link to={quarter ? meetingsPaths.meeting(quarter) : meetingsPaths.meetings}>
        Meeting Materials
      </Link>
      .{' '}
      {fill ? (
        <>
          If one is missing, you can <Link to={fill}>add it</Link>.
        </>
      ) : (
        <>
          If you miss one, ask your <a href={`mailto:${liaisonEmail}`}>Board Liaison</a>.
        </>
      )}
    </p>
  )
}
