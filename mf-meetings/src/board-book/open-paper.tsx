import type { Quarter } from '@portal/domain/quarter'
import { isolated } from '@portal/domain/shown-text'
import { openedFrom } from '@portal/remote-kit/opened-from'
import { Link, useLocation, useNavigate } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { FileText } from 'lucide-react'
import type { MouseEvent } from 'react'
import { meetingsPaths } from '../meetings-paths.ts'
import { origins } from '../shared/origins.ts'
import styles from './board-book.module.css'
import type { PlaceInPaper } from './place-in-paper.ts'
import { usePaperOf } from './use-paper-of.ts'

type OpenPaperProps = {
  quarter: Quarter
  place: PlaceInPaper
  /** The book's address at the current page. */
  address: string
}

/** Links from a page of the book to its paper, whose Back returns to this page. */
export function OpenPaper({ quarter, place, address }: OpenPaperProps) {
  const leaveFor = useLeaveBook(address)
  const paper = usePaperOf(quarter, place)
  if (!paper) return null
  const to = meetingsPaths.material(quarter, place.type, paper)
  return (
    <Link {...leaveFor(to)} className={`${buttonStyle('quiet')} ${styles.openPaper}`}>
      <FileText aria-hidden />
      <span className={styles.openWords}>Open this paper</span>
      <VisuallyHidden>: {isolated(place.name)}</VisuallyHidden>
    </Link>
  )
}

/** A link from the book to a paper. The book's address first follows the reader, so that Back leads to this page. */
export function useLeaveBook(address: string) {
  const { state } = useLocation() as { state: unknown }
  const navigate = useNavigate()
  return (to: string) => ({
    to,
    onClick: (event: MouseEvent) => {
      // Another tab or window opens the paper there.
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      void (async () => {
        await navigate(address, { replace: true, state })
        await navigate(to, { state: openedFrom(origins.book(address)) })
      })()
    },
  })
}
