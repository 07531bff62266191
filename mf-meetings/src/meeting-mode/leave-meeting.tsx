import { type Quarter, quarterName } from '@portal/domain/quarter'
import { Link } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { ChevronLeft } from 'lucide-react'
import { meetingsPaths } from '../meetings-paths.ts'

/** Leads to the quarter's papers. */
export function LeaveMeeting({ quarter }: { quarter: Quarter }) {
  return (
    <Link to={meetingsPaths.quarter(quarter)} className={buttonStyle('quiet')}>
      <ChevronLeft aria-hidden />
      <VisuallyHidden>Back to </VisuallyHidden>
      <span>{quarterName(quarter)}</span>
    </Link>
  )
}
