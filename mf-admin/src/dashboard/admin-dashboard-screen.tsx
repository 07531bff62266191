import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { Link, useSearchParams } from '@portal/remote-kit/router'
import { Badge } from '@portal/shared-ui/badge'
import { Card } from '@portal/shared-ui/card'
import { PageHeader } from '@portal/shared-ui/page-header'
import { LockKeyhole, CalendarPlus, TriangleAlert } from 'lucide-react'
import { adminCards } from './admin-cards.ts'
import { QuarterSelect } from '../quarters/quarter-select.tsx'
import { MeetingsReadiness } from './meetings-readiness.tsx'
import { DeadlineNotice } from '../notices/deadline-notice.tsx'
import { DamageNotice } from './damage-notice.tsx'
import { ZoneChangeNotice } from '../agendas/zone-change-notice.tsx'
import { ReleaseNotices } from '../releases/release-notices.tsx'
import { WithFirstSteps } from '../setup/first-steps.tsx'
import { AdminGuard } from '../shared/rights/admin-guard.tsx'
import { PublicationBar } from '../quarters/publication-bar.tsx'
import styles from './admin-dashboard-screen.module.css'
import { useQuery } from '@portal/remote-kit/query'
import { QueryPanel } from '@portal/remote-kit/query-panel'
import { HeldRemovals } from '../mappings/sync/held-removals.tsx'
import { syncStatusQuery } from '../mappings/sync/sync-queries.ts'
import { parseQuarter, type Quarter, quarterName } from '@portal/domain/quarter'
import { usePreparedQuarter } from '../quarters/prepared-quarter.ts'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { useId, useState } from 'react'
import { adminPaths } from '../admin-paths.ts'
import {
  PreparedNotice,
  PreparingFailure,
  PreparingExplanation,
  usePreparing,
} from '../quarters/preparing-quarter.tsx'
import { papersOfQuarter } from '@portal/domain/quarter-papers'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { ReadinessBoard } from '../mappings/readiness/readiness-board.tsx'
import { ReadinessUnchecked } from '../mappings/readiness/readiness-unchecked.tsx'
import { useReadiness } from '../mappings/readiness/use-readiness.ts'
import { slotsInUse } from '../mappings/slots-of-tab.ts'
import { useIsSetAside } from '../shared/slot-settings.ts'
import { type SlotDialog, SlotDialogs } from '../mappings/slot-dialogs.tsx'
import { useSync } from '../mappings/sync/use-sync.ts'
import { type Mappings, editedMappingsQuery } from '../shared/quarter-queries.ts'
import { Banner } from '@portal/shared-ui/banner'
import { calendarProblemsQuery, problemsText } from '../calendar/calendar-problems-queries.ts'
import noticeStyles from '../calendar/calendar-problems-screen.module.css'

/** The admin's start page: how ready a quarter is, the next quarter, and a card for each part of the admin area. */
export function Component() {
  const { config } = usePortal()
  const { quarter, now, setQuarter } = useDashboardQuarter()
  return (
    <>
      <PageHeader
        title="Admin"
        subtitle={`What you prepare here is what the members of ${isolated(config.foundation.name)} see.`}
      />
      <AdminGuard queries={[]}>
        <WithFirstSteps>
          <DamageNotice />
          <MissingPapersNotice />
          <CalendarProblemsNotice />
          <ZoneChangeNotice />
          <DeadlineNotice />
          <ReleaseNotices linked />
          <div className={styles.quarter}>
            <QuarterSelect shown={quarter} now={now} onChange={setQuarter} />
          </div>
          <PublicationBar meeting={quarter} name={quarterName(quarter)} />
          <QuarterReadiness quarter={quarter} />
          <MeetingsReadiness />
          <PrepareQuarter now={now} onPrepared={setQuarter} />
          <h2 className={styles.heading}>Everything you manage</h2>
          <ul className={styles.cards}>
            {adminCards.map((card) => (
              <AdminCard key={card.to} {...card} />
            ))}
          </ul>
        </WithFirstSteps>
      </AdminGuard>
    </>
  )
}

type AdminCardProps = Omit<(typeof adminCards)[number], 'badge'> & { badge?: string }

function AdminCard({ to, Icon, title, badge, text }: AdminCardProps) {
  return (
    <Card as="li" flush>
      <Link to={to} className={styles.link}>
        <span className={styles.icon}>
          <Icon />
        </span>
        <h3 className={styles.title}>{title}</h3>
        {badge && (
          <span>
            <Badge kind="accent" icon={<LockKeyhole />}>
              {badge}
            </Badge>
          </span>
        )}
        <p className={styles.text}>{text}</p>
      </Link>
    </Card>
  )
}

/** The removals that a sync held back, on the admin's start page. */
function MissingPapersNotice() {
  const { call } = usePortal()
  const status = useQuery(syncStatusQuery(call))
  return (
    <QueryPanel
      query={status}
      failure="Failed to load the state of the drive’s sync"
      skeleton={null}
    >
      {(latest) => <HeldRemovals status={latest} />}
    </QueryPanel>
  )
}

/** The quarter in the address (`?year=2027&quarter=1`), or the quarter being prepared. */
function useDashboardQuarter() {
  const [params, setParams] = useSearchParams()
  const { now, prepared, prepare } = usePreparedQuarter()
  const named = parseQuarter(params.get('year') ?? undefined, params.get('quarter') ?? undefined)
  return {
    quarter: named ?? prepared,
    now,
    setQuarter: (to: Quarter) => {
      prepare(to)
      setParams(
        { year: String(to.year), quarter: String(to.quarter) },
        { replace: true, preventScrollReset: true },
      )
    },
  }
}

type PrepareQuarterProps = { now: Quarter; onPrepared: (next: Quarter) => void }

/** Sets up the next quarter's slots like this one's; lists what was created, and links there. */
function PrepareQuarter({ now, onPrepared }: PrepareQuarterProps) {
  const preparing = usePreparing(now)
  const titleId = useId()
  const { next, to, made } = preparing
  return (
    <Card as="section" aria-labelledby={titleId} className={styles.card}>
      <div className={styles.words}>
        <h2 id={titleId}>Prepare next quarter</h2>
        <PreparingExplanation preparing={preparing} />
      </div>
      <div className={styles.buttons}>
        <Button
          variant={made ? 'secondary' : 'primary'}
          icon={<CalendarPlus />}
          busy={preparing.busy}
          onClick={() => preparing.start(() => onPrepared(next))}
        >
          Prepare {to}
        </Button>
        <Link className={buttonStyle(made ? 'primary' : 'quiet')} to={adminPaths.mappings(next)}>
          Go to the mappings of {to}
        </Link>
      </div>
      <PreparedNotice preparing={preparing} />
      <PreparingFailure preparing={preparing} />
    </Card>
  )
}

/** How ready a quarter's materials are; each slot links to its row in the mappings, and its paper is mapped here. */
function QuarterReadiness({ quarter }: { quarter: Quarter }) {
  const { call } = usePortal()
  const mappings = useQuery(editedMappingsQuery(call))
  return (
    <QueryPanel
      query={mappings}
      failure="Failed to load meeting materials"
      skeleton={<Skeleton height="20rem" label="Loading the quarter’s materials" />}
    >
      {(all) => <Board quarter={quarter} mappings={all} />}
    </QueryPanel>
  )
}

function Board({ quarter, mappings }: { quarter: Quarter; mappings: Mappings }) {
  const inUse = slotsInUse(papersOfQuarter(quarter, mappings), mappings, useIsSetAside())
  const slots = useReadiness(inUse, quarter, mappings)
  const sync = useSync()
  const [dialog, setDialog] = useState<SlotDialog>()
  return (
    <>
      <ReadinessBoard
        title={quarterName(quarter)}
        meeting={quarter}
        slots={slots}
        rowOf={(id) => adminPaths.mappings(quarter, id)}
        sync={sync}
        onMap={(slot) => setDialog({ kind: 'map', slot })}
        onView={(slot) => setDialog({ kind: 'view', slot })}
        onReplace={(slot) => setDialog({ kind: 'replace', slot })}
      />
      <ReadinessUnchecked mappings={mappings} ids={slots.map(({ id }) => id)} />
      <SlotDialogs
        shown={dialog}
        mappings={mappings}
        sync={sync}
        onClose={() => setDialog(undefined)}
      />
    </>
  )
}

/** On the admin's start page while something can't be read. Without an answer, the calendar's own screens show why. */
function CalendarProblemsNotice() {
  const { call } = usePortal()
  const { data } = useQuery(calendarProblemsQuery(call))
  if (!data || data.total === 0) return null
  return (
    <div className={noticeStyles.notice}>
      <Banner kind="warn" icon={<TriangleAlert />}>
        <strong>{problemsText(data.total)}.</strong> Members may miss an event.{' '}
        <Link to={adminPaths.calendar}>See what it is</Link>
      </Banner>
    </div>
  )
}
