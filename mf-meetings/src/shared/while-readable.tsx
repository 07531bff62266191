import { isApiError } from '@portal/remote-kit/client'
import { listMeetings } from '@portal/contract/all-meetings'
import { bodyOfMeeting, isQuarterly, meetingId, type MeetingRef } from '@portal/domain/meeting-ref'
import { usePortal } from '@portal/remote-kit/portal'
import { agendaQuery } from '@portal/remote-kit/queries/agenda'
import { mappingsKey } from '@portal/remote-kit/queries/mappings'
import { canKeepReading } from '@portal/remote-kit/queries/reading'
import { invalidateShared } from '@portal/remote-kit/queries/shared-key'
import { useQuery, useQueryClient } from '@portal/remote-kit/query'
import { Link } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { PageHeader } from '@portal/shared-ui/page-header'
import { LockKeyhole } from 'lucide-react'
import { useQuarterMappings } from '@portal/remote-kit/use-mappings'
import { type ReactNode, useEffect, useState } from 'react'
import { meetingsPaths } from '../meetings-paths.ts'
import { meetingRecordsKey, useMeetingRecord } from './meeting-name.ts'

type WhileReadableProps = { meeting: MeetingRef; children: ReactNode }

/** A page of a meeting, until the API refuses the meeting to a reader who could read it on this visit. */
export function WhileReadable({ meeting, children }: WhileReadableProps) {
  const { data, error } = useMeetingRecord(meeting)
  const isLost = useIsLostQuarter(meeting)
  return (data && isNotFound(error)) || isLost ? <NoLongerReadable /> : children
}

function isNotFound(error: unknown): boolean {
  return isApiError(error) && error.code === 'notFound'
}

/**
 * Whether a quarter that was shown on this visit has nothing for the reader any more, and nor has any other of the
 * board's: the API answers an empty quarter and one that the reader may not see alike.
 */
function useIsLostQuarter(meeting: MeetingRef): boolean {
  const { call } = usePortal()
  const id = meetingId(meeting)
  const { data: papers } = useQuarterMappings(isQuarterly(meeting) ? meeting : undefined)
  const agenda = useQuery({ ...agendaQuery(call, meeting), enabled: false })
  const hasAgenda = agenda.data !== undefined && !isNotFound(agenda.error)
  const [shown, setShown] = useState<string>()
  const isShown = (papers !== undefined && Object.keys(papers).length > 0) || hasAgenda
  if (isQuarterly(meeting) && isShown && shown !== id) setShown(id)
  const isEmptied = isQuarterly(meeting) && shown === id && !isShown
  const body = bodyOfMeeting(meeting)
  const ofBody = useQuery({
    queryKey: ['meetings', 'of-body', body],
    queryFn: ({ signal }) => call(listMeetings, { query: { body, limit: 1 } }, { signal }),
    enabled: isEmptied,
  })
  return isEmptied && ofBody.data?.meetings.length === 0
}

/** Reads again what the reader may read, after one of a meeting's papers was refused. */
export function useReadMeetingAgain(): () => void {
  const client = useQueryClient()
  return () => {
    void invalidateShared(client, mappingsKey)
    void client.invalidateQueries({ queryKey: meetingRecordsKey })
  }
}

function NoLongerReadable() {
  const { person } = usePortal()
  useEffect(() => {
    // The page that had the focus is gone.
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('#page-title')?.focus()
  }, [])
  return (
    <>
      <PageHeader title="You can’t read this meeting any more" />
      <Card>
        <EmptyState
          title="Your term may have ended, or the meeting isn’t shown at the moment."
          icon={<LockKeyhole aria-hidden />}
        >
          <p>If you need it, ask your Board Liaison.</p>
          {canKeepReading(person) && (
            <p>
              What you wrote is still in <Link to={meetingsPaths.myNotes}>My notes</Link>.
            </p>
          )}
          <Link to="/" className={buttonStyle('primary')} data-print="hide">
            Return to Home
          </Link>
        </EmptyState>
      </Card>
    </>
  )
}
