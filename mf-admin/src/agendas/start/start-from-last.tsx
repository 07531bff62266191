import { type Quarter, quarterName } from '@portal/domain/quarter'
import { Button } from '@portal/shared-ui/button'
import { Copy } from 'lucide-react'
import type { AgendaDraft } from '../draft/agenda-draft.ts'
import { startedAgenda } from './started-agenda.ts'
import { useCalendarSpan, useLastAgenda } from './use-agenda-start.ts'

type StartFromLastProps = {
  /** The quarter of the agenda without items; undefined while its date names none. */
  quarter: Quarter | undefined
  draft: AgendaDraft
  busy?: boolean
  /** The heading that gets the focus, because the button goes once there are items. */
  itemsId?: string
  onStart: (started: AgendaDraft) => void
}

/** Offers the items of the last agenda. Shows nothing if there is no earlier one. */
export function StartFromLast({
  quarter,
  draft,
  busy = false,
  itemsId,
  onStart,
}: StartFromLastProps) {
  const last = useLastAgenda(quarter)
  const span = useCalendarSpan(quarter)
  if (!last) return null
  const start = () => {
    onStart(startedAgenda(draft, last, span))
    if (itemsId !== undefined) document.getElementById(itemsId)?.focus()
  }
  return (
    <Button icon={<Copy />} busy={busy} onClick={start}>
      Start from {quarterName(last)}
    </Button>
  )
}
