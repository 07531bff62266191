import { bodyOfMeeting, isQuarterly, type MeetingRef } from '@portal/domain/meeting-ref'
import { usePortal } from '@portal/remote-kit/portal'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { FileQuestion, LockKeyhole } from 'lucide-react'

/** Instead of a paper that the meeting doesn't have, or no longer. */
export function MaterialNotFound({ meeting }: { meeting: MeetingRef }) {
  const isUnseen = useIsOfUnseenBody(meeting)
  if (isUnseen) return <UnseenMeetings />
  return (
    <EmptyState title="Material Not Found" icon={<FileQuestion aria-hidden />}>
      <p>
        This {isQuarterly(meeting) ? 'quarter' : 'meeting'} has no such paper, or it is no longer
        shown. Choose one of the available materials, or ask your Board Liaison.
      </p>
    </EmptyState>
  )
}

/** Whether a quarter has nothing for a reader because none of the board's meetings is for them today. */
export function useIsOfUnseenBody(meeting: MeetingRef): boolean {
  const { bodies } = usePortal().person
  return isQuarterly(meeting) && bodies?.includes(bodyOfMeeting(meeting)) === false
}

/** In place of what such a quarter doesn't show. */
export function UnseenMeetings() {
  const { liaisonEmail } = usePortal().config.foundation
  return (
    <EmptyState
      title="You don’t see the board’s meetings at the moment"
      icon={<LockKeyhole aria-hidden />}
    >
      <p>
        They are for people who hold an office on the board. If you need them, ask your{' '}
        <a href={`mailto:${liaisonEmail}`}>Board Liaison</a>.
      </p>
    </EmptyState>
  )
}
