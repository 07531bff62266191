import type { Slot } from '@portal/domain/slot-names'
import { Link } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { ArrowLeft } from 'lucide-react'
import { governancePaths } from '../governance-paths.ts'

type BackLinkProps = {
  slot?: Slot | undefined
  /** In the bar of a paper that has the page. */
  asButton?: boolean
}

/** To the page that lists the resource; for a document opened by its own id, to the documents. */
export function BackLink({ slot, asButton = false }: BackLinkProps) {
  const [to, name] = listOf(slot)
  return (
    <Link to={to} className={asButton ? buttonStyle('quiet') : undefined}>
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
