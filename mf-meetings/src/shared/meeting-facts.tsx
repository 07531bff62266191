import type { ListedMeeting } from '@portal/contract/all-meetings'
import { type BodyColor, bodyColors } from '@portal/domain/bodies'
import { Badge } from '@portal/shared-ui/badge'
import { BodyName } from '@portal/shared-ui/body-name'
import { CalendarX, EyeOff } from 'lucide-react'

/** The body of a meeting, by its name and color. */
export function MeetingBody({ body: { name, color } }: Pick<ListedMeeting, 'body'>) {
  return <BodyName body={{ name, color: isBodyColor(color) ? color : undefined }} />
}

/** A newer API may have further colors. */
function isBodyColor(color: string | undefined): color is BodyColor {
  return color !== undefined && Object.hasOwn(bodyColors, color)
}

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
