import type { Quarter } from '@portal/domain/quarter'
import { Link, useLocation, useNavigate } from '@portal/remote-kit/router'
import { useOpened } from '@portal/remote-kit/use-opened'
import { buttonStyle } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { ListOrdered } from 'lucide-react'
import type { MouseEvent } from 'react'
import { meetingsPaths } from '../meetings-paths.ts'
import { openedFromIn } from '../shared/opened-from.ts'
import styles from './agenda-link.module.css'

/** The shortcut key that opens the quarter's agenda from a paper. */
export const agendaKey = 'a'

/** Opens the agenda's page: by a step back if the paper was opened there. */
export function useOpenAgenda(quarter: Quarter): () => void {
  const { close } = useOpened('material')
  const { state } = useLocation() as { state: unknown }
  const navigate = useNavigate()
  return () => {
    if (openedFromIn(state) === 'agenda') close()
    else void navigate(meetingsPaths.agenda(quarter))
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
