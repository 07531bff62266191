import type { ListedMeeting } from '@portal/contract/all-meetings'
import { type BodyColor, bodyColors } from '@portal/domain/bodies'
import { BodyName } from '@portal/shared-ui/body-name'

/** The body of a meeting, by its name and color. */
export function MeetingBody({ body: { name, color } }: Pick<ListedMeeting, 'body'>) {
  return <BodyName body={{ name, color: isBodyColor(color) ? color : undefined }} />
}

/** A newer API may have further colors. */
function isBodyColor(color: string | undefined): color is BodyColor {
  return color !== undefined && Object.hasOwn(bodyColors, color)
}
