import { type Quarter, quarterName } from '@portal/domain/quarter'
import { Link, useLocation } from '@portal/remote-kit/router'
import { useOpened } from '@portal/remote-kit/use-opened'
import { buttonStyle } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { ChevronLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import { meetingsPaths } from '../meetings-paths.ts'
import { isFromAgenda } from '../shared/opened-from-agenda.ts'

/** Closes the paper: the step back to the list or agenda where it was chosen, or to its quarter's list. */
export function BackToQuarter({ quarter }: { quarter: Quarter }) {
  const { close } = useOpened('material')
  const { state } = useLocation() as { state: unknown }
  const isAgenda = isFromAgenda(state)
  const goBack = (event: MouseEvent) => {
    // Another tab or window opens the list there.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    close()
  }
  return (
    <Link
      to={isAgenda ? meetingsPaths.agenda(quarter) : meetingsPaths.quarter(quarter)}
      className={buttonStyle('quiet')}
      onClick={goBack}
    >
      <ChevronLeft aria-hidden />
      <VisuallyHidden>{isAgenda ? 'Back to the ' : 'Back to '}</VisuallyHidden>
      <span>{isAgenda ? 'Agenda' : quarterName(quarter)}</span>
    </Link>
  )
}
