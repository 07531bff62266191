import type { Slot } from '@portal/domain/slot-names'
import { Link, useLocation, useNavigate } from '@portal/remote-kit/router'
import type { openedHere } from '@portal/remote-kit/use-opened'
import { buttonStyle } from '@portal/shared-ui/button'
import { ArrowLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import { governancePaths } from '../governance-paths.ts'

type BackLinkProps = {
  slot?: Slot | undefined
  /** In the bar of a paper that has the page. */
  asButton?: boolean
}

/**
 * The step back to the page that opened the resource with the state `openedHere`, such as the reader's notes. Otherwise to the
 * page that lists it; for a document opened by its own id, to the documents.
 */
export function BackLink({ slot, asButton = false }: BackLinkProps) {
  const { state } = useLocation() as { state: Partial<typeof openedHere> | null }
  const navigate = useNavigate()
  const [to, list] = listOf(slot)
  const isStep = state?.opened === true
  const name = isStep ? 'Back' : list
  const goBack = (event: MouseEvent) => {
    // Another tab or window opens the list there.
    if (!isStep || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void navigate(-1)
  }
  return (
    <Link to={to} className={asButton ? buttonStyle('quiet') : undefined} onClick={goBack}>
      <ArrowLeft aria-hidden /> <span>{name}</span>
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
