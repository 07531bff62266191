import type { Agenda } from '@portal/contract/agendas'
import type { Quarter } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import type { UseQueryResult } from '@portal/remote-kit/query'
import { Link } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { Pencil, Plus } from 'lucide-react'
import { isMissing, isUnpublished } from '../shared/agenda-panel.tsx'
import { meetingsPaths } from '../meetings-paths.ts'

type EditLinkProps = { query: UseQueryResult<Agenda>; quarter: Quarter }

/** For people of the foundation's domain; the target page has its own check and explains itself. */
export function EditLink({ query, quarter }: EditLinkProps) {
  const { editsAgendas } = usePortal().person
  if (!editsAgendas) return null
  if (isMissing(query)) {
    return (
      <Link to={meetingsPaths.newAgenda} className={buttonStyle('secondary')}>
        <Plus aria-hidden /> Create New Agenda
      </Link>
    )
  }
  if (!query.data && !isUnpublished(query)) return null
  return (
    <Link to={meetingsPaths.editAgenda(quarter)} className={buttonStyle('secondary')}>
      <Pencil aria-hidden /> Edit Agenda
    </Link>
  )
}
