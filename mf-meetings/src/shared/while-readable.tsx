import { isApiError } from '@portal/remote-kit/client'
import type { MeetingRef } from '@portal/domain/meeting-ref'
import { usePortal } from '@portal/remote-kit/portal'
import { mappingsKey } from '@portal/remote-kit/queries/mappings'
import { canKeepReading } from '@portal/remote-kit/queries/reading'
import { useQueryClient } from '@portal/remote-kit/query'
import { Link } from '@portal/remote-kit/router'
import { buttonStyle } from '@portal/shared-ui/button'
import { Card } from '@portal/shared-ui/card'
import { EmptyState } from '@portal/shared-ui/empty-state'
import { PageHeader } from '@portal/shared-ui/page-header'
import { LockKeyhole } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { meetingsPaths } from '../meetings-paths.ts'
import { meetingRecordsKey, useMeetingRecord } from './meeting-name.ts'

type WhileReadableProps = { meeting: MeetingRef; children: ReactNode }

/** A page of a meeting, until the API refuses the meeting to a reader who could read it on this visit. */
export function WhileReadable({ meeting, children }: WhileReadableProps) {
  const { data, error } = useMeetingRecord(meeting)
  const isRefused = isApiError(error) && error.code === 'notFound'
  return data && isRefused ? <NoLongerReadable /> : children
}

/** Reads again what the reader may read, after one of a meeting's papers was refused. */
export function useReadMeetingAgain(): () => void {
  const client = useQueryClient()
  return () => {
    for (const queryKey of [mappingsKey, meetingRecordsKey]) {
      void client.invalidateQueries({ queryKey })
    }
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
