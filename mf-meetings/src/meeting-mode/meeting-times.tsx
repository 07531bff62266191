import { daysToGoText, todayIn } from '@portal/domain/days'
import { inMinutesText, type MeetingNow } from '@portal/domain/meeting-now'
import { usePortal } from '@portal/remote-kit/portal'
import { AgendaHead } from '@portal/shared-ui/agenda-head'
import { CalendarDays } from 'lucide-react'
import type { MeetingPlan } from '../shared/meeting-plan.ts'
import styles from './meeting-times.module.css'

type MeetingTimesProps = { plan: MeetingPlan; state: MeetingNow }

/** When the meeting is or was; nothing while it is running. */
export function MeetingTimes({ plan, state }: MeetingTimesProps) {
  const { timeZone } = usePortal().config.foundation
  if (state.phase === 'running') return null
  const { date } = plan
  return (
    <p className={styles.times}>
      <CalendarDays aria-hidden />
      <span>
        <strong>{stateText(state, date, timeZone)}</strong>{' '}
        <AgendaHead agenda={plan} timeZone={timeZone} />
      </span>
    </p>
  )
}

function stateText(
  state: Exclude<MeetingNow, { phase: 'running' }>,
  date: string | undefined,
  timeZone: string,
): string {
  if (state.phase === 'after') return 'The meeting is over:'
  if (state.phase === 'unknown') return 'This agenda has no times to follow:'
  const today = todayIn(timeZone)
  const days = date === undefined ? undefined : daysToGoText(date, today)
  const when = date === today ? inMinutesText(state.minutes) : days
  return `The meeting starts ${when ?? inMinutesText(state.minutes)}:`
}
