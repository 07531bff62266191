import { isolated } from '@portal/domain/shown-text'
import { usePortal } from '@portal/remote-kit/portal'
import { Link, useSearchParams } from '@portal/remote-kit/router'
import { Badge } from '@portal/shared-ui/badge'
import { Card } from '@portal/shared-ui/card'
import { PageHeader } from '@portal/shared-ui/page-header'
import {
  LockKeyhole,
  CalendarPlus,
  TriangleAlert,
  Archive,
  CalendarClock,
  CalendarDays,
  FileStack,
  FileUp,
  History,
  Network,
  NotebookPen,
  PackageOpen,
  ShieldCheck,
  Users,
} from 'lucide-react'
import { QuarterSelect } from '../quarters/quarter-select.tsx'
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
          <ReleaseNotices linked />
          <div className={styles.quarter}>
            <QuarterSelect shown={quarter} now={now} onChange={setQuarter} />
          </div>
          <PublicationBar quarter={quarter} />
          <QuarterReadiness quarter={quarter} />
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

/** The parts of the admin area, in the order in which a quarter needs them. */
const adminCards = [
  {
    to: adminPaths.mappings(),
    Icon: FileStack,
    title: 'Resource Mappings',
    text: 'Sync the drive and choose which document or embed stands in each slot of the meetings, the policies and the communications resources',
  },
  {
    to: adminPaths.uploads,
    Icon: FileUp,
    title: 'Uploads',
    text: 'Every uploaded paper and where it is used; rename, withdraw or delete it, and close folders of the drive to members',
  },
  {
    to: adminPaths.agenda(),
    Icon: CalendarClock,
    title: 'Meeting Agendas',
    text: 'Write a quarter’s agenda in the portal, or take it from the drive; publish it to members',
  },
  {
    to: adminPaths.calendar,
    Icon: CalendarDays,
    title: 'Calendar',
    text: 'What the portal can’t read in the board’s calendar, and where to correct it',
  },
  {
    to: adminPaths.directory,
    Icon: Users,
    title: 'Directory',
    text: 'Add, edit and remove board members and staff, with their photos and how to reach them',
  },
  {
    to: adminPaths.committees,
    Icon: Network,
    title: 'People & Committees',
    text: 'The board and its committees: who is in them, in which office and until when, and the rules they decide by',
  },
  {
    to: adminPaths.users,
    Icon: ShieldCheck,
    title: 'User Management',
    badge: 'Google Auth Required',
    text: 'Who can sign in, and who is an admin. Only admins who are signed in with their Google account of the foundation can open this: a password is not enough to hand out rights.',
  },
  {
    to: adminPaths.releases(),
    Icon: PackageOpen,
    title: 'Releases',
    text: 'Which release of each part of the portal runs, for whom, and how it does; promote it, take it back or deny it',
  },
  {
    to: adminPaths.notesPolicy,
    Icon: NotebookPen,
    title: 'Notes Policy',
    text: 'Whether members’ notes on papers are destroyed some days after the meeting, and which are on legal hold',
  },
  {
    to: adminPaths.audit(),
    Icon: History,
    title: 'Audit',
    text: 'Who has changed what, and when',
  },
  {
    to: adminPaths.exports,
    Icon: Archive,
    title: 'Export',
    text: 'Take the foundation’s papers, agendas, directory and audit along in one archive',
  },
] as const
