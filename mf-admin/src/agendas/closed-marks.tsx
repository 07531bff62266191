import type { AgendaItem } from '@portal/contract/agendas'
import { Badge } from '@portal/shared-ui/badge'
import { LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'

type Marked = Pick<AgendaItem, 'id'> & { isClosed: boolean }

/** Marks the items that not everybody who sees the meeting can read, by the items' ids. */
export function closedMarks(items: readonly Marked[]): [string, ReactNode][] {
  return items
    .filter(({ isClosed }) => isClosed)
    .map(({ id }) => [
      id,
      <Badge key={id} icon={<LockKeyhole />}>
        Not for everybody
      </Badge>,
    ])
}
