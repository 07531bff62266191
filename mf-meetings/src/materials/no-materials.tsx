import type { Quarter } from '@portal/contract/quarter'
import { usePortal } from '@portal/remote-kit/portal'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { BookOpen } from 'lucide-react'

export function NoMaterials({ quarter: { year, quarter } }: { quarter: Quarter }) {
  const { liaisonEmail } = usePortal().config.foundation
  return (
    <EmptyState title={`No materials for Q${quarter} ${year} yet`} icon={<BookOpen aria-hidden />}>
      <p>
        The papers of this quarter haven’t been put up. Your{' '}
        <a href={`mailto:${liaisonEmail}`}>Board Liaison</a> adds them here before the meeting.
      </p>
    </EmptyState>
  )
}
