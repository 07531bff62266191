import { type Quarter, quarterName } from '@portal/domain/quarter'
import { useWayBack } from '@portal/remote-kit/opened-from'
import { Link } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { ChevronLeft } from 'lucide-react'
import { meetingsPaths } from '../meetings-paths.ts'

type BackLinkProps = {
  quarter: Quarter
  /** Closes a page that was opened by its address. By default, the link's address is opened. */
  onClose?: (() => void) | undefined
}

/** Links a paper, a board book or the meeting back to where it was opened. */
export function BackLink({ quarter, onClose }: BackLinkProps) {
  const { origin, onClick } = useWayBack(onClose)
  return (
    <Link
      to={origin?.to ?? meetingsPaths.quarter(quarter)}
      className={buttonStyle('quiet')}
      onClick={onClick}
    >
      <ChevronLeft aria-hidden />
      <VisuallyHidden>{origin ? 'Back to the ' : 'Back to '}</VisuallyHidden>
      <span>{origin?.name ?? quarterName(quarter)}</span>
    </Link>
  )
}
