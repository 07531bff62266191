import { type Quarter, quarterName } from '@portal/domain/quarter'
import { Link, useLocation } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { ChevronLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import { meetingsPaths } from '../meetings-paths.ts'
import { type OpenedFrom, openedFromIn } from './opened-from.ts'

type BackLinkProps = {
  quarter: Quarter
  /** Goes back to where the page was opened. By default, the link opens its address. */
  onBack?: (() => void) | undefined
}

/** Links a paper, a board book or the meeting back to where it was opened. */
export function BackLink({ quarter, onBack }: BackLinkProps) {
  const { state } = useLocation() as { state: unknown }
  const from = openedFromIn(state)
  const goBack = (event: MouseEvent) => {
    // With a modifier key, the browser opens the address in another tab or window.
    if (!onBack || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onBack()
  }
  return (
    <Link to={addressOf(quarter, from)} className={buttonStyle('quiet')} onClick={goBack}>
      <ChevronLeft aria-hidden />
      <VisuallyHidden>{from ? 'Back to the ' : 'Back to '}</VisuallyHidden>
      <span>{from ? names[from] : quarterName(quarter)}</span>
    </Link>
  )
}

const names: Record<OpenedFrom, string> = { agenda: 'Agenda', book: 'Board book', paper: 'Paper' }

function addressOf(quarter: Quarter, from: OpenedFrom | undefined): string {
  if (from === 'agenda') return meetingsPaths.agenda(quarter)
  return from === 'book' ? meetingsPaths.boardBook(quarter) : meetingsPaths.quarter(quarter)
}
