import type { Quarter } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { agendaQuery } from '@portal/remote-kit/queries/agenda'
import { useQuery } from '@portal/remote-kit/query'
import { AgendaPanel, isMissing } from '../shared/agenda-panel.tsx'
import { MaterialNotFound } from '../shared/material-not-found.tsx'

type MissingMaterialProps = { quarter: Quarter; wanted: string | undefined }

/** The address asks for a paper that isn't in the list. */
export function MissingMaterial({ quarter, wanted }: MissingMaterialProps) {
  return wanted === 'agenda' ? <MissingAgenda quarter={quarter} /> : <MaterialNotFound />
}

/** Members aren't told of an unpublished agenda's slot; who asks for it by its address learns why. */
function MissingAgenda({ quarter }: { quarter: Quarter }) {
  const { call } = usePortal()
  const agenda = useQuery(agendaQuery(call, quarter))
  if (agenda.data?.status === 'published' || isMissing(agenda)) return <MaterialNotFound />
  return (
    <AgendaPanel query={agenda} quarter={quarter}>
      {() => null}
    </AgendaPanel>
  )
}
