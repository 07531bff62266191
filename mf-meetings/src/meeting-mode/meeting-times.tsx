import type { MeetingNow } from '@portal/domain/meeting-now'
import { usePortal } from '@portal/remote-kit/portal'
import { AgendaHead } from '@portal/shared-ui/agenda-head'
import { CalendarDays } from 'lucide-react'
import type { MeetingPlan } from '../shared/meeting-plan.ts'
import styles from './meeting-times.module.css'
import { stateText } from './meeting-words.ts'

type MeetingTimesProps = { plan: MeetingPlan; state: MeetingNow }

/** When the meeting is or was; nothing while it is running. */
export function MeetingTimes({ plan, state }: MeetingTimesProps) {
  const { timeZone } = usePortal().config.foundation
  if (state.phase === 'running') return null
  return (
    <p className={styles.times}>
      <CalendarDays aria-hidden />
      <span>
        <strong>{stateText(state, plan, timeZone)}</strong>{' '}
        <AgendaHead agenda={plan} timeZone={timeZone} />
      </span>
    </p>
  )
}
