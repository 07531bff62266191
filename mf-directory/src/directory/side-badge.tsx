import type { DirectoryEntry } from '@portal/contract/directory'
import { Badge } from '@portal/shared-ui/badge'

export function SideBadge({ type }: { type: DirectoryEntry['type'] }) {
  return type === 'board' ? <Badge kind="accent">Board</Badge> : <Badge>Staff</Badge>
}
