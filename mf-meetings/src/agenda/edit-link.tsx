import type { Agenda } from '@portal/contract/agendas'
import type { Quarter } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import type { UseQueryResult } from '@portal/remote-kit/query'
import { Link } from '@portal/remote-kit/router'
import { useOpened } from '@portal/remote-kit/use-opened'
import { Button, buttonStyle } from '@portal/shared-ui/button'
import { Pencil, Plus } from 'lucide-react'
import { isMissing, isUnpublished } from '../shared/agenda-panel.tsx'
import { meetingsPaths } from '../meetings-paths.ts'
import { WhoEditsDialog } from './who-edits-dialog.tsx'

type EditLinkProps = { query: UseQueryResult<Agenda>; quarter: Quarter }

/** For people of the foundation's domain. To those who aren't admins it explains who edits. */
export function EditLink({ query, quarter }: EditLinkProps) {
  const { editsAgendas, isAdmin } = usePortal().person
  const { opened, open, close } = useOpened()
  if (!editsAgendas) return null
  const isNew = isMissing(query)
  if (!isNew && !query.data && !isUnpublished(query)) return null

  const name = isNew ? 'Create New Agenda' : 'Edit Agenda'
  const icon = isNew ? <Plus aria-hidden /> : <Pencil aria-hidden />
  if (isAdmin) {
    const editor = isNew ? meetingsPaths.newAgenda : meetingsPaths.editAgenda(quarter)
    return (
      <Link to={editor} className={buttonStyle('secondary')}>
        {icon} {name}
      </Link>
    )
  }
  return (
    <>
      <Button icon={icon} aria-haspopup="dialog" onClick={() => open('who-edits')}>
        {name}
      </Button>
      {opened === 'who-edits' && <WhoEditsDialog title={name} quarter={quarter} onClose={close} />}
    </>
  )
}
