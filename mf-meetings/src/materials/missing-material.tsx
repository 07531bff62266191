import type { Quarter } from '@portal/domain/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { agendaQuery } from '@portal/remote-kit/queries/agenda'
import { useQuery } from '@portal/remote-kit/query'
import { AgendaPanel, isMissing } from '../shared/agenda-panel.tsx'
import { MaterialNotFound } from '../shared/material-not-found.tsx'

type MissingMaterialProps = { quarter: Quarter; wanted: string | undefined }

/** The address names a paper that isn't in the list. */
export function MissingMaterial({ quarter, wanted }: MissingMaterialProps) {
  return wanted === 'agenda' ? <MissingAgenda quarter={quarter} /> : <MaterialNotFound />
}

/** The list omits the slot of an unpublished agenda; its address explains why. */
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
