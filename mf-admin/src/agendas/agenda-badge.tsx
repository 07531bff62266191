import type { Agenda } from '@portal/contract/agendas'
import type { AgendaVisibility } from '@portal/domain/slot-source'
import { Badge } from '@portal/shared-ui/badge'
import { CircleCheck, EyeOff, PencilLine } from 'lucide-react'

type AgendaBadgeProps = {
  status: Agenda['status']
  /** Undefined until the slot's mapping is known. */
  visibility: AgendaVisibility | undefined
}

/** The status of an agenda; 'Published' alone only if members see it. */
export function AgendaBadge({ status, visibility }: AgendaBadgeProps) {
  if (status === 'draft') return <Badge icon={<PencilLine />}>Draft</Badge>
  if (visibility === 'shown') {
    return (
      <Badge kind="good" icon={<CircleCheck />}>
        Published
      </Badge>
    )
  }
  if (visibility === undefined) return <Badge icon={<CircleCheck />}>Published</Badge>
  return (
    <Badge kind="warn" icon={<EyeOff />}>
      Published, not shown
    </Badge>
  )
}
