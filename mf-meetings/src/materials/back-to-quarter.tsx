import { type Quarter, quarterName } from '@portal/domain/quarter'
import { Link } from '@portal/remote-kit/router'
import { useOpened } from '@portal/remote-kit/use-opened'
import { buttonStyle } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { ChevronLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import { meetingsPaths } from '../meetings-paths.ts'

/** Closes the paper: the step back to where it was chosen, or to its quarter's list. */
export function BackToQuarter({ quarter }: { quarter: Quarter }) {
  const { close } = useOpened('material')
  const goBack = (event: MouseEvent) => {
    // Another tab or window opens the list there.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    close()
  }
  return (
    <Link to={meetingsPaths.quarter(quarter)} className={buttonStyle('quiet')} onClick={goBack}>
      <ChevronLeft aria-hidden />
      <VisuallyHidden>Back to </VisuallyHidden>
      <span>{quarterName(quarter)}</span>
    </Link>
  )
}
