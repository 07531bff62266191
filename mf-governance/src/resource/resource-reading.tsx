import type { Slot } from '@portal/domain/slot-names'
import { usePortal } from '@portal/remote-kit/portal'
import { ReadingView } from '@portal/shared-ui/reading-view'
import type { ReactNode } from 'react'
import styles from './resource-reading.module.css'
import { useWayBack } from '@portal/remote-kit/opened-from'
import { Link } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { ArrowLeft } from 'lucide-react'
import { governancePaths } from '../governance-paths.ts'

type ResourceReadingProps = {
  id: string
  title: string
  slot?: Slot | undefined
  /** What is known about it, and its original to download. */
  details?: ReactNode
  children: ReactNode
}

/** A resource that fills the page, with its details next to it on request. */
export function ResourceReading({ id, title, slot, details, children }: ResourceReadingProps) {
  return (
    <ReadingView
      paper={id}
      title={title}
      back={<BackLink slot={slot} asButton />}
      onSearch={usePortal().openSearch}
      list={
        details === undefined
          ? undefined
          : {
              kind: 'details',
              title: 'Details',
              content: <div className={styles.details}>{details}</div>,
            }
      }
    >
      {children}
    </ReadingView>
  )
}

type BackLinkProps = {
  slot?: Slot | undefined
  /** In the bar of a paper that has the page. */
  asButton?: boolean
}

/**
 * The step back to where the resource was opened. Otherwise to the page that lists it; for a document opened by its own
 * id, to the documents.
 */
export function BackLink({ slot, asButton = false }: BackLinkProps) {
  const { origin, stepBack, onClick } = useWayBack()
  const [list, listName] = listOf(slot)
  return (
    <Link
      to={origin?.to ?? list}
      className={asButton ? buttonStyle('quiet') : undefined}
      onClick={onClick}
    >
      <ArrowLeft aria-hidden /> {origin && <VisuallyHidden>Back to the </VisuallyHidden>}
      <span>{origin?.name ?? (stepBack ? 'Back' : listName)}</span>
    </Link>
  )
}

function listOf(slot: Slot | undefined): [to: string, name: string] {
  switch (slot?.kind) {
    case 'meeting':
      return [governancePaths.quarter(slot), 'Meeting Materials']
    case 'governance':
      return [governancePaths.governance, 'Governance & Policies']
    case 'communications':
      return [governancePaths.communications, 'Communications Resources']
    case undefined:
      return [governancePaths.documents, 'Documents']
  }
}
