import { mappingId } from '@portal/domain/ids'
import { usePortal } from '@portal/remote-kit/portal'
import { latestMappingsQuery } from '@portal/remote-kit/queries/mappings'
import { useQuery, type UseQueryResult } from '@portal/remote-kit/query'
import { Link } from '@portal/remote-kit/router'
import { useOpened } from '@portal/remote-kit/use-opened'
import { PaperPicture } from '@portal/shared-ui/paper-picture'
import { BookOpen, CircleAlert, Landmark, Megaphone } from 'lucide-react'
import { governancePaths } from '../governance-paths.ts'
import { ResourceDialog } from '../shared/resource-dialog.tsx'
import { resourceIn, firstPageOf, kindOf, type Resource, updatedText } from '../shared/resources.ts'
import styles from './quick-actions.module.css'
import { quarterOfEvent } from '@portal/domain/event-times'
import { isQuarterly, meetingOf } from '@portal/domain/meeting-ref'
import { currentQuarter, type Quarter } from '@portal/domain/quarter'
import { nextEvents, upcomingEventsQuery } from '@portal/remote-kit/queries/upcoming-events'
import { isApiError } from '@portal/remote-kit/client'
import { Banner } from '@portal/shared-ui/banner'
import { ErrorPanel } from '@portal/shared-ui/error-panel'
import { governanceSentences } from '../shared/sentences.ts'
import { paperProblemSentences } from '@portal/domain/paper-problem'
import type { Slot } from '@portal/domain/slot-names'

/**
 * Four links to what members need most, without cards that the foundation has set aside. A card pressed before the mappings have loaded opens once
 * they have.
 */
export function Component() {
  const { call } = usePortal()
  const mappings = useQuery(latestMappingsQuery(call))
  const { opened: id, open, close } = useOpened()
  const pressed = quickActions.find(({ slot }) => mappingId(slot) === id)
  const resourceOf = ({ slot }: QuickAction) => mappings.data && resourceIn(mappings.data, slot)
  const opened = pressed && resourceOf(pressed)
  const actions = quickActions.filter(({ slot }) => !mappings.data?.[mappingId(slot)]?.setAside)

  return (
    <section aria-labelledby="quick-actions" className={styles.section}>
      <h2 id="quick-actions">Quick actions</h2>
      <ul className={styles.cards}>
        <li>
          <BoardMaterials />
        </li>
        {actions.map((action) => (
          <li key={action.name}>
            <ActionCard
              action={action}
              resource={resourceOf(action)}
              busy={pressed === action && mappings.isPending}
              onPress={() => open(mappingId(action.slot))}
            />
          </li>
        ))}
      </ul>
      {pressed && !opened && <ActionProblem action={pressed} mappings={mappings} />}
      <ResourceDialog resource={opened} onClose={close} size="large" />
    </section>
  )
}

/** To the papers of the upcoming meeting's quarter, or of today's while no meeting is known. */
function BoardMaterials() {
  const { upcoming, today } = useMaterialsQuarter()
  const { year, quarter } = upcoming ?? today
  const to = upcoming ? governancePaths.quarter(upcoming) : governancePaths.boardMaterials
  return (
    <Link to={to} className={styles.card}>
      <PaperPicture kind="agenda" size="small" icon={<BookOpen />} />
      <span>
        <span className={styles.name}>Board Materials</span>
        <span className={styles.about}>
          Papers for Q{quarter} {year}
        </span>
      </span>
    </Link>
  )
}

/**
 * The quarter of the board's upcoming meeting, whose papers members look for. Undefined if no meeting is
 * known, also while the calendar loads: the link then leads to today's quarter.
 */
function useMaterialsQuarter(): { upcoming: Quarter | undefined; today: Quarter } {
  const { call, config, person } = usePortal()
  const { timeZone } = config.foundation
  const { data } = useQuery(upcomingEventsQuery(call, { limit: nextEvents, ...person }))
  const next = data?.find(({ meeting }) => isOfQuarter(meeting))
  return {
    upcoming: next && quarterOfEvent(next, timeZone),
    today: currentQuarter(timeZone),
  }
}

/** Whether an event isn't known to be a meeting of another kind than the board's quarterly one. */
function isOfQuarter(meeting = ''): boolean {
  const ref = meetingOf(meeting)
  return ref === undefined || isQuarterly(ref)
}

type ActionProblemProps = { action: QuickAction; mappings: UseQueryResult }

/** Why a pressed card opened nothing; empty while that isn't known yet. */
function ActionProblem({ action, mappings }: ActionProblemProps) {
  if (mappings.data === undefined && !mappings.error) return null
  return (
    <div className={styles.problem}>
      {mappings.data === undefined ? (
        <ErrorPanel
          sentence={governanceSentences.failed}
          requestId={isApiError(mappings.error) ? mappings.error.requestId : undefined}
          busy={mappings.isFetching}
          onRetry={() => void mappings.refetch()}
        />
      ) : (
        <Banner kind="warn" role="alert" icon={<CircleAlert aria-hidden />}>
          {governanceSentences.documentUnavailable(action.name)}
        </Banner>
      )}
    </div>
  )
}

/** Those of the menu. */
const icons = { governance: Landmark, communications: Megaphone }

type ActionCardProps = {
  action: QuickAction
  resource: Resource | undefined
  busy: boolean
  onPress: () => void
}

function ActionCard({ action, resource, busy, onPress }: ActionCardProps) {
  const { timeZone } = usePortal().config.foundation
  const Icon = icons[action.slot.kind]
  const problem = resource?.mapping.problem
  const about = problem
    ? paperProblemSentences[problem]
    : ((resource && updatedText(resource, timeZone)) ?? action.about)
  const content = (
    <>
      <PaperPicture
        kind={resource ? kindOf(resource) : 'document'}
        firstPage={resource && firstPageOf(resource)}
        size="small"
        icon={<Icon />}
      />
      <span>
        <span className={styles.name}>{action.name}</span>
        <span className={styles.about}>{about}</span>
      </span>
    </>
  )
  if (problem) return <div className={styles.card}>{content}</div>
  return (
    <button
      type="button"
      className={styles.card}
      aria-haspopup="dialog"
      aria-busy={busy || undefined}
      onClick={onPress}
    >
      {content}
    </button>
  )
}

/** A card of the dashboard that opens a slot's paper. */
type QuickAction = {
  name: string
  slot: Slot & { kind: 'governance' | 'communications' }
  /** Its subject, until the paper's own date is known. */
  about: string
}

const quickActions: QuickAction[] = [
  {
    name: 'Mission Vision Values',
    slot: { kind: 'communications', resourceType: 'mission-vision-values' },
    about: 'What we are here for',
  },
  {
    name: 'Travel & Expense Policy',
    slot: { kind: 'governance', policyType: 'travel-expense-policy' },
    about: 'What the foundation pays, and how',
  },
  {
    name: 'Charitable Contributions',
    slot: { kind: 'governance', policyType: 'charitable-contributions' },
    about: 'Policy and form',
  },
]
