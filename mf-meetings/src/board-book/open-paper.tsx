import type { Quarter } from '@portal/domain/quarter'
import { Link, useLocation, useNavigate } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { FileText } from 'lucide-react'
import type { MouseEvent } from 'react'
import { meetingsPaths } from '../meetings-paths.ts'
import { openedFrom } from '../shared/opened-from.ts'
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
  const { state } = useLocation() as { state: unknown }
  const navigate = useNavigate()
  const paper = usePaperOf(quarter, place)
  if (!paper) return null
  const to = meetingsPaths.material(quarter, place.type, paper)
  const leave = async () => {
    await navigate(address, { replace: true, state })
    await navigate(to, { state: openedFrom('book') })
  }
  const onClick = (event: MouseEvent) => {
    // With a modifier key, the browser opens the paper in another tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void leave()
  }
  return (
    <Link to={to} className={`${buttonStyle('quiet')} ${styles.openPaper}`} onClick={onClick}>
      <FileText aria-hidden />
      <span className={styles.openWords}>Open this paper</span>
      <VisuallyHidden>: {place.name}</VisuallyHidden>
    </Link>
  )
}
