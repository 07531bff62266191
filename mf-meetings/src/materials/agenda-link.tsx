import type { Quarter } from '@portal/domain/quarter'
import { useWayBack } from '@portal/remote-kit/opened-from'
import { Link, useNavigate } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { ListOrdered } from 'lucide-react'
import type { MouseEvent } from 'react'
import { meetingsPaths } from '../meetings-paths.ts'
import styles from './agenda-link.module.css'

/** The shortcut key that opens the quarter's agenda from a paper. */
export const agendaKey = 'a'

/** Opens the agenda's page: by a step back if the paper was opened there. */
export function useOpenAgenda(quarter: Quarter): () => void {
  const { origin, stepBack } = useWayBack()
  const navigate = useNavigate()
  const agenda = meetingsPaths.agenda(quarter)
  return () => {
    if (stepBack && origin?.to === agenda) stepBack()
    else void navigate(agenda)
  }
}

type AgendaLinkProps = {
  quarter: Quarter
  /** The paper's item links there too, so a phone's narrow bar omits this link. */
  isRepeated: boolean
}

/** Links a paper to its quarter's agenda. */
export function AgendaLink({ quarter, isRepeated }: AgendaLinkProps) {
  const key = agendaKey.toUpperCase()
  return (
    <Link
      {...useAgendaTarget(quarter)}
      className={`${buttonStyle('quiet', { iconOnly: true })} ${isRepeated ? styles.repeated : ''}`}
      aria-label="Open the agenda"
      aria-keyshortcuts={key}
      title={`Agenda (${key})`}
    >
      <ListOrdered aria-hidden />
    </Link>
  )
}

/** The agenda item that a paper is for, as a link to the agenda. */
export function AboutItem({ quarter, item }: { quarter: Quarter; item: string }) {
  return (
    <Link {...useAgendaTarget(quarter)} className={styles.item} title={item}>
      <VisuallyHidden>For agenda item </VisuallyHidden>
      {item}
    </Link>
  )
}

function useAgendaTarget(quarter: Quarter) {
  const openAgenda = useOpenAgenda(quarter)
  const onClick = (event: MouseEvent) => {
    // With a modifier key, the browser opens the agenda in another tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    openAgenda()
  }
  return { to: meetingsPaths.agenda(quarter), onClick }
}
