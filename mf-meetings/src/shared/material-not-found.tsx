import { isQuarterly, type MeetingRef } from '@portal/domain/meeting-ref'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { FileQuestion } from 'lucide-react'

/** Instead of a paper that the meeting doesn't have, or no longer. */
export function MaterialNotFound({ meeting }: { meeting: MeetingRef }) {
  return (
    <EmptyState title="Material Not Found" icon={<FileQuestion aria-hidden />}>
      <p>
        This {isQuarterly(meeting) ? 'quarter' : 'meeting'} has no such paper, or it is no longer
        shown. Choose one of the available materials, or ask your Board Liaison.
      </p>
    </EmptyState>
  )
}
