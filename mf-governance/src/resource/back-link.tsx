import type { Slot } from '@portal/domain/slot-names'
import { useWayBack } from '@portal/remote-kit/opened-from'
import { Link } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { VisuallyHidden } from '@portal/shared-ui/visually-hidden'
import { ArrowLeft } from 'lucide-react'
import { governancePaths } from '../governance-paths.ts'

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
