import { type Quarter, quarterName } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { Redirect } from '@portal/remote-kit/redirect'
import { useParams, useSearchParams, Link } from '@portal/remote-kit/router'
import { useQuarterMappings } from '@portal/remote-kit/use-mappings'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { Tabs } from '@portal/shared-ui/tabs'
import { FileText, BookOpen } from 'lucide-react'
import { meetingsPaths } from '../meetings-paths.ts'
import { MaterialNotFound } from '../shared/material-not-found.tsx'
import { type Material, materialsOf, factsOf } from '../shared/materials-of.ts'
import { useQuarter } from '../shared/meeting-route.ts'
import { useIsPast } from '../shared/use-is-past.ts'
import { budgetPapers, budgetPartOf, metricsOf } from './budget-papers.ts'
import {
  PaperRows,
  useChangedText,
  useDateText,
  QuarterPageHeader,
  ComposedCard,
} from './quarter-page-parts.tsx'

import { budgetTypes } from '@portal/domain/slot-names'

import styles from './quarter-pages.module.css'

/** Metadata of a quarter's budget papers; the figures themselves are in the papers. */
export function Component() {
  const { type = '' } = useParams()
  const quarter = useQuarter()
  const mappings = useQuarterMappings(quarter)
  if (!quarter) return <Redirect to={meetingsPaths.meetings} />
  const part = budgetPartOf(type, quarter)
  if (!part) {
    return (
      <>
        <QuarterPageHeader title="Budget narrative" quarter={quarter} />
        <MaterialNotFound meeting={quarter} />
      </>
    )
  }
  return (
    <>
      <QuarterPageHeader
        title="Budget narrative"
        about={part.name}
        quarter={quarter}
        slot={part.slot}
      />
      <QueryPanel
        query={mappings}
        failure="Failed to load meeting materials"
        skeleton={<Skeleton height="20rem" label="Loading the budget papers" />}
      >
        {(all) => <Narrative quarter={quarter} papers={budgetPapers(materialsOf(all, quarter))} />}
      </QueryPanel>
    </>
  )
}

const tabs = [
  { value: 'summary', label: 'Summary' },
  { value: 'metrics', label: 'Metrics' },
  { value: 'details', label: 'Details' },
] as const

type NarrativeProps = { quarter: Quarter; papers: Material[] }

function Narrative({ quarter, papers }: NarrativeProps) {
  const { config, person } = usePortal()
  const { liaisonEmail } = config.foundation
  const [search, setSearch] = useSearchParams()
  const tab = tabs.find(({ value }) => value === search.get('tab'))?.value ?? 'summary'
  const isPast = useIsPast(quarter)
  if (papers.length === 0) {
    const liaison = <a href={`mailto:${liaisonEmail}`}>Board Liaison</a>
    return (
      <EmptyState
        title={`No budget papers for ${quarterName(quarter)}${isPast ? '' : ' yet'}`}
        icon={<FileText aria-hidden />}
      >
        {person.isAdmin ? (
          <p>
            You can <Link to={meetingsPaths.mapPapers(quarter)}>add them</Link>.
          </p>
        ) : isPast ? (
          <p>This quarter is over. If you need one of its papers, ask your {liaison}.</p>
        ) : (
          <p>Your {liaison} adds them before the meeting.</p>
        )}
      </EmptyState>
    )
  }
  return (
    <Tabs
      label="Budget narrative"
      value={tab}
      onChange={(value) => setSearch({ tab: value }, { replace: true })}
      tabs={tabs}
    >
      {tab === 'summary' && <BudgetSummary quarter={quarter} papers={papers} />}
      {tab === 'metrics' && <BudgetMetricsList quarter={quarter} papers={papers} />}
      {tab === 'details' && <PaperRows quarter={quarter} papers={papers} />}
    </Tabs>
  )
}

type BudgetProps = { quarter: Quarter; papers: Material[] }

/** A summary of the quarter's budget papers. */
function BudgetSummary({ quarter, papers }: BudgetProps) {
  const changedText = useChangedText()
  return (
    <ComposedCard icon={<BookOpen aria-hidden />}>
      <p>
        {papers.length === 1 ? 'One paper covers' : `${papers.length} papers cover`} the budget in Q
        {quarter.quarter} {quarter.year}. The figures are in the papers themselves.
      </p>
      <ul className={styles.papers}>
        {papers.map((paper) => {
          const changed = changedText(paper)
          return (
            <li key={paper.type}>
              <Link to={meetingsPaths.material(quarter, paper.type)}>{paper.name}</Link>:{' '}
              {factsOf(paper)}
              {changed && `, updated ${changed}`}
            </li>
          )
        })}
      </ul>
    </ComposedCard>
  )
}

/** The metrics of the budget papers, and the papers counted. */
function BudgetMetricsList({ quarter, papers }: BudgetProps) {
  const dateText = useDateText()
  const { pages, changed } = metricsOf(papers)
  const metrics = [
    ['Papers', `${papers.length} of ${budgetTypes.length}`],
    ['Pages', pages > 0 ? String(pages) : 'Not known'],
    ['Last updated', dateText(changed) ?? 'Not known'],
  ] as const
  return (
    <>
      <dl className={styles.metrics}>
        {metrics.map(([label, value]) => (
          <div key={label} className={styles.metric}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h2 className={styles.heading}>The papers</h2>
      <PaperRows quarter={quarter} papers={papers} />
    </>
  )
}
