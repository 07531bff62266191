import type { Quarter } from '@portal/contract/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { useQuery } from '@portal/remote-kit/query'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { Skeleton } from '@portal/shared-ui/skeleton'
import { FileQuestion } from 'lucide-react'
import { AgendaPanel, isUnpublished } from '../agenda-panel.tsx'
import { agendaQuery } from '../agenda-queries.ts'

type MissingMaterialProps = { quarter: Quarter; wanted: string | undefined }

/** The address asks for a paper that isn't in the list. */
export function MissingMaterial({ quarter, wanted }: MissingMaterialProps) {
  return wanted === 'agenda' ? <MissingAgenda quarter={quarter} /> : <MaterialNotFound />
}

/** Members aren't told of an unpublished agenda's slot; who asks for it by its address learns why. */
function MissingAgenda({ quarter }: { quarter: Quarter }) {
  const { call } = usePortal()
  const agenda = useQuery(agendaQuery(call, quarter))
  if (agenda.isPending) return <Skeleton lines={3} />
  if (!isUnpublished(agenda)) return <MaterialNotFound />
  return (
    <AgendaPanel query={agenda} quarter={quarter}>
      {() => null}
    </AgendaPanel>
  )
}

function MaterialNotFound() {
  return (
    <EmptyState title="Material Not Found" icon={<FileQuestion aria-hidden />}>
      <p>
        This quarter has no such paper, or it isn’t shown any more. Choose one of the available
        materials, or ask your Board Liaison.
      </p>
    </EmptyState>
  )
}
