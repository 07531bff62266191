import type { ListedMeeting } from '@portal/contract/all-meetings'
import { Badge } from '@portal/shared-ui/badge'
import { CalendarX, EyeOff } from 'lucide-react'

type MeetingStateProps = Pick<ListedMeeting, 'stage' | 'inPreparation'>

/** Whether a meeting is cancelled, or hidden from members. Renders nothing for any other. */
export function MeetingState({ stage, inPreparation }: MeetingStateProps) {
  return (
    <>
      {stage === 'cancelled' && (
        <Badge kind="bad" icon={<CalendarX aria-hidden />}>
          Cancelled
        </Badge>
      )}
      {inPreparation && (
        <Badge kind="warn" icon={<EyeOff aria-hidden />}>
          In preparation
        </Badge>
      )}
    </>
  )
}
