import { isQuarterly, type MeetingRef, meetingLabel } from '@portal/domain/meeting-ref'
import { useWayBack } from '@portal/remote-kit/opened-from'
import { Link } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { ChevronLeft } from 'lucide-react'
import { meetingsPaths } from '../meetings-paths.ts'

type BackLinkProps = {
  meeting: MeetingRef
  /** Closes a page that was opened by its address. By default, the link's address is opened. */
  onClose?: (() => void) | undefined
}

/** Links a paper, a board book or the meeting back to where it was opened. */
export function BackLink({ meeting, onClose }: BackLinkProps) {
  const { origin, onClick } = useWayBack(onClose)
  const name = origin?.name ?? (isQuarterly(meeting) ? undefined : 'Meeting')
  return (
    <Link
      to={origin?.to ?? meetingsPaths.meeting(meeting)}
      className={buttonStyle('quiet')}
      onClick={onClick}
    >
      <ChevronLeft aria-hidden />
      <VisuallyHidden>{name === undefined ? 'Back to ' : 'Back to the '}</VisuallyHidden>
      <span>{name ?? meetingLabel(meeting)}</span>
    </Link>
  )
}
